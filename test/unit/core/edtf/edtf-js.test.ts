import edtf from 'edtf'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeBounds } from '../../../../src/core/edtf/bounds.ts'
import { parseEdtf } from '../../../../src/core/edtf/parse.ts'
import { LEVEL_0, LEVEL_1, LEVEL_2 } from './standard-examples.ts'
import { exactDates } from './valid-dates.ts'

const DAY_MS = 86_400_000

function daysThere(text: string): [from: number, to: number] {
  const { min, max } = edtf(text)
  return [Math.floor(min / DAY_MS), Math.floor(max / DAY_MS)]
}

function daysHere(text: string): [from: number, to: number] {
  const { strictFrom, strictTo } = computeBounds(parseEdtf(text))
  return [strictFrom, strictTo]
}

test('years, months and days have the same bounds as in edtf.js', () => {
  fc.assert(
    fc.property(exactDates, ({ text }) => {
      expect(daysHere(text)).toEqual(daysThere(text))
    }),
    { seed: 21, numRuns: 200 },
  )
})

test.each([
  '19XX',
  '190X',
  '1956-XX',
  '1956-09-XX',
  '1984-1X',
  '1956-09-0X',
  '156X-12-25',
  'Y170000',
  'Y-170000',
  '1950S2',
  '1900-05/1910-02',
  '1964~/2008?',
  '?2004-06-~11',
  '{1960,1961-12}',
  '1985-04-12T23:20:30Z',
])('%s has the same bounds as in edtf.js', (text) => {
  expect(daysHere(text)).toEqual(daysThere(text))
})

test.each([...LEVEL_0, ...LEVEL_1, ...LEVEL_2])('edtf.js accepts %s, too', (text) => {
  expect(() => edtf(text)).not.toThrow()
})
