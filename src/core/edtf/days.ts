/**
 * Days counted from 1970-01-01 in the proleptic Gregorian calendar with astronomical years (0 is 1 BC).
 * The algorithm is Howard Hinnant's days_from_civil, with eras of 400 years and years that begin in March. `Date` is
 * not used, because it ends at the year 275760 and reads the years 0 to 99 as 1900 to 1999.
 */

/** The first day of a date without a known beginning. */
export const BEGINNING_OF_TIME = Number.MIN_SAFE_INTEGER
/** The last day of a date without a known end. */
export const END_OF_TIME = Number.MAX_SAFE_INTEGER

/** Beyond this year, before or after 0, the number of days would not be exact. */
const MAX_YEAR = 24_000_000_000_000

const DAYS_PER_ERA = 146_097
const YEARS_PER_ERA = 400
/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH_SHIFT = 719_468

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

export interface CivilDate {
  year: number
  /** 1 to 12 */
  month: number
  /** 1 to 31 */
  day: number
}

/** Whole days since 1970-01-01; years too far away give BEGINNING_OF_TIME or END_OF_TIME. */
export function toDayNumber(year: number, month: number, day: number): number {
  if (year > MAX_YEAR) return END_OF_TIME
  if (year < -MAX_YEAR) return BEGINNING_OF_TIME
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / YEARS_PER_ERA)
  const yearOfEra = marchYear - era * YEARS_PER_ERA
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  return era * DAYS_PER_ERA + yearOfEra * 365 + leapDays + dayOfYear - EPOCH_SHIFT
}

/** The inverse of toDayNumber, for days inside the years that it counts exactly. */
export function toCivilDate(dayNumber: number): CivilDate {
  const shifted = dayNumber + EPOCH_SHIFT
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  return { year: era * YEARS_PER_ERA + yearOfEra + (month <= 2 ? 1 : 0), month, day }
}

export function getFirstDayOfYear(year: number): number {
  return toDayNumber(year, 1, 1)
}

export function getLastDayOfYear(year: number): number {
  return toDayNumber(year, 12, 31)
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % YEARS_PER_ERA === 0)
}

/** Returns the number of days of a month, 1 to 12. */
export function countDaysInMonth(year: number, month: number): number {
  if (month === 2 && isLeapYear(year)) return 29
  return MONTH_LENGTHS[month - 1] ?? 0
}
