import { CatalogError } from '../../core/base/errors.ts'
import { toSystemFailure } from '../../core/database/system-failure.ts'
import { adviseOnSystemError } from '../terminal/report-error.ts'

const NAME_CATALOG =
  'Name the data directory of the server with --data, or its database with CATALOG_DATABASE_URL.'

/** Explains why a catalog cannot be inspected. A failed system call says more than the error that clients of a server get. */
export function explainFailure(failure: unknown): { message: string; hint: string } {
  if (failure instanceof CatalogError && failure.kind !== 'unavailable') {
    const { message, kind, details } = failure
    return { message, hint: details.hint ?? (kind === 'not_found' ? NAME_CATALOG : '') }
  }
  const { cause } = toSystemFailure(failure) ?? {}
  if (cause instanceof Error) return { message: cause.message, hint: adviseOnSystemError(cause) }
  return { message: (failure as Error).message, hint: NAME_CATALOG }
}
