import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { dumpCatalog } from '../../../src/core/dump/dump.ts'
import { loadDump } from '../../../src/core/dump/load.ts'
import { originalKey } from '../../../src/core/storage/keys.ts'
import { writeSampleDump } from '../../support/sample-dump.ts'
import { openTestCatalog } from '../../support/open-catalog.ts'

async function dumpedLines(catalog: Catalog, directory: string, files = false) {
  await dumpCatalog(catalog, directory, { files })
  const text = await readFile(join(directory, 'catalog.ndjson'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('refuses a folder that is not empty', async () => {
  await using here = await openTestCatalog()
  const directory = join(here.folder, 'dump')
  await mkdir(directory)
  await writeFile(join(directory, 'mine.txt'), 'mine')
  await expect(dumpCatalog(here.catalog, directory, { files: true })).rejects.toThrow(
    /dump is not empty\. Choose a new or empty folder\.$/,
  )
  expect(await readdir(directory)).toEqual(['mine.txt'])
})

test('refuses a file in place of the folder', async () => {
  await using here = await openTestCatalog()
  const path = join(here.folder, 'dump')
  await writeFile(path, 'mine')
  await expect(dumpCatalog(here.catalog, path, { files: true })).rejects.toThrow(/is not a folder/)
})

test('fails and deletes its output if an original is damaged or missing', async () => {
  await using here = await openTestCatalog()
  const { seed } = here
  const image = await seed.image()
  const version = await seed.file(image, Buffer.from('picture'))
  const key = originalKey(image, version, 'jpg')
  const directory = join(here.folder, 'dump')
  const dump = () => dumpCatalog(here.catalog, directory, { files: true })

  await writeFile(here.catalog.storage.locate(key), 'PICTURE')
  await expect(dump()).rejects.toThrow(`The file of image ${image} is damaged`)
  expect(await readdir(directory)).toEqual([])

  await here.catalog.storage.remove(key)
  await expect(dump()).rejects.toThrow(`The file of image ${image} is not in the store`)
  expect(await readdir(directory)).toEqual([])
})

test('omits the files of images with files: false', async () => {
  await using here = await openTestCatalog()
  await loadDump(here.catalog, await writeSampleDump(join(here.folder, 'from')), {
    acceptStaff: true,
  })
  const directory = join(here.folder, 'to')
  const lines = await dumpedLines(here.catalog, directory)
  expect(lines.filter(({ type }) => type === 'image')).toHaveLength(3)
  expect(lines.filter(({ file }) => file !== undefined)).toEqual([])
  expect(await readdir(directory)).toEqual(['catalog.ndjson'])
})

test('dumps a snapshot, without writes that happen while it runs', async () => {
  await using here = await openTestCatalog()
  const { seed } = here
  const image = await seed.image()
  await seed.file(image, Buffer.from('picture'))
  const read: Catalog['storage']['read'] = (key) => {
    written = seed.comment(image)
    return here.catalog.storage.read(key)
  }
  let written: Promise<unknown> = Promise.resolve()
  const storage = { ...here.catalog.storage, read }
  const lines = await dumpedLines({ ...here.catalog, storage }, join(here.folder, 'dump'), true)
  await written
  expect(lines.filter(({ type }) => type === 'comment')).toEqual([])
  expect(await here.catalog.reads.selectFrom('comment').select('id').execute()).toHaveLength(1)
})

test('dumps an empty catalog to one line', async () => {
  await using here = await openTestCatalog()
  expect(await dumpedLines(here.catalog, join(here.folder, 'new/folder'), true)).toEqual([
    { type: 'catalog', format: 'catalog-dump', version: 2 },
  ])
})

test('numbers tags from 1, and omits history that the tags imply', async () => {
  await using here = await openTestCatalog()
  const { seed } = here
  const image = await seed.image()
  const [first, second] = [await seed.subject(), await seed.subject()]
  await seed.tag(image, second, first)
  const told = { image_id: image, action: 'added', changed_by: null } as const
  const now = here.catalog.clock.now()
  await here.catalog.write((tx) =>
    tx
      .insertInto('subject_change')
      .values([
        { ...told, subject_id: first, changed_at: now },
        { ...told, subject_id: first, changed_at: now - 5 },
      ])
      .execute(),
  )
  const lines = await dumpedLines(here.catalog, join(here.folder, 'dump'))
  expect(lines.filter(({ type }) => type === 'subject_tag')).toEqual([
    expect.objectContaining({ subject: second, position: 1 }),
    expect.objectContaining({ subject: first, position: 2 }),
  ])
  expect(lines.filter(({ type }) => type === 'subject_change')).toEqual([
    expect.objectContaining({ action: 'added', changed_at: '2026-03-01T11:59:59.999995Z' }),
  ])
})

test('contains no secrets', async () => {
  await using here = await openTestCatalog()
  const user = await here.seed.user()
  await here.catalog.write((tx) =>
    tx
      .insertInto('session')
      .values({
        hash: 'SECRET-1',
        user_id: user,
        csrf: 'SECRET-2',
        browser: 'Firefox on Linux',
        created_at: 0,
        used_at: 0,
        expires_at: 9,
      })
      .execute(),
  )
  const directory = join(here.folder, 'dump')
  await dumpCatalog(here.catalog, directory, { files: true })
  expect(await readFile(join(directory, 'catalog.ndjson'), 'utf8')).not.toContain('SECRET')
})
