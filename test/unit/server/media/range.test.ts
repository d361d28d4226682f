import { assert, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { parseRange } from '../../../../src/server/media/range.ts'

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=999999999999-'])(
  '%s lies outside ten bytes',
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
])('%j asks for no single range, so the whole file is sent', (header) =>
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

test('nothing of an empty file can be had in parts', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
})

test('a part never reaches outside the file', () => {
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
