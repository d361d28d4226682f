import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dumpCatalog } from '../../../src/core/dump/dump.ts'
import { loadDump } from '../../../src/core/dump/load.ts'
import { linesOf, SAMPLE, writeSampleDump } from '../../support/sample-dump.ts'
import { openTestCatalog } from '../../support/open-catalog.ts'

test('a dump that is loaded and dumped again has the same bytes and files', async () => {
  await using here = await openTestCatalog()
  const from = await writeSampleDump(join(here.folder, 'from'))
  const to = join(here.folder, 'to')
  const loaded = await loadDump(here.catalog, from, { acceptStaff: true })
  const dumped = await dumpCatalog(here.catalog, to, { files: true })
  expect(loaded).toEqual({ counts: dumped, staff: 1 })
  expect(loaded.counts).toMatchObject({
    catalog: 1,
    user: 2,
    image: 3,
    subject_change: 3,
    comment: 1,
  })
  expect(await readFile(join(to, 'catalog.ndjson'), 'utf8')).toBe(linesOf(SAMPLE))
  expect(await readFile(join(to, 'files/images/11.jpg'))).toEqual(
    await readFile(join(from, 'files/images/11.jpg')),
  )
  expect((await readdir(to)).sort()).toEqual(['catalog.ndjson', 'files'])
})
