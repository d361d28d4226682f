import { assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { parseRange } from '../../../../src/server/media/range.ts'

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=999999999999-'])(
  '%s is outside a file of ten bytes',
  (header) => expect(parseRange(header, 10)).toBe('unsatisfiable'),
)

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=5-2',
  'bytes=20-15',
  'bytes=a-b',
  'bytes=1-2,4-5',
  'lines=1-2',
  'bytes=+1-2',
])('sends the whole file for %j, which is not a single range', (header) =>
  expect(parseRange(header, 10)).toBe('whole'),
)

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=3-', 3, 9],
  ['bytes=3-99', 3, 9],
  ['bytes=-4', 6, 9],
  ['bytes=-99', 0, 9],
  ['Bytes= 2-4 ', 2, 4],
])('%s of ten bytes is %i to %i', (header, start, end) =>
  expect(parseRange(header, 10)).toEqual({ start, end }),
)

test('no range of an empty file is satisfiable', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
})

test('a range never exceeds the file', () => {
  assert(
    property(nat(40), nat(40), nat(20), (first, last, size) => {
      const part = parseRange(`bytes=${first}-${last}`, size)
      if (typeof part === 'string') return
      expect(part.start).toBeGreaterThanOrEqual(0)
      expect(part.end).toBeGreaterThanOrEqual(part.start)
      expect(part.end).toBeLessThan(size)
    }),
  )
})
