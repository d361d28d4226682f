import { access, copyFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openCatalog } from '../../../src/core/catalog.ts'
import { databasePath, textIndexPath } from '../../../src/core/data-folder.ts'
import { findTexts } from '../../support/find-texts.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { createTestLog } from '../../support/test-log.ts'

/** With fewer images, the index is not saved. */
const IMAGES = 1000

const { signal } = new AbortController()
const query = { text: 'church', threshold: 0.7, filter: {}, page: { number: 1, size: 2000 } }

async function seedImages({ catalog, seed }: Pick<TestCatalog, 'catalog' | 'seed'>): Promise<void> {
  const collection = await seed.collection()
  await seed.images(
    collection,
    Array.from({ length: IMAGES }, (_, n) => n + 1),
  )
  await catalog.write((tx) =>
    sql`update image set title = 'Church ' || id, description = 'мост' where id % 3 = 0`.execute(
      tx,
    ),
  )
}

/** Opens the catalog again, changes it, searches, and closes it. Returns how the index was loaded. */
async function searchAgain(
  { catalog: { config, secrets }, clock }: TestCatalog,
  change: (catalog: TestCatalog['catalog']) => Promise<unknown> = async () => {},
): Promise<string> {
  const { log, lines } = createTestLog()
  {
    await using catalog = await openCatalog(config, secrets, { clock, log })
    await change(catalog)
    const found = await catalog.textSearch.find(query, 'a', signal)
    expect(found).toEqual(await findTexts(catalog, query))
  }
  return lines.join('')
}

const rename = (id: number, title: string) => (catalog: TestCatalog['catalog']) =>
  catalog.write((tx) => tx.updateTable('image').set({ title }).where('id', '=', id).execute())

const remove = (id: number) => (catalog: TestCatalog['catalog']) =>
  catalog.write((tx) => tx.deleteFrom('image').where('id', '=', id).execute())

test('restores the index that was saved when the catalog was closed, and includes later changes', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  expect(await searchAgain(here)).toContain('built the text index of 1000 images')
  expect((await stat(textIndexPath(here.data))).mode & 0o777).toBe(0o600)
  await rename(1, 'Church of St. Mary')(here.catalog)
  await rename(3, 'Bridge')(here.catalog)
  await remove(6)(here.catalog)
  await here.seed.image({ id: 5000, collection_id: 1, title: 'Churches' })
  expect(await searchAgain(here, rename(9, 'Bridge'))).toContain(
    'restored the text index of 1000 images',
  )
})

test('saves the index while the catalog is open', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  await here.catalog.textSearch.find(query, 'a', signal)
  await vi.waitFor(() => access(textIndexPath(here.data)), { timeout: 60_000 })
})

test('builds the index again if the database was restored from a backup', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  const file = databasePath(here.data)
  const backup = `${here.folder}/backup.sqlite`
  await here.catalog.write((tx) => sql`select 1`.execute(tx))
  await sql`vacuum into ${backup}`.execute(here.catalog.reads as never)
  await rename(1, 'Church')(here.catalog)
  await searchAgain(here)
  await here.catalog[Symbol.asyncDispose]()
  for (const part of ['', '-wal', '-shm']) await rm(file + part, { force: true })
  await copyFile(backup, file)
  // The number of the newest change is the same again.
  const log = await searchAgain(here, rename(2, 'Church'))
  expect(log).toContain('it belongs to another state of the database')
  expect(log).toContain('built the text index')
})

test('builds the index again if its file is damaged', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  await searchAgain(here)
  const file = textIndexPath(here.data)
  const flipByte = async (): Promise<void> => {
    const content = await readFile(file)
    content[content.length >> 1]! ^= 1
    await writeFile(file, content)
  }
  const damages = [flipByte, () => truncate(file, 5000), () => writeFile(file, '')]
  for (const damage of damages) {
    await damage()
    const log = await searchAgain(here)
    expect(log).toContain('cannot be used: it is damaged')
    expect(log).toContain('built the text index')
  }
  expect(await searchAgain(here)).toContain('restored the text index')
})

test('searches although the index can be neither read nor saved', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  const folder = dirname(textIndexPath(here.data))
  await mkdir(`${textIndexPath(here.data)}/folder`, { recursive: true })
  const log = await searchAgain(here)
  expect(log).toContain('cannot be used: EISDIR')
  expect(log).toContain('the text index cannot be saved')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'not a folder')
  expect(await searchAgain(here)).toContain('the text index cannot be saved')
})
