import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createThrottle } from '../../../../src/cli/import/throttle.ts'

test('what waits for its turn on a slow link ends at once with its upload', async () => {
  const stop = new AbortController()
  const sleep = (ms: number, signal?: AbortSignal) => setTimeout(ms, undefined, { signal })
  const throttle = createThrottle({ sleep }, 1)
  await throttle(1_000_000, stop.signal)
  const waiting = throttle(1, stop.signal)
  stop.abort()
  await expect(waiting).rejects.toThrow('aborted')
})
