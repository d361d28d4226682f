import type { Services } from '../../core/services.ts'
import { createLocalRateLimiter } from './local-rate-limit.ts'
import type { RateLimit, RateLimiter } from './rate-limit.ts'
import { createSharedRateLimiter } from './shared-rate-limit.ts'

/**
 * Limits the requests per key within any 60 seconds: to all nodes together if the database counts them, or else to
 * this process. Rejected requests do not count. The only place that chooses.
 */
export function createRateLimiter(
  limit: RateLimit,
  { clock, requestTimes }: Pick<Services, 'clock' | 'requestTimes'>,
): RateLimiter {
  if (requestTimes === null) return createLocalRateLimiter(limit.perMinute, clock)
  return createSharedRateLimiter(limit, { clock, requestTimes })
}
