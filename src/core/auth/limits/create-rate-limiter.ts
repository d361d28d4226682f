import type { Clock } from '../../base/clock.ts'
import type { RequestTimes } from '../../database/request-times.ts'
import { createLocalRateLimiter } from './local-rate-limit.ts'
import type { RateLimit, RateLimiter } from './rate-limit.ts'
import { createSharedRateLimiter } from './shared-rate-limit.ts'

/** Clock and counter of rate limiters. */
export interface LimitServices {
  clock: Clock
  /** Counts requests to all nodes together; null if there is only this process. */
  requestTimes: RequestTimes | null
}

/**
 * Limits the requests per key within any 60 seconds: to all nodes together if the database counts them, or else to
 * this process. Rejected requests do not count. The only place that chooses.
 */
export function createRateLimiter(
  limit: RateLimit,
  { clock, requestTimes }: LimitServices,
): RateLimiter {
  if (requestTimes === null) return createLocalRateLimiter(limit.perMinute, clock)
  return createSharedRateLimiter(limit, { clock, requestTimes })
}
