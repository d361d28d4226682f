import { MICROS_PER_SECOND, type Clock } from '../core/clock.ts'

/** No timer can be set for much longer. */
const A_DAY = 24 * 60 * 60

/** Seconds that a Retry-After header asks for, as number or date (RFC 9110, section 10.2.3); a day at most. */
export function parseRetryAfter(header: string | undefined, clock: Clock): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header.trim())) return Math.min(A_DAY, Number(header))
  const date = Date.parse(header)
  if (Number.isNaN(date)) return undefined
  const seconds = Math.ceil(date / 1000 - clock.now() / MICROS_PER_SECOND)
  return Math.min(A_DAY, Math.max(0, seconds))
}
