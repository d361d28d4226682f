import type { Micros } from '../base/clock.ts'

const MICROS_PER_MS = 1000
const MS_PER_MINUTE = 60_000

/** The names of all time zones that `parseZonedTime` knows, and UTC. */
export function listTimeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

/**
 * Parses the value of a field for a date and a time: `2026-03-01T12:00`, maybe with seconds. A time that clocks skip or
 * repeat is read with the offset before or after the change.
 * @returns undefined if it is no time, or if the zone is unknown
 */
export function parseZonedTime(text: string, timeZone: string): Micros | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/v.test(text.trim())) return undefined
  const local = Date.parse(`${text.trim()}Z`)
  if (Number.isNaN(local)) return undefined
  try {
    const guess = local - getOffset(local, timeZone)
    return (local - getOffset(guess, timeZone)) * MICROS_PER_MS
  } catch {
    return undefined
  }
}

/** Returns the offset of a zone from UTC at a time, in milliseconds. @throws RangeError if the zone is unknown */
function getOffset(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const { value = '' } = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName') ?? {}
  const [, sign = '+', hours = 0, minutes = 0] = /([+\-])(\d\d):(\d\d)/v.exec(value) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * MS_PER_MINUTE
  return sign === '-' ? -offset : offset
}
