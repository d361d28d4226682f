import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dumpCatalog } from '../../../src/core/dump/dump.ts'
import { loadDump } from '../../../src/core/dump/load.ts'
import { hasHiddenCharacters } from '../../../src/core/model/text.ts'
import { writeGeneratedDump } from '../../support/generated-dump.ts'
import { openTestCatalog } from '../../support/open-catalog.ts'
import { checkKeptCounts } from '../../support/write-campaign/invariants.ts'

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== '' && !hasHiddenCharacters(text))

test('a generated dump that is loaded and dumped has the same bytes, and its rows are counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.integer(),
        images: fc.integer({ min: 4, max: 60 }),
        texts: fc.array(text, { minLength: 1, maxLength: 20 }),
        filesEvery: fc.constantFrom(0, 7),
      }),
      async (generated) => {
        await using here = await openTestCatalog()
        const [from, to] = [join(here.folder, 'from'), join(here.folder, 'to')]
        await writeGeneratedDump(from, generated)
        await loadDump(here.catalog, from, { acceptStaff: true })
        await dumpCatalog(here.catalog, to, { files: true })
        const read = (directory: string) => readFile(join(directory, 'catalog.ndjson'), 'utf8')
        expect(await read(to)).toBe(await read(from))
        await checkKeptCounts(here.catalog)
        // Later rows are counted, too.
        await here.seed.point(await here.seed.image({ id: 1000, collection_id: 1 }))
        await checkKeptCounts(here.catalog)
      },
    ),
    { numRuns: 8 },
  )
})
