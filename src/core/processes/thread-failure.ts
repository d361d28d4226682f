import { CatalogError } from '../../errors.ts'
import { toSystemFailure } from '../../system-failure.ts'
import type { SearchFailure } from './messages.ts'

/** Converts an error for the way from a search thread to the server. Undefined for errors that are bugs. */
export function toSearchFailure(error: unknown): SearchFailure | undefined {
  const known = error instanceof CatalogError ? error : toSystemFailure(error)
  if (!known) return undefined
  const { retryAfterSeconds } = known.details
  return {
    kind: known.kind,
    message: known.message,
    ...(retryAfterSeconds && { retryAfterSeconds }),
  }
}

export function fromSearchFailure({
  kind,
  message,
  retryAfterSeconds,
}: SearchFailure): CatalogError {
  return new CatalogError(kind, message, { ...(retryAfterSeconds && { retryAfterSeconds }) })
}
