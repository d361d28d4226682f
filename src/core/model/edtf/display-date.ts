import { listDays, listMonths } from './calendar-days.ts'
import { displayYearNumber, displayYear, type YearText } from './display-year.ts'
import { isUnknown } from './digits.ts'
import type { CalendarDate, DateTime, LongYear, Part, PlainDate, Season } from './edtf.ts'
import { enumerate, formatRange, MONTH_NAMES, formatValues, UNKNOWN_DATE } from './english.ts'
import { toYearNumber, findSignificantRange } from './date-bounds.ts'
import { addQuality, addQualityByPart } from './display-quality.ts'
import { findDivision, isFraction } from './seasons.ts'

/** Formats a date, season or long year in English. */
export function displayPlainDate(date: PlainDate): string {
  switch (date.kind) {
    case 'date':
      return displayCalendarDate(date)
    case 'season':
      return displaySeason(date)
    default:
      return displayLongYear(date)
  }
}

/** "12 April 1985, 23:20:30 UTC+04:30" */
export function displayDateTime({ year, month, day, time, utcOffset }: DateTime): string {
  const zone = utcOffset === '' ? '' : ` UTC${utcOffset.replace('Z', '').replace('-', '−')}`
  return `${day} ${getMonthName(month)} ${displayYearNumber(year)}, ${time}${zone}`
}

function displayCalendarDate(date: CalendarDate): string {
  const { year, month, day } = date
  if ([year, month, day].every((part) => part === null || isUnknown(part.digits))) {
    return UNKNOWN_DATE
  }
  const parts = { day, month, year }
  return addQualityByPart(formatCalendarDate(date), parts, describeUnknownParts(month, day))
}

function formatCalendarDate(date: CalendarDate): string {
  const year = displayYear(date.year.digits)
  const { month } = date
  const days = dropUnknown(date.day) === null ? '' : formatDays(date)
  if (month === null) return year.text
  if (isUnknown(month.digits)) return days === '' ? year.text : formatDayOfUnknownMonth(days, year)
  if (days === '') return joinYear(formatMonths(month.digits), year)
  const months = enumerate(listMonths(month.digits).map(getMonthName), 'or')
  return joinYear(`${days} ${months}`, year)
}

function formatDays(date: CalendarDate): string {
  return formatValues(listDays(date), String)
}

function formatDayOfUnknownMonth(days: string, year: YearText): string {
  if (year.joiner === ' of an ') return `day ${days} of an unknown month and year`
  const joiner = year.joiner === ' ' ? ' in ' : year.joiner
  return `day ${days} of an unknown month${joiner}${year.text}`
}

function formatMonths(digits: string): string {
  return formatValues(listMonths(digits), getMonthName)
}

function getMonthName(month: number): string {
  return MONTH_NAMES[month - 1] ?? ''
}

function dropUnknown(part: Part | null): Part | null {
  return part === null || isUnknown(part.digits) ? null : part
}

/** Returns the note about parts written as XX: "month and day unknown". */
function describeUnknownParts(month: Part | null, day: Part | null): string | null {
  if (dropUnknown(day) !== null) return null
  const names = []
  if (month !== null && isUnknown(month.digits)) names.push('month')
  if (day !== null) names.push('day')
  return names.length === 0 ? null : `${names.join(' and ')} unknown`
}

function displaySeason(season: Season): string {
  const division = findDivision(season.number)
  const year = displayYear(season.year.digits)
  const text = joinYear(division?.name ?? '', isFraction(season.number) ? joinWithOf(year) : year)
  return addQualityByPart(
    text,
    { season: season.quality, year: season.year },
    division?.note ?? null,
  )
}

/** "1st half of 1931", "1st half of a year in the 1930s" */
function joinWithOf(year: YearText): YearText {
  if (year.joiner === ' ') return { text: year.text, joiner: ' of ' }
  if (year.joiner === ' in the ') return { text: year.text, joiner: ' of a year in the ' }
  return year
}

function joinYear(part: string, year: YearText): string {
  return `${part}${year.joiner}${year.text}`
}

function displayLongYear(written: LongYear): string {
  const year = formatLongYear(written)
  if (written.significantDigits === null) return addQuality(year, written.quality)
  const [first, last] = findSignificantRange(written)
  return first === last
    ? year
    : `c. ${year} (${formatRange(groupDigits(first), groupDigits(last))})`
}

function formatLongYear(written: LongYear): string {
  const value = toYearNumber(written)
  if (Math.abs(value) < 10_000) return displayYearNumber(value)
  if (Number.isSafeInteger(value)) return `year ${groupDigits(value)}`
  const mantissa = written.mantissa.replace('-', '−')
  return written.exponent === 0 ? `year ${mantissa}` : `year ${mantissa} × 10^${written.exponent}`
}

/** "19,000"; years of up to four digits have no comma. */
function groupDigits(year: number): string {
  if (Math.abs(year) < 10_000) return displayYearNumber(year)
  return String(year)
    .replace('-', '−')
    .replace(/\B(?=(?:\d{3})+$)/gu, ',')
}
