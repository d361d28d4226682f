import { z } from 'zod'
import { parseTimestamp, type Micros } from '../base/clock.ts'

/** A time in UTC with microseconds: the format of all times in responses. */
export const timestamp = z.iso
  .datetime({ precision: 6 })
  .meta({ examples: ['2024-05-17T09:30:12.482913Z'] })

/** Parses a time in a query string: an ISO 8601 timestamp, in UTC unless it has a time zone. Undefined for other text. */
export function parseTime(text: string): Micros | undefined {
  return parseTimestamp(withPlus(text)) ?? parseTimestamp(`${text}Z`)
}

/** An unescaped plus sign, as in `+02:00`, arrives as a space. */
function withPlus(text: string): string {
  return text.replace(/(?<=T.*\d) (?=\d{2}:\d{2}$)/, '+')
}
