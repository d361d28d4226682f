import { CatalogError } from '../base/errors.ts'

/** Creates the error of a request with bad syntax or impossible values: status 400 (Image API 3.0, 7.3). */
export function badRequest(message: string): CatalogError {
  return new CatalogError('invalid', message)
}

/** Creates the error of a valid request for a feature that the service lacks: status 501 (Image API 3.0, 7.3). */
export function notOffered(message: string): CatalogError {
  return new CatalogError('not_implemented', message)
}
