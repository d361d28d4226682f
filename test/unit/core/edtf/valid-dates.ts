import * as fc from 'fast-check'
import { MAX_DATE_TEXT } from '../../../../src/core/edtf/edtf.ts'
import { toCivilDate, toDayNumber } from '../../../../src/core/edtf/days.ts'

/** A valid EDTF text made from a day, so that its bounds must contain that day. */
export interface ValidDate {
  text: string
  day: number
}

const days = fc.integer({ min: toDayNumber(-9999, 1, 1), max: toDayNumber(9999, 12, 31) })
const mark = fc.constantFrom('', '', '', '?', '~', '%')
const mask = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 })

/** A year, month or day without qualifiers or unspecified digits. */
export const exactDates: fc.Arbitrary<ValidDate> = fc
  .record({ day: days, precision: fc.integer({ min: 1, max: 3 }) })
  .map(({ day, precision }) => ({ text: components(day).slice(0, precision).join('-'), day }))

/** The same with any digits unspecified. */
export const unspecifiedDates: fc.Arbitrary<ValidDate> = fc
  .tuple(exactDates, mask)
  .map(([date, hidden]) => ({ ...date, text: hide(date.text, hidden) }))

/** The same with qualifiers before and after the components. */
export const markedDates: fc.Arbitrary<ValidDate> = fc
  .tuple(unspecifiedDates, fc.array(mark, { minLength: 6, maxLength: 6 }))
  .map(([date, marks]) => ({ ...date, text: addMarks(date.text, marks) }))

const intervals: fc.Arbitrary<ValidDate> = fc
  .tuple(
    markedDates,
    markedDates,
    fc.constantFrom('both', 'start', 'end'),
    fc.constantFrom('', '..'),
  )
  .map(([one, other, ends, missing]) => {
    const [first, last] = one.day <= other.day ? [one, other] : [other, one]
    if (ends === 'start') return { text: `${first.text}/${missing}`, day: first.day }
    if (ends === 'end') return { text: `${missing}/${last.text}`, day: last.day }
    return { text: `${first.text}/${last.text}`, day: last.day }
  })

const sets: fc.Arbitrary<ValidDate> = fc
  .tuple(
    fc.array(markedDates, { minLength: 2, maxLength: 4 }),
    fc.constantFrom('[]', '{}'),
    fc.constantFrom(',', '..'),
  )
  .map(([dates, brackets, border]) => {
    const sorted = dates.toSorted((one, other) => one.day - other.day)
    const [first, second, ...rest] = sorted.map(({ text }) => text)
    const inside = [`${first}${border}${second}`, ...rest].join(',')
    return { text: `${brackets.charAt(0)}${inside}${brackets.charAt(1)}`, day: sorted[0]?.day ?? 0 }
  })
  .filter(({ text }) => text.length <= MAX_DATE_TEXT)

export const validDates = fc.oneof(exactDates, unspecifiedDates, markedDates, intervals, sets)

function components(dayNumber: number): string[] {
  const { year, month, day } = toCivilDate(dayNumber)
  const sign = year < 0 ? '-' : ''
  return [
    sign + String(Math.abs(year)).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ]
}

function hide(text: string, hidden: boolean[]): string {
  let digit = 0
  return text.replace(/\d/gu, (character) => (hidden[digit++] === true ? 'X' : character))
}

/** A year cannot have qualifiers on both sides. */
function addMarks(text: string, marks: string[]): string {
  let component = 0
  return text.replace(/(?<=^)-?[\dX]+|(?<=-)[\dX]+/gu, (digits) => {
    const before = component === 0 && marks[1] !== '' ? '' : marks[component * 2]
    const after = marks[component * 2 + 1]
    component += 1
    return `${before}${digits}${after}`
  })
}
