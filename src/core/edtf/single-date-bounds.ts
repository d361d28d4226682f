import { findEarliestDay, findLatestDay } from './calendar-days.ts'
import {
  toDayNumber,
  countDaysInMonth,
  getFirstDayOfYear,
  getLastDayOfYear,
  type CivilDate,
} from './days.ts'
import { expandDigits, isUnknown, knownUnit } from './digits.ts'
import type { CalendarDate, LongYear, Part, Season } from './edtf.ts'
import { countWideningUnits } from './quality.ts'
import { findDivision } from './seasons.ts'

/**
 * The first and the last day of a date, in days since 1970-01-01, inclusive. Strict: as written. Fuzzy: widened where
 * the date is uncertain or approximate. BEGINNING_OF_TIME or END_OF_TIME where an end is open or unknown.
 */
export interface DateBounds {
  strictFrom: number
  strictTo: number
  fuzzyFrom: number
  fuzzyTo: number
}

/** A distance in calendar units. Years and months are added before days. */
interface Shift {
  years: number
  months: number
  days: number
}

export function computeCalendarBounds(date: CalendarDate): DateBounds {
  const from = requireDefined(findEarliestDay(date))
  const to = requireDefined(findLatestDay(date))
  const shift = {
    years: computeWidening(date.year),
    months: computeWidening(date.month),
    days: computeWidening(date.day),
  }
  const wholeMonth = date.day === null || isUnknown(date.day.digits)
  return {
    strictFrom: countDays(from),
    strictTo: countDays(to),
    fuzzyFrom: shiftDate(from, { ...shift, direction: -1, wholeMonth: false }),
    fuzzyTo: shiftDate(to, { ...shift, direction: 1, wholeMonth }),
  }
}

export function computeSeasonBounds(season: Season): DateBounds {
  const division = requireDefined(findDivision(season.number))
  const firstYear = requireDefined(expandDigits(season.year.digits, 'ascending').next().value)
  const lastYear = requireDefined(expandDigits(season.year.digits, 'descending').next().value)
  const from = { year: firstYear, month: division.firstMonth, day: 1 }
  const to = getMonthEnd(lastYear, division.lastMonth)
  const months = countWideningUnits(season.quality) * division.step
  const shift = { years: computeWidening(season.year), months, days: 0, wholeMonth: true }
  return {
    strictFrom: countDays(from),
    strictTo: countDays(to),
    fuzzyFrom: shiftDate(from, { ...shift, direction: -1, wholeMonth: false }),
    fuzzyTo: shiftDate(to, { ...shift, direction: 1 }),
  }
}

export function computeLongYearBounds(written: LongYear): DateBounds {
  const year = toYearNumber(written)
  const [first, last] = findSignificantRange(written)
  const units = countWideningUnits(written.quality)
  return {
    strictFrom: getFirstDayOfYear(year),
    strictTo: getLastDayOfYear(year),
    fuzzyFrom: getFirstDayOfYear(first - units),
    fuzzyTo: getLastDayOfYear(last + units),
  }
}

/** Returns the year as a number: rounded beyond 2^53, and infinite far beyond. */
export function toYearNumber(written: LongYear): number {
  return Number(`${written.mantissa}e${written.exponent}`)
}

/** Finds the years that have the same significant digits. */
export function findSignificantRange(written: LongYear): [first: number, last: number] {
  const year = toYearNumber(written)
  if (written.significantDigits === null || !Number.isSafeInteger(year)) return [year, year]
  const digits = written.mantissa.replace('-', '').length + written.exponent
  const unit = 10 ** (digits - written.significantDigits)
  const low = Math.floor(Math.abs(year) / unit) * unit
  const high = low + unit - 1
  return written.mantissa.startsWith('-') ? [-high, -low] : [low, high]
}

/** Computes by how much a component widens in each direction, in its own unit. */
function computeWidening(part: Part | null): number {
  return part === null ? 0 : countWideningUnits(part.quality) * knownUnit(part.digits)
}

/** Shifts a date. A day that does not exist after the shift becomes the last day of its month. */
function shiftDate(
  date: CivilDate,
  by: Shift & { direction: 1 | -1; wholeMonth: boolean },
): number {
  const months = date.year * 12 + date.month - 1 + by.direction * (by.years * 12 + by.months)
  const year = Math.floor(months / 12)
  const month = months - year * 12 + 1
  const last = countDaysInMonth(year, month)
  const day = by.wholeMonth ? last : Math.min(date.day, last)
  return toDayNumber(year, month, day) + by.direction * by.days
}

function getMonthEnd(year: number, month: number): CivilDate {
  return { year, month, day: countDaysInMonth(year, month) }
}

function countDays(date: CivilDate): number {
  return toDayNumber(date.year, date.month, date.day)
}

/** The parser accepts only dates that mean at least one day. */
function requireDefined<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('the date means no day')
  return value
}
