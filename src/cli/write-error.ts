import { CatalogError } from '../core/errors.ts'

/** Creates the error of a file that cannot be written. */
export function toWriteError(path: string, cause: unknown): CatalogError {
  const message = `Cannot write ${path}: ${(cause as Error).message}.`
  return new CatalogError('conflict', message, { cause })
}
