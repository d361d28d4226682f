import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { CatalogError } from '../../core/errors.ts'

/**
 * Counts requests per client address over a minute, before anything of them is read.
 * @returns a function that throws CatalogError kind `rate_limited` when the address has had its share
 */
export function createLimiter(perMinute: number): (address: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (address) => {
    try {
      await limiter.consume(address)
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const retryAfterSeconds = Math.ceil(refused.msBeforeNext / 1000)
      throw new CatalogError(
        'rate_limited',
        `Too many requests: at most ${perMinute} a minute. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      )
    }
  }
}
