import type { Capacity } from '../../base/capacity-log.ts'
import { CatalogError, type ErrorKind } from '../../base/errors.ts'
import type { Problem } from '../../base/problems/problem.ts'
import { toSystemFailure } from '../../database/system-failure.ts'

/** A CatalogError on its way from a thread to the server. Structured cloning would drop its kind. */
export interface ThreadFailure {
  kind: ErrorKind
  message: string
  problem?: Problem
  code?: string
  retryAfterSeconds?: number
  capacity?: Capacity
}

/** Returns undefined for errors that are bugs. */
export function toThreadFailure(error: unknown): ThreadFailure | undefined {
  const known = error instanceof CatalogError ? error : toSystemFailure(error)
  if (!known) return undefined
  const { code, retryAfterSeconds, capacity } = known.details
  return {
    kind: known.kind,
    message: known.message,
    ...(known.problem && { problem: known.problem }),
    ...(code !== undefined && { code }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
    ...(capacity && { capacity }),
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
  problem,
  code,
  retryAfterSeconds,
  capacity,
}: ThreadFailure): CatalogError {
  return new CatalogError(kind, problem ?? message, {
    ...(code !== undefined && { code }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
    ...(capacity && { capacity }),
  })
}
