import { MICROS_PER_SECOND, type Clock, type Micros } from '../../core/clock.ts'
import { CatalogError } from '../../core/errors.ts'

const MINUTE: Micros = 60 * MICROS_PER_SECOND

/** So many keys are remembered at once; beyond that, the least recently seen are forgotten. */
const MAX_KEYS = 100_000

/** @param key an address or a user @throws CatalogError kind `rate_limited` when it has had its share */
export type Limiter = (key: string) => void

/**
 * Lets so many requests of one key pass within any minute. One that is refused does not prolong the wait.
 */
export function createLimiter(perMinute: number, clock: Clock): Limiter {
  /** When each key was let pass, oldest first; the key last let pass comes last. */
  const passed = new Map<string, Micros[]>()
  return (key) => {
    const now = clock.now()
    const times = recentOf(passed.get(key), now)
    const [oldest] = times
    if (oldest !== undefined && times.length >= perMinute) {
      throw tooMany(perMinute, oldest + MINUTE - now)
    }
    passed.delete(key)
    forgetOld(passed, now)
    times.push(now)
    passed.set(key, times)
  }
}

/** Drops from the front only, since a limit may be thousands a minute. */
function recentOf(times: Micros[] = [], now: Micros): Micros[] {
  if ((times.at(-1) ?? 0) > now) return times.filter((time) => isRecent(time, now))
  const old = times.findIndex((time) => isRecent(time, now))
  times.splice(0, old < 0 ? times.length : old)
  return times
}

/** A time still to come is one from before the clock was put back. */
function isRecent(time: Micros, now: Micros): boolean {
  return time > now - MINUTE && time <= now
}

function forgetOld(passed: Map<string, Micros[]>, now: Micros): void {
  for (const [key, times] of passed) {
    const last = times.at(-1) ?? 0
    if (isRecent(last, now) && passed.size < MAX_KEYS) return
    passed.delete(key)
  }
}

function tooMany(perMinute: number, wait: Micros): CatalogError {
  const retryAfterSeconds = Math.ceil(wait / MICROS_PER_SECOND)
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds'
  return new CatalogError(
    'rate_limited',
    `Too many requests: at most ${perMinute} a minute. Try again in ${retryAfterSeconds} ${unit}.`,
    { retryAfterSeconds },
  )
}
