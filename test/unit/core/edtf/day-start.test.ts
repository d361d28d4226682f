import { expect, test } from 'vitest'
import { formatDayStart } from '../../../../src/core/edtf/day-start.ts'
import { BEGINNING_OF_TIME, END_OF_TIME, toDayNumber } from '../../../../src/core/edtf/days.ts'

test.each([
  [1912, 5, 3, '1912-05-03T00:00:00Z'],
  [1970, 1, 1, '1970-01-01T00:00:00Z'],
  [2000, 2, 29, '2000-02-29T00:00:00Z'],
  [1, 1, 1, '0001-01-01T00:00:00Z'],
  [99, 12, 31, '0099-12-31T00:00:00Z'],
  [9999, 12, 31, '9999-12-31T00:00:00Z'],
  [0, 12, 31, undefined],
  [-44, 3, 15, undefined],
  [10_000, 1, 1, undefined],
])('formats day %i-%i-%i as %s', (year, month, day, text) => {
  expect(formatDayStart(toDayNumber(year, month, day))).toBe(text)
})

test.each([BEGINNING_OF_TIME, END_OF_TIME])('formats no unknown day', (day) => {
  expect(formatDayStart(day)).toBeUndefined()
})
