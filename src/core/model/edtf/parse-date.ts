import { earliestDay, monthsOf } from './calendar-days.ts'
import type { CalendarDate, Part, PlainDate } from './edtf.ts'
import { isLongYear, parseLongYear } from './parse-long-year.ts'
import { combine, qualityOf, type Quality } from './quality.ts'
import { findDivision } from './seasons.ts'
import { refusal, slice, split, strayCharacter, type Stretch } from './stretch.ts'

/** A component as written: a mark before the digits, the digits, a mark after them. */
interface Field {
  whole: Stretch
  before: Quality
  digits: string
  after: Quality
}

const FIELD = /^([?~%]?)(-?[\dX]+)([?~%]?)$/u
const NAMES = ['year', 'month', 'day'] as const

/** Reads a date, a season or a long year. */
export function parsePlainDate(stretch: Stretch): PlainDate {
  if (isLongYear(stretch.text)) return parseLongYear(stretch)
  const fields = splitFields(stretch).map(readField)
  const [yearPart, monthPart = null, dayPart = null] = qualify(fields)
  if (yearPart === undefined) throw refusal('the date is missing', stretch)
  const [, month, day] = fields
  const date: CalendarDate = { kind: 'date', year: yearPart, month: monthPart, day: dayPart }
  if (month === undefined) return date
  const number = Number(month.digits)
  if (findDivision(number) === undefined) return existing(date, month, day)
  if (day !== undefined) throw refusal('a season or a part of a year takes no day', day.whole)
  return { kind: 'season', year: yearPart, number, quality: monthPart?.quality ?? 'exact' }
}

/** Splits at the hyphens, except the one that makes a year negative. */
function splitFields(stretch: Stretch): Stretch[] {
  const sign = /^[?~%]?-/u.exec(stretch.text)?.[0].length ?? 0
  const [first, ...rest] = split(slice(stretch, sign), '-')
  const year = slice(stretch, 0, sign + (first?.text.length ?? 0))
  const extra = rest[NAMES.length - 1]
  if (extra !== undefined) throw refusal('after the day a date is at its end', extra)
  return [year, ...rest]
}

function readField(whole: Stretch, index: number): Field {
  const name = NAMES[index] ?? 'day'
  const [, before, digits, after] = FIELD.exec(whole.text) ?? []
  if (before === undefined || digits === undefined || after === undefined) {
    throw badField(whole, name)
  }
  checkLength(whole, digits, name)
  if (name === 'year' && before !== '' && after !== '') {
    throw refusal('the year has two marks, and % alone means uncertain and approximate', whole)
  }
  return { whole, before: qualityOf(before), digits, after: qualityOf(after) }
}

function badField(whole: Stretch, name: string): Error {
  if (whole.text.replace(/[?~%-]/gu, '') === '') return refusal(`the ${name} is missing`, whole)
  const stray = strayCharacter(whole, /[^\dX?~%-]/u)
  return stray ?? refusal(`the marks ?, ~ and % stand singly before or after the ${name}`, whole)
}

function checkLength(whole: Stretch, digits: string, name: string): void {
  if (digits === '-0000') throw refusal('there is no year -0000', whole, '0000')
  const length = digits.replace('-', '').length
  if (name === 'year' && length > 4) {
    throw refusal('a year of more than four digits begins with Y', whole)
  }
  if (name === 'year' && length < 4) throw refusal('a year has four digits', whole)
  if (name !== 'year' && length !== 2) throw refusal(`a ${name} has two digits`, whole)
}

/** A mark before a component bears on it alone, a mark after it on it and all to its left. */
function qualify(fields: Field[]): Part[] {
  let fromTheRight: Quality = 'exact'
  const parts = fields.toReversed().map(({ digits, before, after }) => {
    fromTheRight = combine(fromTheRight, after)
    return { digits, quality: combine(fromTheRight, before) }
  })
  return parts.toReversed()
}

/** Refuses a month or a day that no calendar has. */
function existing(date: CalendarDate, month: Field, day: Field | undefined): CalendarDate {
  if (monthsOf(month.digits).length === 0) {
    throw refusal(`month ${month.digits} does not exist`, afterMark(month))
  }
  if (day !== undefined && earliestDay(date) === undefined) {
    const yearMonth = `${date.year.digits}-${month.digits}`
    throw refusal(`${yearMonth} has no day ${day.digits}`, afterMark(day))
  }
  return date
}

function afterMark(field: Field): Stretch {
  return field.before === 'exact' ? field.whole : slice(field.whole, 1)
}
