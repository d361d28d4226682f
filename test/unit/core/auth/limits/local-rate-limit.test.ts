import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CatalogError } from '../../../../../src/core/base/errors.ts'
import {
  createLocalRateLimiter,
  type LocalRateLimiter,
} from '../../../../../src/core/auth/limits/local-rate-limit.ts'
import { createTestClock } from '../../../../support/test-clock.ts'

/** Returns the seconds to wait; 0 if the request passes. */
function waitOf(limit: LocalRateLimiter, address = '192.0.2.1'): number {
  try {
    limit(address)
    return 0
  } catch (error) {
    return (error as CatalogError).details.retryAfterSeconds!
  }
}

test('rejects requests over the limit until the first one is a minute old, which retries do not prolong', () => {
  const clock = createTestClock()
  const limit = createLocalRateLimiter(2, clock)
  expect(waitOf(limit)).toBe(0)
  clock.advance(20)
  expect(waitOf(limit)).toBe(0)
  expect(waitOf(limit)).toBe(40)
  clock.advance(39.5)
  expect(waitOf(limit)).toBe(1)
  clock.advance(0.5)
  expect(waitOf(limit)).toBe(0)
  expect(waitOf(limit)).toBe(20)
})

test('limits every address separately', () => {
  const limit = createLocalRateLimiter(1, createTestClock())
  expect([waitOf(limit), waitOf(limit), waitOf(limit, '192.0.2.2')]).toEqual([0, 60, 0])
})

test('the error states the limit and when to retry', () => {
  const clock = createTestClock()
  const limit = createLocalRateLimiter(1, clock)
  limit('192.0.2.1')
  expect(() => limit('192.0.2.1')).toThrow('the limit is 1 per minute. Try again in 60 seconds.')
  clock.advance(59)
  expect(() => limit('192.0.2.1')).toThrow('Try again in 1 second.')
})

test('a clock that is set back rejects no requests', () => {
  const clock = createTestClock()
  const limit = createLocalRateLimiter(1, clock)
  expect(waitOf(limit)).toBe(0)
  clock.advance(-3600)
  expect(waitOf(limit)).toBe(0)
})

test('never exceeds the limit in any minute, and accepts clients after their wait', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), steps, (perMinute, pauses) => {
      const clock = createTestClock()
      const limit = createLocalRateLimiter(perMinute, clock)
      const passed: number[] = []
      for (const pause of pauses) {
        clock.advance(pause)
        const wait = waitOf(limit)
        if (wait > 0) {
          clock.advance(wait)
          expect(waitOf(limit)).toBe(0)
        }
        passed.push(clock.now())
      }
      for (const time of passed) {
        const within = passed.filter((other) => other > time - 60_000_000 && other <= time)
        expect(within.length).toBeLessThanOrEqual(perMinute)
      }
    }),
    { numRuns: 50 },
  )
})

test('uses no more memory for a limit of thousands than for a small one', () => {
  const clock = createTestClock()
  const limit = createLocalRateLimiter(12_000, clock)
  for (let n = 0; n < 36_000; n += 1) {
    expect(waitOf(limit)).toBe(0)
    clock.advance(0.005)
  }
  for (let n = 0; n < 12_000; n += 1) waitOf(limit)
  expect(waitOf(limit)).toBeGreaterThan(0)
})
