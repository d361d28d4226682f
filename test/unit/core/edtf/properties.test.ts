import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeBounds } from '../../../../src/core/edtf/bounds.ts'
import { displayEdtf } from '../../../../src/core/edtf/display.ts'
import { EdtfError } from '../../../../src/core/edtf/edtf-error.ts'
import { parseEdtf } from '../../../../src/core/edtf/parse.ts'
import { LEVEL_0, LEVEL_1, LEVEL_2 } from './standard-examples.ts'
import { exactDates, markedDates, unspecifiedDates, validDates } from './valid-dates.ts'

const boundsOf = (text: string) => computeBounds(parseEdtf(text))

/** Text of the characters of dates, so that it is often almost one. */
const almostDates = fc.string({
  unit: fc.constantFrom(...'0123456789019X?~%-/.,[]{}YESTZ:+'.split('')),
  maxLength: 50,
})

/** A valid date with one character changed, removed or inserted. */
const damagedDates = fc
  .tuple(
    fc.constantFrom(...LEVEL_0, ...LEVEL_1, ...LEVEL_2),
    fc.nat({ max: 30 }),
    fc.nat({ max: 1 }),
    fc.string({ maxLength: 1 }),
  )
  .map(([text, at, removed, added]) => text.slice(0, at) + added + text.slice(at + removed))

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), almostDates, damagedDates)

test('any text is either a date with bounds and a display form, or rejected with a message', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      try {
        const { strictFrom, strictTo } = boundsOf(text)
        expect(strictFrom).toBeLessThanOrEqual(strictTo)
        expect(displayEdtf(parseEdtf(text))).toMatch(/^[\p{L}\d]/u)
      } catch (error) {
        if (!(error instanceof EdtfError)) throw error
        expect(error.message).toMatch(/ \(position \d+\)(: write .+)?$/u)
      }
    }),
    { seed: 11, numRuns: 4000 },
  )
})

test('a date made from a day is valid and contains that day, and its fuzzy bounds contain the strict ones', () => {
  fc.assert(
    fc.property(validDates, ({ text, day }) => {
      const { strictFrom, strictTo, fuzzyFrom, fuzzyTo } = boundsOf(text)
      const rising = [fuzzyFrom, strictFrom, day, strictTo, fuzzyTo]
      expect(rising.toSorted((one, other) => one - other)).toEqual(rising)
    }),
    { seed: 12, numRuns: 1500 },
  )
})

test('an unspecified digit never narrows the strict bounds', () => {
  fc.assert(
    fc.property(unspecifiedDates, exactDates, ({ text }, { text: other }) => {
      const known = other.replace('-', '').replace(/\D/gu, '')
      let digit = 0
      const filled = text.replace(/X/gu, () => known.charAt(digit++ % known.length))
      fc.pre(isCalendarDate(filled))
      const [wide, narrow] = [boundsOf(text), boundsOf(filled)]
      expect(wide.strictFrom).toBeLessThanOrEqual(narrow.strictFrom)
      expect(wide.strictTo).toBeGreaterThanOrEqual(narrow.strictTo)
    }),
    { seed: 13, numRuns: 300 },
  )
})

test('qualifiers keep the strict bounds; % widens at least as far as ~, and ~ as far as ?', () => {
  fc.assert(
    fc.property(markedDates, ({ text }) => {
      const bare = boundsOf(text.replace(/[?~%]/gu, ''))
      const [near, same, far] = ['~', '?', '%'].map((mark) =>
        boundsOf(text.replace(/[?~%]/gu, mark)),
      )
      expect([near?.strictFrom, near?.strictTo]).toEqual([bare.strictFrom, bare.strictTo])
      expect(near).toEqual(same)
      expect(far?.fuzzyFrom).toBeLessThanOrEqual(near?.fuzzyFrom ?? -Infinity)
      expect(far?.fuzzyTo).toBeGreaterThanOrEqual(near?.fuzzyTo ?? Infinity)
    }),
    { seed: 14, numRuns: 500 },
  )
})

test('the display form of a date is one line', () => {
  fc.assert(
    fc.property(validDates, ({ text }) => {
      const shown = displayEdtf(parseEdtf(text))
      expect(shown).toMatch(/^[\p{L}\d][\p{L}\d .,;:()–−?+]*$/u)
      expect(shown).not.toMatch(/undefined|NaN|null| {2}/u)
    }),
    { seed: 15, numRuns: 1000 },
  )
})

/** False for `1965-30`, a season, which `1965-X0` does not include. */
function isCalendarDate(text: string): boolean {
  try {
    return parseEdtf(text).kind === 'date'
  } catch (error) {
    if (error instanceof EdtfError) return false
    throw error
  }
}
