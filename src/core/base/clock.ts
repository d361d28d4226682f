/** The current time as a dependency, so that tests can set it instead of waiting. */
export interface Clock {
  /** Microseconds since 1970-01-01T00:00:00Z. */
  now(): Micros
}

/** A point in time: whole microseconds since the epoch, UTC. Fits a safe integer until the year 2255. */
export type Micros = number

export const MICROS_PER_SECOND = 1_000_000

export const systemClock: Clock = {
  now: () => Date.now() * 1000,
}

/**
 * Returns the clock that replaces the one of a shared database in tests, else undefined. Nodes whose clocks differ must not
 * judge each other's times, so that otherwise the clock of the database counts.
 */
export function replaceDatabaseClock(clock: Clock): Clock | undefined {
  return clock === systemClock ? undefined : clock
}

const MICROS_PER_DAY = 24 * 60 * 60 * MICROS_PER_SECOND

/** Returns the midnight in UTC before a time. */
export function startOfDay(micros: Micros): Micros {
  return micros - (micros % MICROS_PER_DAY)
}

/** The day of the last time that was formatted: rows that are read together often share it. */
let lastDay = { day: 0, date: '1970-01-01' }

/** Formats a time as `2026-11-21T09:30:00.123456Z`: UTC with six digits, the only format of output. */
export function formatTimestamp(micros: Micros): string {
  const day = Math.floor(micros / MICROS_PER_DAY)
  if (day !== lastDay.day) {
    const midnight = new Date((day * MICROS_PER_DAY) / 1000).toISOString()
    lastDay = { day, date: midnight.slice(0, midnight.indexOf('T')) }
  }
  const rest = micros - day * MICROS_PER_DAY
  const seconds = Math.floor(rest / MICROS_PER_SECOND)
  const time = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(formatTwoDigits).join(':')
  const fraction = String(rest - seconds * MICROS_PER_SECOND).padStart(6, '0')
  return `${lastDay.date}T${time}.${fraction}Z`
}

function formatTwoDigits(number: number): string {
  return String(Math.floor(number)).padStart(2, '0')
}

const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\d*(Z|z|[+-]\d{2}:\d{2})$/

/** Parses an ISO 8601 timestamp with a time zone. Returns undefined for other text and impossible dates. */
export function parseTimestamp(text: string): Micros | undefined {
  const [, date, time, fraction = '', zone] = TIMESTAMP.exec(text) ?? []
  if (date === undefined || zone === undefined) return undefined
  const whole = Date.parse(`${date}T${time}${zone.toUpperCase()}`)
  if (Number.isNaN(whole) || !isCalendarDate(date)) return undefined
  return whole * 1000 + Number(fraction.padEnd(6, '0'))
}

function isCalendarDate(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
}
