import { expect, test } from 'vitest'
import { withRetry } from '../../../../../src/cli/import/transfer/retry.ts'
import { CatalogError } from '../../../../../src/core/errors.ts'

/** What is said while somebody waits who was told to come back after so many seconds. */
async function saidWhileWaiting(retryAfterSeconds?: number): Promise<string[]> {
  const said: string[] = []
  const waits: number[] = []
  const sleep = async (ms: number): Promise<void> => void waits.push(ms)
  const waiting = {
    cli: { sleep },
    signal: new AbortController().signal,
    say: (sentence: string) => void said.push(sentence),
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

test('a long wait that an instance asks for is told, with its reason and its length', async () => {
  expect(await saidWhileWaiting(600)).toEqual(['Too many requests. Retrying in 10 min.'])
})

test('a short wait is not worth a word', async () => {
  expect(await saidWhileWaiting(2)).toEqual([])
  expect(await saidWhileWaiting()).toEqual([])
})
