import type { DateBounds } from './edtf-bounds.ts'
import { earliestDay, latestDay } from './calendar-days.ts'
import { dayNumber, daysInMonth, firstDayOfYear, lastDayOfYear, type CivilDate } from './days.ts'
import { fillings, isUnknown, knownUnit } from './digits.ts'
import type { CalendarDate, LongYear, Part, Season } from './edtf.ts'
import { unitsWidened } from './quality.ts'
import { findDivision } from './seasons.ts'

/** A distance in calendar units; years and months are gone before days are. */
interface Shift {
  years: number
  months: number
  days: number
}

export function calendarBounds(date: CalendarDate): DateBounds {
  const from = existing(earliestDay(date))
  const to = existing(latestDay(date))
  const shift = {
    years: widening(date.year),
    months: widening(date.month),
    days: widening(date.day),
  }
  const wholeMonth = date.day === null || isUnknown(date.day.digits)
  return {
    strictFrom: toDayNumber(from),
    strictTo: toDayNumber(to),
    fuzzyFrom: shifted(from, { ...shift, direction: -1, wholeMonth: false }),
    fuzzyTo: shifted(to, { ...shift, direction: 1, wholeMonth }),
  }
}

export function seasonBounds(season: Season): DateBounds {
  const division = existing(findDivision(season.number))
  const firstYear = existing(fillings(season.year.digits, 'rising').next().value)
  const lastYear = existing(fillings(season.year.digits, 'falling').next().value)
  const from = { year: firstYear, month: division.firstMonth, day: 1 }
  const to = monthEnd(lastYear, division.lastMonth)
  const months = unitsWidened(season.quality) * division.step
  const shift = { years: widening(season.year), months, days: 0, wholeMonth: true }
  return {
    strictFrom: toDayNumber(from),
    strictTo: toDayNumber(to),
    fuzzyFrom: shifted(from, { ...shift, direction: -1, wholeMonth: false }),
    fuzzyTo: shifted(to, { ...shift, direction: 1 }),
  }
}

export function longYearBounds(written: LongYear): DateBounds {
  const year = longYearValue(written)
  const [first, last] = significantRange(written)
  const units = unitsWidened(written.quality)
  return {
    strictFrom: firstDayOfYear(year),
    strictTo: lastDayOfYear(year),
    fuzzyFrom: firstDayOfYear(first - units),
    fuzzyTo: lastDayOfYear(last + units),
  }
}

/** The year as a number; beyond 2^53 it is rounded, far beyond that it is infinite. */
export function longYearValue(written: LongYear): number {
  return Number(`${written.mantissa}e${written.exponent}`)
}

/** The years that agree with the written one in all its significant digits. */
export function significantRange(written: LongYear): [first: number, last: number] {
  const year = longYearValue(written)
  if (written.significantDigits === null || !Number.isSafeInteger(year)) return [year, year]
  const digits = written.mantissa.replace('-', '').length + written.exponent
  const unit = 10 ** (digits - written.significantDigits)
  const low = Math.floor(Math.abs(year) / unit) * unit
  const high = low + unit - 1
  return written.mantissa.startsWith('-') ? [-high, -low] : [low, high]
}

/** By how much a component widens either way, in its own unit. */
function widening(part: Part | null): number {
  return part === null ? 0 : unitsWidened(part.quality) * knownUnit(part.digits)
}

/** A day that the calendar lacks after the shift gives way to the last one of its month. */
function shifted(date: CivilDate, by: Shift & { direction: 1 | -1; wholeMonth: boolean }): number {
  const months = date.year * 12 + date.month - 1 + by.direction * (by.years * 12 + by.months)
  const year = Math.floor(months / 12)
  const month = months - year * 12 + 1
  const last = daysInMonth(year, month)
  const day = by.wholeMonth ? last : Math.min(date.day, last)
  return dayNumber(year, month, day) + by.direction * by.days
}

function monthEnd(year: number, month: number): CivilDate {
  return { year, month, day: daysInMonth(year, month) }
}

function toDayNumber(date: CivilDate): number {
  return dayNumber(date.year, date.month, date.day)
}

/** The parser lets only dates pass that stand for at least one day. */
function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('this date stands for no day at all')
  return value
}
