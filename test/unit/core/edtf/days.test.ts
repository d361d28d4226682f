import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BEGINNING_OF_TIME,
  toCivilDate,
  toDayNumber,
  countDaysInMonth,
  END_OF_TIME,
  getFirstDayOfYear,
  getLastDayOfYear,
} from '../../../../src/core/edtf/days.ts'

test('counts days from 1970-01-01, across leap years and the year 0', () => {
  expect(toDayNumber(1970, 1, 1)).toBe(0)
  expect(toDayNumber(1969, 12, 31)).toBe(-1)
  expect(toDayNumber(2000, 3, 1) - toDayNumber(2000, 2, 28)).toBe(2)
  expect(toDayNumber(1900, 3, 1) - toDayNumber(1900, 2, 28)).toBe(1)
  expect(toDayNumber(0, 1, 1)).toBe(-719_528)
  expect(toDayNumber(0, 3, 1) - toDayNumber(0, 2, 28)).toBe(2)
  expect(toDayNumber(-1, 12, 31)).toBe(-719_529)
})

test('clamps years that cannot be represented exactly', () => {
  expect(getFirstDayOfYear(1e15)).toBe(END_OF_TIME)
  expect(getLastDayOfYear(Infinity)).toBe(END_OF_TIME)
  expect(getFirstDayOfYear(-1e15)).toBe(BEGINNING_OF_TIME)
  expect(getLastDayOfYear(-Infinity)).toBe(BEGINNING_OF_TIME)
  expect(BEGINNING_OF_TIME).toBe(-9007199254740991)
  expect(END_OF_TIME).toBe(9007199254740991)
})

test('the last day of a year precedes the first day of the next one', () => {
  const years = fc.integer({ min: -23_999_999_999_999, max: 23_999_999_999_999 })
  fc.assert(
    fc.property(years, (year) => {
      expect(getFirstDayOfYear(year + 1)).toBe(getLastDayOfYear(year) + 1)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('converting a day number to a date and back returns the number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (number) => {
      const { year, month, day } = toCivilDate(number)
      expect(toDayNumber(year, month, day)).toBe(number)
      expect(day).toBeLessThanOrEqual(countDaysInMonth(year, month))
    }),
    { seed: 2, numRuns: 500 },
  )
})

test('agrees with Date in the range of Date', () => {
  const days = fc.integer({ min: toDayNumber(100, 1, 1), max: toDayNumber(9999, 12, 31) })
  fc.assert(
    fc.property(days, (number) => {
      const date = new Date(number * 86_400_000)
      expect(toCivilDate(number)).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      })
    }),
    { seed: 3, numRuns: 500 },
  )
})
