import { CatalogError } from '../../core/errors.ts'

export function createNotSignedInError(url: string): CatalogError {
  return new CatalogError('unauthenticated', `You are not signed in to ${url}.`, {
    code: 'not_signed_in',
  })
}
