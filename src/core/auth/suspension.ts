import { CatalogError } from '../errors.ts'

/** Creates the error of a write by a user whom staff suspended. */
export function suspendedError(): CatalogError {
  const message =
    'Your account is suspended. You can read, but not change anything. Contact the staff of this site.'
  return new CatalogError('forbidden', message, { code: 'suspended' })
}
