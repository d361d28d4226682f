import { capacityExceeded, CatalogError, conflict, tryAgain } from '../../base/errors.ts'
import { NO_MODEL } from '../../base/lasting-outages.ts'

const LOADING_SECONDS = 30
const SLOW_SECONDS = 10
const CHANGE_SECONDS = 5
const BUSY_SECONDS = 5

/** When clients retry a search that is rejected because too many wait, and why. */
export const TOO_MANY_SEARCHES = {
  problem: 'Too many searches are waiting.',
  retrySeconds: BUSY_SECONDS,
  capacity: 'searches',
} as const

export function tooManySearches(): CatalogError {
  const { problem, retrySeconds, capacity } = TOO_MANY_SEARCHES
  return capacityExceeded(problem, retrySeconds, capacity)
}

/** Creates the error of a semantic search that exceeded its deadline. */
export function tooSlow(seconds: number): CatalogError {
  return tryAgain(`The search took longer than ${seconds} seconds.`, SLOW_SECONDS)
}

export function stillLoading(): CatalogError {
  return tryAgain('The embeddings are being loaded.', LOADING_SECONDS)
}

/** @param hint how to install a model */
export function noModel(message: string, hint: string): CatalogError {
  return new CatalogError('unavailable', message, { hint, code: NO_MODEL })
}

export function notEmbedded(): CatalogError {
  return conflict(['not_embedded'])
}

export function changingModel(): CatalogError {
  return tryAgain('The embedding model is being changed.', CHANGE_SECONDS)
}
