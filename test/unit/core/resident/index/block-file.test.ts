import { readFile, writeFile } from 'node:fs/promises'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBlockFile, writeBlockFile } from '../../../../../src/core/resident/index/block-file.ts'

function readBlocks(path: string): Uint8Array[] {
  using file = openBlockFile(path)
  const blocks: Uint8Array[] = []
  for (let block = file.read(); block; block = file.read()) blocks.push(block.slice())
  return blocks
}

const blocks = fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 5 })

test('reads the blocks that were written, and rejects every damaged file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const path = join(folder.path, 'blocks')
  await fc.assert(
    fc.asyncProperty(
      blocks,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (blocks, at, bits) => {
        await writeBlockFile(path, blocks)
        expect(readBlocks(path)).toEqual(blocks)
        const content = await readFile(path)
        const position = at % content.length
        await writeFile(path, content.subarray(0, position))
        expect(() => readBlocks(path)).toThrow('it is damaged: it ends early')
        content[position]! ^= bits
        await writeFile(path, content)
        expect(() => readBlocks(path)).toThrow('it is damaged')
      },
    ),
    { seed: 14 },
  )
})

test('leaves the file as it was if writing fails', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const path = join(folder.path, 'blocks')
  await writeBlockFile(path, [Uint8Array.of(1)])
  const failing = (function* () {
    yield Uint8Array.of(2)
    throw new Error('No more blocks.')
  })()
  await expect(writeBlockFile(path, failing)).rejects.toThrow('No more blocks.')
  expect(readBlocks(path)).toEqual([Uint8Array.of(1)])
})
