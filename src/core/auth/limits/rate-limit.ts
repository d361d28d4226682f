import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import { CatalogError } from '../../base/errors.ts'

/** A limit of requests per client. */
export interface RateLimit {
  /** Distinguishes it from the other limits. All nodes use the same name. */
  name: string
  perMinute: number
}

/**
 * Counts a request.
 * @param key a client address or a user
 * @throws CatalogError kind `rate_limited` if the limit is exceeded
 */
export type RateLimiter = (key: string) => void | Promise<void>

/** The window of all rate limits. */
export const MINUTE: Micros = 60 * MICROS_PER_SECOND

/** Creates the error of a request over the limit. @param wait time until the next request is accepted */
export function rateLimitedError(perMinute: number, wait: Micros): CatalogError {
  const retryAfterSeconds = Math.ceil(wait / MICROS_PER_SECOND)
  const problem = ['too_many_requests', perMinute, retryAfterSeconds] as const
  return new CatalogError('rate_limited', problem, { retryAfterSeconds })
}
