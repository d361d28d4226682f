import type { Clock, Micros } from '../../base/clock.ts'
import { MINUTE, rateLimitedError } from './rate-limit.ts'

/** Number of keys in memory; beyond that, the least recently used are dropped. */
const MAX_KEYS = 100_000

/**
 * Counts a request.
 * @param key a client address or a user
 * @throws CatalogError kind `rate_limited` if the limit is exceeded
 */
export type LocalRateLimiter = (key: string) => void

/** Limits the requests per key to this process within any 60 seconds. Rejected requests do not count. */
export function createLocalRateLimiter(perMinute: number, clock: Clock): LocalRateLimiter {
  /** Times of the accepted requests by key, oldest first; keys in the order of their last request. */
  const acceptedTimes = new Map<string, Micros[]>()
  return (key) => {
    const now = clock.now()
    const times = dropOldTimes(acceptedTimes.get(key), now)
    const [oldest] = times
    if (oldest !== undefined && times.length >= perMinute) {
      throw rateLimitedError(perMinute, oldest + MINUTE - now)
    }
    acceptedTimes.delete(key)
    dropExpired(acceptedTimes, now)
    times.push(now)
    acceptedTimes.set(key, times)
  }
}

/** Removes old times from the front, without a copy, since a limit may be thousands per minute. */
function dropOldTimes(times: Micros[] = [], now: Micros): Micros[] {
  if ((times.at(-1) ?? 0) > now) return times.filter((time) => isRecent(time, now))
  const old = times.findIndex((time) => isRecent(time, now))
  times.splice(0, old < 0 ? times.length : old)
  return times
}

/** Times in the future do not count: they were recorded before the clock was set back. */
function isRecent(time: Micros, now: Micros): boolean {
  return time > now - MINUTE && time <= now
}

function dropExpired(timesByKey: Map<string, Micros[]>, now: Micros): void {
  for (const [key, times] of timesByKey) {
    const last = times.at(-1) ?? 0
    if (isRecent(last, now) && timesByKey.size < MAX_KEYS) return
    timesByKey.delete(key)
  }
}
