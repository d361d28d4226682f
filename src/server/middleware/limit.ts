import { MICROS_PER_SECOND, type Clock, type Micros } from '../../core/clock.ts'
import { CatalogError } from '../../core/errors.ts'

const MINUTE: Micros = 60 * MICROS_PER_SECOND

/** So many addresses are remembered at once; beyond, those not heard of for longest are let off. */
const MAX_ADDRESSES = 100_000

/** @throws CatalogError kind `rate_limited` when the address has had its share */
export type Limiter = (address: string) => void

/**
 * Lets so many requests of one address pass within any minute. One that is refused does not prolong the wait.
 */
export function createLimiter(perMinute: number, clock: Clock): Limiter {
  /** When each address was let pass, oldest first; the address last let pass comes last. */
  const passed = new Map<string, Micros[]>()
  return (address) => {
    const now = clock.now()
    const times = (passed.get(address) ?? []).filter((time) => isRecent(time, now))
    const [oldest] = times
    if (oldest !== undefined && times.length >= perMinute) {
      throw tooMany(perMinute, oldest + MINUTE - now)
    }
    passed.delete(address)
    forgetOld(passed, now)
    passed.set(address, [...times, now])
  }
}

/** A time still to come is one from before the clock was put back. */
function isRecent(time: Micros, now: Micros): boolean {
  return time > now - MINUTE && time <= now
}

function forgetOld(passed: Map<string, Micros[]>, now: Micros): void {
  for (const [address, times] of passed) {
    const last = times.at(-1) ?? 0
    if (isRecent(last, now) && passed.size < MAX_ADDRESSES) return
    passed.delete(address)
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
