import { existsSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { databasePath, textIndexPath } from '../../../src/core/storage/disk/data-folder.ts'
import { openConnection } from '../../../src/core/database/sqlite/connection.ts'
import type { TextPage } from '../../../src/core/queries/searches/text-search.ts'
import { createSearchServer } from '../../../src/core/resident/text/text-server.ts'
import { createImageMemory } from '../../../src/core/resident/columns/images.ts'
import { limitFiles } from '../../support/failing-disk.ts'
import { findTexts } from '../../support/find-texts.ts'
import { openTestCatalog, type TestCatalog } from '../../support/open-catalog.ts'
import { spawnServer } from '../../support/program.ts'
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

/** Loads the index, searches, and saves the index, as the search thread does. Returns how the index was loaded. */
async function searchAgain(catalog: Catalog): Promise<string> {
  const { data } = catalog.config
  const lines: string[] = []
  const found = Promise.withResolvers<TextPage>()
  const server = createSearchServer({
    open: () => openConnection({ file: databasePath(data), readonly: true }),
    images: createImageMemory(),
    indexFile: textIndexPath(data),
    limits: { maxBytes: 2 ** 32 },
    send(message) {
      if (message.type === 'log') lines.push(message.entry.message)
      else if (message.type === 'result') found.resolve(message.result)
    },
  })
  server.start()
  server.add({ id: 1, query, client: 'a' })
  expect(await found.promise).toEqual(await findTexts(catalog, query))
  await server.close()
  return lines.join('\n')
}

/** Opens the catalog again, changes it, searches, and closes it. Returns how the index was loaded. */
async function searchInThread(
  { catalog: { config, secrets }, clock }: TestCatalog,
  change: (catalog: Catalog) => Promise<unknown> = async () => {},
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

const retitle = (id: number, title: string) => (catalog: Catalog) =>
  catalog.write((tx) => tx.updateTable('image').set({ title }).where('id', '=', id).execute())

const retitleAll = (title: string) => (catalog: Catalog) =>
  catalog.write((tx) => tx.updateTable('image').set({ title }).execute())

const remove = (id: number) => (catalog: Catalog) =>
  catalog.write((tx) => tx.deleteFrom('image').where('id', '=', id).execute())

test('restores the index that was saved when the catalog was closed, and includes later changes', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  expect(await searchInThread(here)).toContain('built the text index of 1000 images')
  expect((await stat(textIndexPath(here.data))).mode & 0o777).toBe(0o600)
  await retitle(1, 'Church of St. Mary')(here.catalog)
  await retitle(3, 'Bridge')(here.catalog)
  await remove(6)(here.catalog)
  await here.seed.image({ id: 5000, collection_id: 1, title: 'Churches' })
  expect(await searchInThread(here, retitle(9, 'Bridge'))).toContain(
    'restored the text index of 1000 images',
  )
})

test('saves the index while the catalog is open', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  await here.catalog.textSearch.find(query, 'a', signal)
  await expect.poll(() => existsSync(textIndexPath(here.data))).toBe(true)
})

test('saves the index when the server is told to stop', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  const { config, secrets } = here.catalog
  await here.catalog[Symbol.asyncDispose]()
  await using server = await spawnServer(here.data)
  const response = await fetch(`${server.baseUrl}/api/v2/search/text/?q=church`)
  expect(response.status).toBe(200)
  server.child.kill('SIGTERM')
  expect((await server.child).exitCode).toBe(0)
  await using catalog = await openCatalog(config, secrets)
  expect(await searchAgain(catalog)).toContain('restored the text index of 1000 images')
})

test('builds the index again if the database was restored from a backup', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  const { config, secrets } = here.catalog
  const file = databasePath(here.data)
  const backup = `${here.folder}/backup.sqlite`
  await here.catalog.write((tx) => sql`select 1`.execute(tx))
  await sql`vacuum into ${backup}`.execute(here.catalog.reads as never)
  await retitle(1, 'Church')(here.catalog)
  await searchAgain(here.catalog)
  await here.catalog[Symbol.asyncDispose]()
  for (const part of ['', '-wal', '-shm']) await rm(file + part, { force: true })
  await copyFile(backup, file)
  await using catalog = await openCatalog(config, secrets)
  // The number of the newest change is the same again.
  await retitle(2, 'Church')(catalog)
  const log = await searchAgain(catalog)
  expect(log).toContain('it belongs to another state of the database')
  expect(log).toContain('built the text index')
})

test('builds the index again if its file is damaged', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  await searchAgain(here.catalog)
  const file = textIndexPath(here.data)
  const flipByte = async (): Promise<void> => {
    const content = await readFile(file)
    content[content.length >> 1]! ^= 1
    await writeFile(file, content)
  }
  const damages = [flipByte, () => truncate(file, 5000), () => writeFile(file, '')]
  for (const damage of damages) {
    await damage()
    const log = await searchAgain(here.catalog)
    expect(log).toContain('cannot be used: it is damaged')
    expect(log).toContain('built the text index')
  }
  expect(await searchAgain(here.catalog)).toContain('restored the text index')
})

test('searches although the index can be neither read nor saved', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  const folder = dirname(textIndexPath(here.data))
  await mkdir(`${textIndexPath(here.data)}/folder`, { recursive: true })
  const log = await searchAgain(here.catalog)
  expect(log).toContain('cannot be used: EISDIR')
  expect(log).toContain('the text index cannot be saved')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'not a folder')
  expect(await searchAgain(here.catalog)).toContain('the text index cannot be saved')
})

test('keeps the saved index if the disk is full when it is saved again', async ({ skip }) => {
  using disk = limitFiles() ?? skip('needs prlimit')
  await using here = await openTestCatalog()
  await seedImages(here)
  await searchAgain(here.catalog)
  await retitleAll('Churches')(here.catalog)
  disk.break()
  expect(await searchAgain(here.catalog)).toContain('the text index cannot be saved')
  disk.mend()
  const file = textIndexPath(here.data)
  expect(await readdir(dirname(file))).toEqual([basename(file)])
  expect(await searchAgain(here.catalog)).toContain('restored the text index')
})

test('reads the index through a symbolic link, and replaces the link instead of its target', async () => {
  await using here = await openTestCatalog()
  await seedImages(here)
  await searchAgain(here.catalog)
  const [file, elsewhere, other] = [
    textIndexPath(here.data),
    `${here.folder}/index`,
    `${here.folder}/other`,
  ]
  await rename(file, elsewhere)
  await symlink(elsewhere, file)
  // A crash may leave an unfinished file.
  await writeFile(other, 'other')
  await symlink(other, `${file}.unfinished`)
  const before = await readFile(elsewhere)
  await retitleAll('Churches')(here.catalog)
  expect(await searchAgain(here.catalog)).toContain('restored the text index')
  expect((await stat(file)).ino).not.toBe((await stat(elsewhere)).ino)
  expect(await readFile(elsewhere)).toEqual(before)
  expect(await readFile(other, 'utf8')).toBe('other')
})
