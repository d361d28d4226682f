import { expect, test } from 'vitest'
import { systemClock } from '../../../../../src/core/clock.ts'
import { fetchDigest, fetchLength } from '../../../../../src/cli/import/recovery/stored-bytes.ts'
import { stubAnswer } from '../../../../support/stub-answer.ts'

const URL = 'https://cdn.example.org/images/1/original.jpg'
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

/** A storage that answers with these statuses one after the other, the last one for ever; 0 is no answer. */
function storage(...statuses: number[]) {
  return {
    transport() {
      const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!
      const broken = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
      return status === 0 ? Promise.reject(broken) : stubAnswer(status, 'abc')
    },
    sleep: () => Promise.resolve(),
    clock: systemClock,
    signal: new AbortController().signal,
  }
}

test.each([[503], [500], [429], [403], [401], [302], [0]])(
  'a storage that answers %d says nothing about the file',
  async (status) => {
    await expect(fetchDigest(storage(status), URL)).rejects.toMatchObject({ kind: 'unavailable' })
  },
)

test('what is gone has no digest', async () => {
  expect(await fetchDigest(storage(404), URL)).toBeUndefined()
  expect(await fetchLength(storage(410), URL)).toBeUndefined()
})

test('a storage that fails for a moment is asked again', async () => {
  expect(await fetchDigest(storage(0, 503, 200), URL)).toBe(ABC)
})
