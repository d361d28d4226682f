import { LRUCache } from 'lru-cache'
import type { Clock, Micros } from '../../base/clock.ts'
import type { RequestTimes } from '../../database/request-times.ts'
import { CatalogError } from '../../base/errors.ts'
import { createLocalRateLimiter } from './local-rate-limit.ts'
import { MINUTE, rateLimitedError, type RateLimit, type RateLimiter } from './rate-limit.ts'

/** Number of rejected keys in memory; beyond that, the database is asked again. */
const MAX_REJECTED = 10_000

/**
 * Limits the requests per key to all nodes together. While the database is unavailable, limits those to this process,
 * so that the limits cause no errors of their own.
 */
export function createSharedRateLimiter(
  { name, perMinute }: RateLimit,
  { clock, requestTimes }: { clock: Clock; requestTimes: RequestTimes },
): RateLimiter {
  const countLocally = createLocalRateLimiter(perMinute, clock)
  /** The times until which keys are rejected. They cannot come earlier, so a flood of requests skips the database. */
  const rejectedUntil = new LRUCache<string, Micros>({ max: MAX_REJECTED })
  return async (key) => {
    const rest = (rejectedUntil.get(key) ?? 0) - clock.now()
    // A longer time means that the clock was set back.
    if (rest > 0 && rest <= MINUTE) throw rateLimitedError(perMinute, rest)
    const wait = await requestTimes.record({ limit: name, client: key, perMinute }).catch(toOutage)
    if (wait === 'unavailable') return countLocally(key)
    if (wait === 0) return
    rejectedUntil.set(key, clock.now() + wait)
    throw rateLimitedError(perMinute, wait)
  }
}

/** @throws the error if it is a bug */
function toOutage(error: unknown): 'unavailable' {
  if (error instanceof CatalogError) return 'unavailable'
  throw error
}
