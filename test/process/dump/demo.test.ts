import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dumpCatalog } from '../../../src/core/dump/dump.ts'
import { loadDump } from '../../../src/core/dump/load.ts'
import { openTestCatalog } from '../../support/open-catalog.ts'

const demo = new URL('../../../fixtures/demo', import.meta.url).pathname

test('the demo is a canonical dump: loaded and dumped, it has the same bytes', async () => {
  await using here = await openTestCatalog()
  const to = join(here.folder, 'to')
  await loadDump(here.catalog, demo, { acceptStaff: true })
  await dumpCatalog(here.catalog, to, { files: true })
  const lines = (directory: string) => readFile(join(directory, 'catalog.ndjson'), 'utf8')
  // What is public changes when it is loaded.
  expect((await lines(to)).replaceAll(/^\{"type":"change".+\n/gmv, '')).toBe(await lines(demo))
  const names = async (directory: string) => (await readdir(join(directory, 'files/images'))).sort()
  expect(await names(to)).toEqual(await names(demo))
})
