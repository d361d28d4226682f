import { expect, test } from 'vitest'
import { createGlobals } from '../../../../src/cli/options/globals.ts'
import { withRetry } from '../../../../src/cli/client/retry.ts'
import { CatalogError } from '../../../../src/core/base/errors.ts'

/** Returns the messages during a wait for a Retry-After of this many seconds. */
async function messagesWhileWaiting(retryAfterSeconds?: number): Promise<string[]> {
  const said: string[] = []
  const waits: number[] = []
  const sleep = async (ms: number): Promise<void> => void waits.push(ms)
  const waiting = {
    cli: { sleep, globals: createGlobals() },
    signal: new AbortController().signal,
    log: (sentence: string) => void said.push(sentence),
  }
  await withRetry(waiting, async () => {
    if (waits.length > 0) return
    throw new CatalogError('rate_limited', 'Too many requests.', {
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  })
  expect(waits).toHaveLength(1)
  return said
}

test('reports a long wait that the instance requests, with reason and duration', async () => {
  expect(await messagesWhileWaiting(600)).toEqual(['Too many requests. Retrying in 10 min.'])
})

test('does not report a short wait', async () => {
  expect(await messagesWhileWaiting(2)).toEqual([])
  expect(await messagesWhileWaiting()).toEqual([])
})
