import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALL_IDS,
  chooseWidth,
  findRange,
  formatIdRange,
  parseIdRange,
} from '../../../../src/core/iiif/id-range.ts'

const widths = fc.constantFrom(1e3, 1e6, 1e9, 1e12)
const ids = fc.oneof(
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 1, max: 999_999_999_999_999 }),
)

test('a range contains its id, and its address leads back to it', () => {
  fc.assert(
    fc.property(ids, widths, (id, width) => {
      const range = findRange(id, width)
      expect(range.first <= id && id <= range.last).toBe(true)
      expect(parseIdRange(formatIdRange(range))).toEqual(range)
    }),
  )
})

test('a range is divided into at most 1,000 narrower ones, up to its greatest id', () => {
  fc.assert(
    fc.property(fc.option(fc.tuple(ids, widths)), ids, (narrow, id) => {
      const range = narrow ? findRange(...narrow) : ALL_IDS
      const greatest = Math.min(Math.max(range.first, id), range.last)
      const width = chooseWidth({ first: range.first, last: greatest })
      const first = findRange(range.first, width)
      const last = findRange(greatest, width)
      expect(first.first).toBe(range.first)
      expect((last.first - first.first) / width).toBeLessThan(1000)
    }),
  )
})

test.each([
  ['1000 ids', 1000, 1000],
  ['a million ids', 1_000_000, 1000],
  ['a million and one', 1_000_001, 1_000_000],
  ['a billion', 1e9, 1_000_000],
])('chooses the narrowest ranges for %s', (_, last, width) => {
  expect(chooseWidth({ first: 1, last })).toBe(width)
})

test.each([
  '',
  '1',
  '1-',
  '-1000',
  '0-999',
  '1-999',
  '1-1001',
  '2-1001',
  '1000-1',
  '1001-1000',
  '1-10000',
  '501-1500',
  '01-1000',
  '1-1e3',
  '1-1000-',
  '1-1000 ',
  ' 1-1000',
  '1.0-1000',
  '-999-0',
  '1-1000000000000000',
  'Infinity-Infinity',
  'NaN-NaN',
  '9007199254740001-9007199254741000',
  '0x1-1000',
  '1–1000',
])('%j is not a range', (text) => {
  expect(parseIdRange(text)).toBeUndefined()
})
