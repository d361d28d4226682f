import { CatalogError } from '../../core/base/errors.ts'

/** Code of a failure after which the change may have been made. */
export const UPDATE_UNANSWERED = 'update.unanswered'

/** Code of a failure to place an image whose metadata was changed. */
export const PLACE_REFUSED = 'place.refused'

export function updateUnanswered(failure: CatalogError): CatalogError {
  const message = `It is not known whether the image was updated. ${failure.message} Run the update again.`
  return new CatalogError('unavailable', message, { code: UPDATE_UNANSWERED, cause: failure })
}

export function placeRefused(failure: CatalogError): CatalogError {
  const message = `The metadata was changed, but the image could not be placed: ${failure.message}`
  return new CatalogError(failure.kind, message, { code: PLACE_REFUSED, cause: failure })
}

/** Without an ETag, the update could overwrite a change by someone else. */
export function missingETagError(): CatalogError {
  const message = 'The response has no ETag; a proxy may have removed it. Nothing was sent.'
  return new CatalogError('unsupported', message, { code: 'etag.missing' })
}
