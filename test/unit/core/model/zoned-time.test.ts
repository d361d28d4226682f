import { expect, test } from 'vitest'
import { formatTimestamp } from '../../../../src/core/base/clock.ts'
import { listTimeZones, parseZonedTime } from '../../../../src/core/model/zoned-time.ts'

test.each([
  ['2026-03-01T12:00', 'UTC', '2026-03-01T12:00:00.000000Z'],
  ['2026-03-01T12:00:30', 'Europe/Zurich', '2026-03-01T11:00:30.000000Z'],
  ['2026-07-01T00:30', 'Europe/Zurich', '2026-06-30T22:30:00.000000Z'],
  ['2026-03-29T03:30', 'Europe/Zurich', '2026-03-29T01:30:00.000000Z'],
  ['2026-07-01T12:00', 'America/New_York', '2026-07-01T16:00:00.000000Z'],
  ['2026-07-01T12:00', 'Asia/Kathmandu', '2026-07-01T06:15:00.000000Z'],
])('reads %s in %s as %s', (text, zone, expected) => {
  expect(formatTimestamp(parseZonedTime(text, zone)!)).toBe(expected)
  expect(listTimeZones()).toContain(zone === 'Asia/Kathmandu' ? 'Asia/Katmandu' : zone)
})

test.each([
  ['yesterday', 'UTC'],
  ['2026-02-31T25:00', 'UTC'],
  ['2026-03-01', 'UTC'],
  ['2026-03-01T12:00', 'Europe/Atlantis'],
])('refuses %s in %s', (text, zone) => {
  expect(parseZonedTime(text, zone)).toBeUndefined()
})
