import fc from 'fast-check'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createThrottle } from '../../../../../src/cli/import/transfer/throttle.ts'

const going = new AbortController().signal

/** A clock that only waits advance. */
function openVirtualTime() {
  let now = 0
  return {
    now: () => now,
    sleep: async (ms: number): Promise<void> => {
      now += ms
    },
  }
}

test('never sends more than the allowed bytes, for chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }),
      async (rate, parts) => {
        const time = openVirtualTime()
        const throttle = createThrottle(time, rate, time.now)
        let sent = 0
        for (const part of parts) {
          const piece = Math.max(1, Math.floor(throttle.chunkBytes * part))
          await throttle.acquire(piece, going)
          // The first chunk leaves at once; every other one waits for those before it.
          expect(sent).toBeLessThanOrEqual((time.now() / 1000) * rate * 1.000001)
          sent += piece
        }
      },
    ),
    { numRuns: 50 },
  )
})

test('does not accumulate allowance while idle', async () => {
  const time = openVirtualTime()
  const throttle = createThrottle(time, 1000, time.now)
  await throttle.acquire(1000, going)
  await time.sleep(60_000)
  const before = time.now()
  for (let piece = 0; piece < 3; piece += 1) await throttle.acquire(1000, going)
  expect(time.now() - before).toBe(2000)
})

test('splits chunks so that a low limit does not look like a dead connection', () => {
  const time = openVirtualTime()
  for (const rate of [1, 100, 5000, 1e9]) {
    const { chunkBytes } = createThrottle(time, rate, time.now)
    expect(chunkBytes / rate).toBeLessThanOrEqual(1)
    expect(chunkBytes).toBeGreaterThanOrEqual(1)
  }
})

test('an aborted upload stops waiting at once', async () => {
  const stop = new AbortController()
  const sleep = (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, { signal })
  const throttle = createThrottle({ sleep }, 1)
  await throttle.acquire(1_000_000, stop.signal)
  const waiting = throttle.acquire(1, stop.signal)
  stop.abort()
  await expect(waiting).rejects.toThrow('aborted')
})
