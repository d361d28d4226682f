import { expect, test } from 'vitest'
import { freedWhenUsed } from '../../../../src/core/storage/free-memory.ts'

test('a chunk is whole until the next one is asked for, and its memory is given back then', async () => {
  const chunks = ['one', 'two'].map((text) => Buffer.from(new TextEncoder().encode(text).buffer))
  const seen: string[] = []
  for await (const chunk of freedWhenUsed(streamOf(chunks))) seen.push(chunk.toString())
  expect(seen).toEqual(['one', 'two'])
  expect(chunks.map(({ byteLength }) => byteLength)).toEqual([0, 0])
})

test('a chunk that is part of other bytes leaves those alone', async () => {
  const bytes = Buffer.from(new TextEncoder().encode('several').buffer)
  for await (const _ of freedWhenUsed(streamOf([bytes.subarray(0, 3)]))) continue
  expect(bytes.toString()).toBe('several')
})

async function* streamOf(chunks: Buffer[]) {
  yield* chunks
}
