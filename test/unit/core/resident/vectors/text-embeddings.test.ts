import { expect, test } from 'vitest'
import type { Embedder } from '../../../../../src/core/embedding/process/embedder.ts'
import { createTextEmbeddings } from '../../../../../src/core/resident/vectors/text-embeddings.ts'

const MODEL = { id: 1, key: 'model@1:0', name: 'model', enqueued: 1 } as const
const CLIENT = new AbortController().signal

/** A model that embeds a text when the test says so, and stops when it is aborted. */
function openModel() {
  const asked: { text: string; resolve: (vector: Float32Array) => void; isAborted: boolean }[] = []
  const embedder: Pick<Embedder, 'embedText'> = {
    embedText(text, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
      const task = { text, resolve, isAborted: false }
      signal?.addEventListener('abort', () => {
        task.isAborted = true
        reject(signal.reason)
      })
      asked.push(task)
      return promise
    },
  }
  const texts = createTextEmbeddings({ open: async () => embedder })
  const embed = (text: string, signal = CLIENT) => texts.embed(MODEL, text, signal)
  const nextTask = async (count: number) => {
    await expect.poll(() => asked.length).toBe(count)
    return asked[count - 1]!
  }
  return { embed, nextTask, asked }
}

test('embeds a text once for all who search for it, at the same time or later', async () => {
  const { embed, nextTask, asked } = openModel()
  const [first, second] = [embed('a bridge'), embed('a bridge')]
  const vector = Float32Array.of(1)
  ;(await nextTask(1)).resolve(vector)
  expect([await first, await second, await embed('a bridge')]).toEqual([vector, vector, vector])
  expect(asked).toHaveLength(1)
})

test('stops embedding a text when the last client that waits for it is gone', async () => {
  const { embed, nextTask } = openModel()
  const [one, other] = [new AbortController(), new AbortController()]
  const first = embed('a bridge', one.signal)
  const second = embed('a bridge', other.signal)
  const task = await nextTask(1)
  one.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(task.isAborted).toBe(false)
  other.abort(new Error('gone, too'))
  await expect(second).rejects.toThrow('gone, too')
  expect(task.isAborted).toBe(true)
  const third = embed('a bridge')
  const vector = Float32Array.of(1)
  ;(await nextTask(2)).resolve(vector)
  expect(await third).toEqual(vector)
})
