import { MICROS_PER_SECOND, type Clock } from '../core/clock.ts'

/** Seconds that a Retry-After header asks for, as number or date (RFC 9110, section 10.2.3). */
export function retryAfterSeconds(header: string | undefined, clock: Clock): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  if (Number.isNaN(date)) return undefined
  return Math.max(0, Math.ceil(date / 1000 - clock.now() / MICROS_PER_SECOND))
}
