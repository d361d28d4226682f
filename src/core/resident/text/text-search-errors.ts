import { CatalogError, capacityExceeded } from '../../base/errors.ts'

const SLOW_SECONDS = 10
const BUSY_SECONDS = 5

/** Creates the error of a text search that exceeded its deadline. */
export function tooSlow(seconds: number): CatalogError {
  const message = `The search took longer than ${seconds} seconds. Search for fewer or longer words, lower the threshold, or filter by collection, source, subject or year.`
  return new CatalogError('unavailable', message, { retryAfterSeconds: SLOW_SECONDS })
}

/** Creates the error of a text search that is rejected because too many wait. */
export function tooManySearches(): CatalogError {
  return capacityExceeded('Too many searches are waiting.', BUSY_SECONDS, 'searches')
}
