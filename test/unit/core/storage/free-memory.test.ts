import { expect, test } from 'vitest'
import { freeAfterUse } from '../../../../src/core/storage/free-memory.ts'

test('frees the memory of a chunk when the next one is requested', async () => {
  const chunks = ['one', 'two'].map((text) => Buffer.from(new TextEncoder().encode(text).buffer))
  const seen: string[] = []
  for await (const chunk of freeAfterUse(streamOf(chunks))) seen.push(chunk.toString())
  expect(seen).toEqual(['one', 'two'])
  expect(chunks.map(({ byteLength }) => byteLength)).toEqual([0, 0])
})

test('does not free the memory of a chunk that is a view into a larger buffer', async () => {
  const bytes = Buffer.from(new TextEncoder().encode('several').buffer)
  for await (const _ of freeAfterUse(streamOf([bytes.subarray(0, 3)]))) continue
  expect(bytes.toString()).toBe('several')
})

async function* streamOf(chunks: Buffer[]) {
  yield* chunks
}
