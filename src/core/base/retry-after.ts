import { MICROS_PER_SECOND, type Clock } from './clock.ts'

/** Node.js timers cannot run longer than about 24 days. */
const MAX_SECONDS = 24 * 60 * 60

/** Parses a Retry-After header, a number or a date (RFC 9110, section 10.2.3). @returns seconds, at most one day */
export function parseRetryAfter(header: string | undefined, clock: Clock): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header.trim())) return Math.min(MAX_SECONDS, Number(header))
  const date = Date.parse(header)
  if (Number.isNaN(date)) return undefined
  const seconds = Math.ceil(date / 1000 - clock.now() / MICROS_PER_SECOND)
  return Math.min(MAX_SECONDS, Math.max(0, seconds))
}
