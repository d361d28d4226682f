import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellAddress } from '../../../../src/cli/tables/finding.ts'
import { editDistance, findClosestMatch } from '../../../../src/cli/terminal/closest-match.ts'

test('suggests nothing if no candidate is close', () => {
  expect(findClosestMatch('xyzzy', ['title', 'file'])).toBeUndefined()
})

test.each([
  ['titel', 'title'],
  ['licence_name', 'license_name'],
  ['CC-BY-4', 'cc-by-4.0'],
])('for %s suggests %s', (given, meant) => {
  expect(findClosestMatch(given, ['title', 'file', 'license_name', 'cc-by-4.0'])).toBe(meant)
})

test('the distance is symmetric, and zero to itself', () => {
  const word = fc.string({ maxLength: 8 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(editDistance(one, other)).toBe(editDistance(other, one))
      expect(editDistance(one, one)).toBe(0)
    }),
    { numRuns: 100 },
  )
})

test.each([
  [0, 'A2'],
  [25, 'Z2'],
  [26, 'AA2'],
  [51, 'AZ2'],
  [701, 'ZZ2'],
  [702, 'AAA2'],
])('the name of column %i is %s', (column, address) => {
  expect(cellAddress(column, 2)).toBe(address)
})
