import { findEarliestDay, listMonths } from './calendar-days.ts'
import type { CalendarDate, Part, PlainDate } from './edtf.ts'
import { isLongYear, parseLongYear } from './parse-long-year.ts'
import { combine, parseQuality, type Quality } from './quality.ts'
import { findDivision } from './seasons.ts'
import { errorAt, slice, split, findStrayCharacter, type TextSpan } from './text-span.ts'

/** A component as written: a qualifier, the digits, a qualifier. */
interface Field {
  whole: TextSpan
  before: Quality
  digits: string
  after: Quality
}

const FIELD = /^([?~%]?)(-?[\dX]+)([?~%]?)$/u
const NAMES = ['year', 'month', 'day'] as const

/** Parses a date, a season or a long year. */
export function parsePlainDate(span: TextSpan): PlainDate {
  if (isLongYear(span.text)) return parseLongYear(span)
  const fields = splitFields(span).map(readField)
  const [yearPart, monthPart = null, dayPart = null] = combineQualifiers(fields)
  if (yearPart === undefined) throw errorAt('the date is missing', span)
  const [, month, day] = fields
  const date: CalendarDate = { kind: 'date', year: yearPart, month: monthPart, day: dayPart }
  if (month === undefined) return date
  const number = Number(month.digits)
  if (findDivision(number) === undefined) return requireExisting(date, month, day)
  if (day !== undefined) throw errorAt('a season or a part of a year has no day', day.whole)
  return { kind: 'season', year: yearPart, number, quality: monthPart?.quality ?? 'exact' }
}

/** Splits at the hyphens, except the one that makes a year negative. */
function splitFields(span: TextSpan): TextSpan[] {
  const sign = /^[?~%]?-/u.exec(span.text)?.[0].length ?? 0
  const [first, ...rest] = split(slice(span, sign), '-')
  const year = slice(span, 0, sign + (first?.text.length ?? 0))
  const extra = rest[NAMES.length - 1]
  if (extra !== undefined) throw errorAt('a date ends after the day', extra)
  return [year, ...rest]
}

function readField(whole: TextSpan, index: number): Field {
  const name = NAMES[index] ?? 'day'
  const [, before, digits, after] = FIELD.exec(whole.text) ?? []
  if (before === undefined || digits === undefined || after === undefined) {
    throw explainInvalidField(whole, name)
  }
  checkLength(whole, digits, name)
  if (name === 'year' && before !== '' && after !== '') {
    throw errorAt('the year has two qualifiers; % alone means uncertain and approximate', whole)
  }
  return { whole, before: parseQuality(before), digits, after: parseQuality(after) }
}

function explainInvalidField(whole: TextSpan, name: string): Error {
  if (whole.text.replace(/[?~%-]/gu, '') === '') return errorAt(`the ${name} is missing`, whole)
  const stray = findStrayCharacter(whole, /[^\dX?~%-]/u)
  return stray ?? errorAt(`only one of ?, ~ and % may stand before or after the ${name}`, whole)
}

function checkLength(whole: TextSpan, digits: string, name: string): void {
  if (digits === '-0000') throw errorAt('there is no year -0000', whole, '0000')
  const length = digits.replace('-', '').length
  if (name === 'year' && length > 4) {
    throw errorAt('a year of more than four digits begins with Y', whole)
  }
  if (name === 'year' && length < 4) throw errorAt('a year has four digits', whole)
  if (name !== 'year' && length !== 2) throw errorAt(`a ${name} has two digits`, whole)
}

/** A qualifier before a component applies to it only; one after it also applies to all components to its left. */
function combineQualifiers(fields: Field[]): Part[] {
  let fromTheRight: Quality = 'exact'
  const parts = fields.toReversed().map(({ digits, before, after }) => {
    fromTheRight = combine(fromTheRight, after)
    return { digits, quality: combine(fromTheRight, before) }
  })
  return parts.toReversed()
}

/** Rejects a month or a day that does not exist. */
function requireExisting(date: CalendarDate, month: Field, day: Field | undefined): CalendarDate {
  if (listMonths(month.digits).length === 0) {
    throw errorAt(`month ${month.digits} does not exist`, skipQualifier(month))
  }
  if (day !== undefined && findEarliestDay(date) === undefined) {
    const yearMonth = `${date.year.digits}-${month.digits}`
    throw errorAt(`${yearMonth} has no day ${day.digits}`, skipQualifier(day))
  }
  return date
}

function skipQualifier(field: Field): TextSpan {
  return field.before === 'exact' ? field.whole : slice(field.whole, 1)
}
