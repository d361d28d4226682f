import { createGlobals } from '../../../../../src/cli/options/globals.ts'
import { expect, test } from 'vitest'
import { systemClock } from '../../../../../src/core/base/clock.ts'
import { fetchDigest, fetchLength } from '../../../../../src/cli/import/transfer/stored-bytes.ts'
import { stubResponse } from '../../../../support/stub-response.ts'

const URL = 'https://cdn.example.org/images/1/original.jpg'
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

/** A storage that responds with these statuses in turn, and repeats the last one; 0 is no response. */
function storage(...statuses: number[]) {
  return {
    transport() {
      const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!
      const broken = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
      return status === 0 ? Promise.reject(broken) : stubResponse(status, 'abc')
    },
    sleep: () => Promise.resolve(),
    clock: systemClock,
    signal: new AbortController().signal,
    globals: createGlobals(),
  }
}

test.each([[503], [500], [429], [403], [401], [302], [0]])(
  'status %d of the storage proves nothing about the file',
  async (status) => {
    await expect(fetchDigest(storage(status), URL)).rejects.toMatchObject({ kind: 'unavailable' })
  },
)

test('a missing file has no digest', async () => {
  expect(await fetchDigest(storage(404), URL)).toBeUndefined()
  expect(await fetchLength(storage(410), URL)).toBeUndefined()
})

test('retries if the storage fails temporarily', async () => {
  expect(await fetchDigest(storage(0, 503, 200), URL)).toBe(ABC)
})
