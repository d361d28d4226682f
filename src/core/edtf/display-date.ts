import { listDays, listMonths } from './calendar-days.ts'
import { displayYear } from './display-year.ts'
import { isUnknown } from './digits.ts'
import type { CalendarDate, DateTime, LongYear, Part, PlainDate, Season } from './edtf.ts'
import { toYearNumber, findSignificantRange } from './single-date-bounds.ts'
import { addQualityByPart } from './display-quality.ts'
import { formatRange, formatValues, type DatePhrases, type PartName } from './phrases/phrases.ts'

import { findDivision } from './seasons.ts'

/** Formats a date, season or long year in words. */
export function displayPlainDate(date: PlainDate, phrases: DatePhrases): string {
  switch (date.kind) {
    case 'date':
      return displayCalendarDate(date, phrases)
    case 'season':
      return displaySeason(date, phrases)
    default:
      return displayLongYear(date, phrases)
  }
}

/** "12 April 1985, 23:20:30 UTC+04:30" */
export function displayDateTime(dateTime: DateTime, phrases: DatePhrases): string {
  const { year, month, day, time, utcOffset } = dateTime
  const zone = utcOffset === '' ? '' : ` UTC${utcOffset.replace('Z', '').replace('-', '−')}`
  const dayOfMonth = phrases.dayOfMonth(phrases.day(day), getMonthName(month, phrases))
  const date = phrases.inYear(dayOfMonth, { text: phrases.year(year), kind: 'year' })
  return `${date}, ${time}${zone}`
}

function displayCalendarDate(date: CalendarDate, phrases: DatePhrases): string {
  const { year, month, day } = date
  if ([year, month, day].every((part) => part === null || isUnknown(part.digits))) {
    return phrases.unknownDate
  }
  return addQualityByPart(
    formatCalendarDate(date, phrases),
    [
      ['day', day],
      ['month', month],
      ['year', year],
    ],
    { phrases, otherNote: describeUnknownParts(month, day, phrases) },
  )
}

function formatCalendarDate(date: CalendarDate, phrases: DatePhrases): string {
  const year = displayYear(date.year.digits, phrases)
  const { month } = date
  const days =
    dropUnknown(date.day) === null ? '' : formatValues(listDays(date), phrases.day, phrases)
  if (month === null) return year.text
  if (isUnknown(month.digits)) {
    return days === '' ? year.text : phrases.dayOfUnknownMonth(days, year)
  }
  const months = listMonths(month.digits)
  const name = (number: number) => getMonthName(number, phrases)
  if (days === '') return phrases.inYear(formatValues(months, name, phrases), year)
  const choice = phrases.enumerate(months.map(name), 'or')
  return phrases.inYear(phrases.dayOfMonth(days, choice), year)
}

function getMonthName(month: number, { months }: DatePhrases): string {
  return months[month - 1] ?? ''
}

function dropUnknown(part: Part | null): Part | null {
  return part === null || isUnknown(part.digits) ? null : part
}

/** Returns the note about parts written as XX: "month and day unknown". */
function describeUnknownParts(
  month: Part | null,
  day: Part | null,
  phrases: DatePhrases,
): string | null {
  if (dropUnknown(day) !== null) return null
  const names: PartName[] = []
  if (month !== null && isUnknown(month.digits)) names.push('month')
  if (day !== null) names.push('day')
  return names.length === 0 ? null : phrases.describeParts(names, 'unknown')
}

function displaySeason(season: Season, phrases: DatePhrases): string {
  const name = findDivision(season.number)?.name
  if (name === undefined) throw new RangeError(`no part of a year has the number ${season.number}`)
  const year = displayYear(season.year.digits, phrases)
  const text =
    'season' in name
      ? phrases.inYear(phrases.seasons[name.season], year)
      : phrases.fractionOfYear(phrases.fraction(name), year)
  const hemisphere = 'season' in name ? name.hemisphere : null
  return addQualityByPart(
    text,
    [
      ['season', season.quality],
      ['year', season.year],
    ],
    { phrases, otherNote: hemisphere && phrases.hemispheres[hemisphere] },
  )
}

function displayLongYear(written: LongYear, phrases: DatePhrases): string {
  const year = formatLongYear(written, phrases)
  if (written.significantDigits === null) return phrases.qualify(year, written.quality)
  const [first, last] = findSignificantRange(written)
  if (first === last) return year
  const range = formatRange(groupDigits(first, phrases), groupDigits(last, phrases))
  return `${phrases.qualify(year, 'approximate')} (${range})`
}

function formatLongYear(written: LongYear, phrases: DatePhrases): string {
  const value = toYearNumber(written)
  if (Math.abs(value) < 10_000) return phrases.year(value)
  if (Number.isSafeInteger(value)) return phrases.largeYear(groupDigits(value, phrases))
  const mantissa = written.mantissa.replace('-', '−')
  return phrases.largeYear(
    written.exponent === 0 ? mantissa : `${mantissa} × 10^${written.exponent}`,
  )
}

/** "19,000"; years of up to four digits have no separator. */
function groupDigits(year: number, { year: formatYear, thousandsSeparator }: DatePhrases): string {
  if (Math.abs(year) < 10_000) return formatYear(year)
  return String(year)
    .replace('-', '−')
    .replace(/\B(?=(?:\d{3})+$)/gu, thousandsSeparator)
}
