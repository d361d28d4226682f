import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BEGINNING_OF_TIME,
  civilDate,
  dayNumber,
  daysInMonth,
  END_OF_TIME,
  firstDayOfYear,
  lastDayOfYear,
} from '../../../../../src/core/model/edtf/days.ts'

test('counts days from 1970-01-01, across leap years and the year 0', () => {
  expect(dayNumber(1970, 1, 1)).toBe(0)
  expect(dayNumber(1969, 12, 31)).toBe(-1)
  expect(dayNumber(2000, 3, 1) - dayNumber(2000, 2, 28)).toBe(2)
  expect(dayNumber(1900, 3, 1) - dayNumber(1900, 2, 28)).toBe(1)
  expect(dayNumber(0, 1, 1)).toBe(-719_528)
  expect(dayNumber(0, 3, 1) - dayNumber(0, 2, 28)).toBe(2)
  expect(dayNumber(-1, 12, 31)).toBe(-719_529)
})

test('clamps years that cannot be represented exactly', () => {
  expect(firstDayOfYear(1e15)).toBe(END_OF_TIME)
  expect(lastDayOfYear(Infinity)).toBe(END_OF_TIME)
  expect(firstDayOfYear(-1e15)).toBe(BEGINNING_OF_TIME)
  expect(lastDayOfYear(-Infinity)).toBe(BEGINNING_OF_TIME)
  expect(BEGINNING_OF_TIME).toBe(-9007199254740991)
  expect(END_OF_TIME).toBe(9007199254740991)
})

test('the last day of a year precedes the first day of the next one', () => {
  const years = fc.integer({ min: -23_999_999_999_999, max: 23_999_999_999_999 })
  fc.assert(
    fc.property(years, (year) => {
      expect(firstDayOfYear(year + 1)).toBe(lastDayOfYear(year) + 1)
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('converting a day number to a date and back returns the number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (number) => {
      const { year, month, day } = civilDate(number)
      expect(dayNumber(year, month, day)).toBe(number)
      expect(day).toBeLessThanOrEqual(daysInMonth(year, month))
    }),
    { seed: 2, numRuns: 500 },
  )
})

test('agrees with Date in the range of Date', () => {
  const days = fc.integer({ min: dayNumber(100, 1, 1), max: dayNumber(9999, 12, 31) })
  fc.assert(
    fc.property(days, (number) => {
      const date = new Date(number * 86_400_000)
      expect(civilDate(number)).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      })
    }),
    { seed: 3, numRuns: 500 },
  )
})
