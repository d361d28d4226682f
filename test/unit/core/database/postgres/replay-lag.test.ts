import { expect, test } from 'vitest'
import { MICROS_PER_SECOND } from '../../../../../src/core/base/clock.ts'
import { createReplayLag } from '../../../../../src/core/database/postgres/replay-lag.ts'

const at = (seconds: number, bytes: number) => ({ time: seconds * MICROS_PER_SECOND, bytes })

test('measures the lag by what the primary had written when', () => {
  const lag = createReplayLag()
  lag.addSample(at(0, 100))
  expect([lag.measure(99), lag.measure(100)]).toEqual([undefined, 0])
  lag.addSample(at(1, 100))
  lag.addSample(at(2, 300))
  lag.addSample(at(3, 300))
  expect([lag.measure(299), lag.measure(300)]).toEqual([2, 0])
})

test('starts again after a failover to a shorter log', () => {
  const lag = createReplayLag()
  lag.addSample(at(0, 200))
  lag.addSample(at(1, 150))
  expect([lag.measure(149), lag.measure(150)]).toEqual([undefined, 0])
})

test('measures any lag of a replica that is far behind', () => {
  const lag = createReplayLag()
  for (let second = 0; second <= 10_000; second += 1) {
    lag.addSample(at(second, second))
    expect(lag.measure(0)).toBe(second)
  }
})

test('measures nothing of a replica that does not follow', () => {
  const lag = createReplayLag()
  lag.addSample(at(0, 100))
  lag.forget()
  expect(lag.measure(100)).toBeUndefined()
})
