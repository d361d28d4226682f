import { MICROS_PER_SECOND, parseTimestamp, type Clock } from '../../src/core/base/clock.ts'

/** A clock that only `advance` moves. */
export interface TestClock extends Clock {
  advance(seconds: number): void
}

export function createTestClock(start = '2026-03-01T12:00:00.000000Z'): TestClock {
  let now = parseTimestamp(start)!
  return {
    now: () => now,
    advance(seconds) {
      now += Math.round(seconds * MICROS_PER_SECOND)
    },
  }
}
