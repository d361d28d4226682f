import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTimestamp, parseTimestamp } from '../../../../src/core/base/clock.ts'

test('formats timestamps as UTC with six decimals', () => {
  expect(formatTimestamp(0)).toBe('1970-01-01T00:00:00.000000Z')
  expect(formatTimestamp(1_000_001)).toBe('1970-01-01T00:00:01.000001Z')
  expect(formatTimestamp(-1)).toBe('1969-12-31T23:59:59.999999Z')
})

test('formatting and parsing a time returns the same time', () => {
  const moment = fc.integer({ min: -62_000_000_000_000_000, max: 8_000_000_000_000_000 })
  fc.assert(fc.property(moment, (micros) => parseTimestamp(formatTimestamp(micros)) === micros))
})

test.each([
  ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000000Z'],
  ['2026-03-01 12:00:00.5+02:00', '2026-03-01T10:00:00.500000Z'],
  ['2026-03-01t12:00:00.123456789z', '2026-03-01T12:00:00.123456Z'],
])('parses %s', (text, meaning) => {
  expect(formatTimestamp(parseTimestamp(text)!)).toBe(meaning)
})

test.each([
  '',
  '2026',
  '2026-03-01',
  '2026-02-30T00:00:00Z',
  '2026-03-01T25:00:00Z',
  'now',
  '2026-03-01T12:00:00',
])('rejects %j as a timestamp', (text) => {
  expect(parseTimestamp(text)).toBeUndefined()
})
