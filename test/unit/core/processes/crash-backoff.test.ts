import { expect, test } from 'vitest'
import { createCrashBackoff } from '../../../../src/core/processes/crash-backoff.ts'
import { createTestClock } from '../../../support/test-clock.ts'

function crash(backoff: ReturnType<typeof createCrashBackoff>): number {
  backoff.recordStart()
  backoff.recordCrash()
  return backoff.remainingSeconds
}

test('waits longer after each crash, up to five minutes, and not after a long time of work', () => {
  const clock = createTestClock()
  const backoff = createCrashBackoff(clock)
  const waits = Array.from({ length: 9 }, () => crash(backoff))
  expect(waits).toEqual([0, 5, 10, 20, 40, 80, 160, 300, 300])
  clock.advance(299.5)
  expect(backoff.remainingSeconds).toBe(1)
  clock.advance(0.5)
  backoff.recordStart()
  clock.advance(300)
  backoff.recordCrash()
  expect(backoff.remainingSeconds).toBe(0)
})

test('does not wait for hours after the clock of the host was set back', () => {
  const clock = createTestClock()
  const backoff = createCrashBackoff(clock)
  crash(backoff)
  crash(backoff)
  clock.advance(-3600)
  expect(backoff.remainingSeconds).toBe(0)
})
