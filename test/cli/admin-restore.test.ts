import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { dumpCatalog } from '../../src/core/dump/dump.ts'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { openBackedUpCatalog, type BackedUpCatalog } from '../support/backups.ts'
import { copyBackup, listEntries, MUTATIONS } from '../support/mutated-backups.ts'
import { sharedImages } from '../support/shared-images.ts'

let here: BackedUpCatalog
let backup: string
let number = 0

beforeAll(async () => {
  here = await openBackedUpCatalog()
  backup = await here.backUp()
  return () => here[Symbol.asyncDispose]()
})

const newFolder = (): string => join(here.folder, String((number += 1)))

const restore = (from: string, data: string) =>
  here.admin(['restore', from], { env: { CATALOG_DATA: data } })

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

/** Dumps the catalog in a data directory. */
async function dump(data: string) {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets, { images: sharedImages(config) })
  const folder = newFolder()
  await dumpCatalog(catalog, folder, { files: true })
  return await readFile(join(folder, 'catalog.ndjson'), 'utf8')
}

test('restores a catalog with all files, by copies and with their modes', async () => {
  const data = newFolder()
  const { code, body, stderr } = await restore(backup, data)
  expect(code, stderr).toBe(0)
  expect(body).toMatchObject({ data, files: 8, missing: 0, changed: 0, queued: 0 })
  expect((await readdir(data)).sort()).toEqual(['catalog.sqlite', 'objects', 'secret'])
  expect(await modeOf(data)).toBe('750')
  for (const name of ['catalog.sqlite', 'secret'])
    expect(await modeOf(join(data, name))).toBe('600')
  const [image] = await readdir(join(data, 'objects/images/1'))
  const original = join(data, 'objects/images/1', image!, 'original.jpg')
  expect(await modeOf(original)).toBe('640')
  expect((await stat(original)).nlink).toBe(1)
  expect(await dump(data)).toBe(await dump(here.api.server.data))
})

test('makes excluded derivatives again', async () => {
  const small = await here.backUp('--exclude-derivatives', '--backups', newFolder())
  const data = newFolder()
  expect((await restore(small, data)).body).toMatchObject({ files: 2, queued: 4 })
  expect((await readdir(join(data, 'objects'))).toSorted()).toEqual(['files-id', 'images'])
})

test('refuses a directory that is not empty', async () => {
  const data = newFolder()
  await mkdir(data)
  await writeFile(join(data, 'note.txt'), '')
  const { code, body } = await restore(backup, data)
  expect([code, body.error.message]).toEqual([9, expect.stringContaining('is not empty')])
  expect(await readdir(data)).toEqual(['note.txt'])
})

test('refuses to restore twice at the same time, and completes one restore', async () => {
  const data = newFolder()
  const restores = await Promise.all([restore(backup, data), restore(backup, data)])
  expect(restores.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 9])
  expect((await readdir(data)).sort()).toEqual(['catalog.sqlite', 'objects', 'secret'])
})

test('opens no data directory whose restore was interrupted', async () => {
  const data = newFolder()
  await restore(backup, data)
  await writeFile(join(data, '.incomplete-restore'), '')
  const opened = await here.admin(['user', 'list'], { env: { CATALOG_DATA: data } })
  expect([opened.code, opened.body.error.message]).toEqual([
    2,
    expect.stringContaining('has not finished'),
  ])
  const again = await restore(backup, data)
  expect([again.code, again.body.error.message]).toEqual([
    9,
    expect.stringContaining('unfinished restore'),
  ])
})

test.each(MUTATIONS)('refuses a backup if $name', async (mutation) => {
  const [mutated, data] = [newFolder(), newFolder()]
  await copyBackup(backup, mutated)
  await mutation.apply({ path: mutated, random: (limit) => Math.floor(limit / 2) })
  const { code, body } = await restore(mutated, data)
  expect([5, 8, 11]).toContain(code)
  expect(body.error.message).toMatch(mutation.reason)
  expect(body.error.message).not.toMatch(/\n\s+at /)
  expect(await listEntries(data)).toEqual([])
})

test('verify names every file that was added, changed or lost', async () => {
  const mutated = newFolder()
  await copyBackup(backup, mutated)
  const list = await readFile(join(mutated, 'stored-files.ndjson'), 'utf8')
  const [changed, lost] = list.split('\n').map((line) => line && `objects/${JSON.parse(line).path}`)
  const bytes = await readFile(join(mutated, changed!))
  bytes[bytes.length - 1]! ^= 1
  await rm(join(mutated, changed!))
  await writeFile(join(mutated, changed!), bytes)
  await rename(join(mutated, lost!), join(mutated, 'objects/images/renamed'))
  await writeFile(join(mutated, 'objects/extra'), '')
  await mkdir(join(mutated, 'more'))
  await writeFile(join(mutated, 'more/extra'), '')
  const { code, body } = await here.admin(['backup', 'verify', mutated])
  const found = (body as { code: string; path: string }[]).map(
    ({ code, path }) => `${code} ${path}`,
  )
  expect([code, found.toSorted()]).toEqual([
    11,
    [
      `changed_file ${changed}`,
      `missing_file ${lost}`,
      'unlisted_file more/extra',
      'unlisted_file objects/extra',
      'unlisted_file objects/images/renamed',
    ],
  ])
})
