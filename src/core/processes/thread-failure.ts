import { CatalogError, type ErrorKind } from '../errors.ts'
import { toSystemFailure } from '../system-failure.ts'

/** A CatalogError on its way from a thread to the server. Structured cloning would drop its kind. */
export interface ThreadFailure {
  kind: ErrorKind
  message: string
  retryAfterSeconds?: number
}

/** Returns undefined for errors that are bugs. */
export function toThreadFailure(error: unknown): ThreadFailure | undefined {
  const known = error instanceof CatalogError ? error : toSystemFailure(error)
  if (!known) return undefined
  const { retryAfterSeconds } = known.details
  return {
    kind: known.kind,
    message: known.message,
    ...(retryAfterSeconds && { retryAfterSeconds }),
  }
}

/** @throws an error that is a bug, such as a trap of a kernel: nothing in memory can be trusted, so the thread ends */
export function requireThreadFailure(error: unknown): ThreadFailure {
  const failure = toThreadFailure(error)
  if (!failure) throw error
  return failure
}

export function fromThreadFailure({
  kind,
  message,
  retryAfterSeconds,
}: ThreadFailure): CatalogError {
  return new CatalogError(kind, message, { ...(retryAfterSeconds && { retryAfterSeconds }) })
}
