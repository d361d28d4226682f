import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FILES_ID } from '../../src/core/model/setting-names.ts'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { openBackedUpCatalog, type BackedUpCatalog } from '../support/backups.ts'
import { openS3ImportApi } from '../support/s3-import.ts'
import { plain, RED } from '../support/pictures.ts'
import { sharedImages } from '../support/shared-images.ts'
import { runCli } from '../support/test-cli.ts'

let here: BackedUpCatalog
let other: BackedUpCatalog
let copies = 0

beforeAll(async () => {
  here = await openBackedUpCatalog({ images: 2 })
  other = await openBackedUpCatalog({ images: 1 })
})

afterAll(async () => {
  await here[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

/** Copies the data directory by a backup, opens it once, and lets a fault happen to it. */
async function copyData(fault: (data: string) => Promise<void>): Promise<string> {
  const backup = await here.backUp('--backups', join(here.folder, `backups-${++copies}`))
  const data = join(here.folder, `data-${copies}`)
  expect((await here.admin(['restore', backup, '--data', data])).code).toBe(0)
  expect(await serve(data, { dryRun: true })).toMatchObject({ code: 0 })
  await fault(data)
  return data
}

/** Opens the catalog as servers and commands on the host do. */
async function serve(data: string, { dryRun = false } = {}) {
  const words = dryRun ? ['admin', 'user', 'list'] : ['serve', '--port', '0']
  return await runCli([...words, '--data', data], { env: {} })
}

/** What `catalog doctor` says about the files; undefined if it finds nothing wrong. */
async function diagnose(data: string): Promise<string | undefined> {
  const { stdout } = await runCli(['doctor', '--data', data, '--json'], { env: {} })
  const results = JSON.parse(stdout) as { check: string; message: string }[]
  return results.find(({ check }) => check === 'files')?.message
}

const database = (data: string) => join(data, 'catalog.sqlite')
const objects = (data: string) => join(data, 'objects')

async function removeDatabase(data: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(database(data) + end, { force: true })
}

test.each([
  ['missing', removeDatabase],
  [
    'empty',
    async (data: string) => {
      await removeDatabase(data)
      await writeFile(database(data), '')
    },
  ],
])('does not start with files whose database is %s, and keeps them', async (_, fault) => {
  const data = await copyData(fault)
  const { code, stderr } = await serve(data)
  expect(code).toBe(9)
  expect(stderr).toContain(`${data} has image files, but there is no database that names them.`)
  expect(stderr).toContain('catalog admin recover')
  expect(existsSync(database(data)) || (await diagnose(data))?.includes('no database')).toBe(true)
  expect(existsSync(database(data)) && (await readFile(database(data))).length > 0).toBe(false)
  expect(existsSync(join(objects(data), 'images/1'))).toBe(true)
})

test('does not start without the files that the database names, until they are back', async () => {
  const away = join(here.folder, 'unmounted')
  const data = await copyData((data) => rename(objects(data), away))
  const { code, stderr } = await serve(data)
  expect(code).toBe(9)
  expect(stderr).toContain('Mount the disk')
  expect((await serve(data, { dryRun: true })).code).toBe(9)
  await rm(objects(data), { recursive: true })
  await rename(away, objects(data))
  expect(await serve(data, { dryRun: true })).toMatchObject({ code: 0 })
})

test('does not start with the files of another catalog, unless they are adopted', async () => {
  const data = await copyData(async (data) => {
    await rm(objects(data), { recursive: true })
    await cp(objects(other.api.server.data), objects(data), { recursive: true })
  })
  expect((await serve(data)).stderr).toContain('has the image files of another catalog')
  expect(await diagnose(data)).toContain('has the image files of another catalog')

  const adopt = ['admin', 'storage', 'adopt', '--data', data, '--json']
  const counted = await runCli([...adopt, '--dry-run'], { env: {} })
  expect(JSON.parse(counted.stdout)).toMatchObject({ originals: 0, missing: 2 })
  expect((await runCli(adopt, { env: {} })).code).toBe(2)
  expect((await serve(data, { dryRun: true })).code).toBe(9)

  expect((await runCli([...adopt, '--yes'], { env: {} })).code).toBe(0)
  expect(await diagnose(data)).toBeUndefined()
  expect(await serve(data, { dryRun: true })).toMatchObject({ code: 0 })
})

test('opens a catalog of an earlier version, and one whose files lost their id', async () => {
  const data = await copyData((data) => rm(join(objects(data), 'files-id')))
  expect(await serve(data, { dryRun: true })).toMatchObject({ code: 0 })
  const id = (await readFile(join(objects(data), 'files-id'), 'utf8')).trim()

  await deleteDatabaseId(data)
  expect(await serve(data, { dryRun: true })).toMatchObject({ code: 0 })
  await deleteDatabaseId(data)
  await rm(join(objects(data), 'files-id'))
  expect(await serve(data, { dryRun: true })).toMatchObject({ code: 0 })
  expect((await readFile(join(objects(data), 'files-id'), 'utf8')).trim()).not.toBe(id)
})

async function deleteDatabaseId(data: string): Promise<void> {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets, { images: sharedImages(config) })
  await catalog.write((tx) => tx.deleteFrom('setting').where('name', '=', FILES_ID).execute())
}

test('a second data directory does not take over a bucket', async () => {
  await using api = await openS3ImportApi()
  await api.commit(await api.uploadToNewSlot(await plain(8, 8, RED).jpeg().toBuffer()))
  const data = join(here.folder, 'second')
  const env = {
    CATALOG_STORAGE_URL: 's3://archive/catalog',
    CATALOG_STORAGE_ENDPOINT: api.stub.endpoint,
    CATALOG_STORAGE_REGION: 'eu-central-1',
    CATALOG_STORAGE_PATH_STYLE: 'true',
  }
  const { code, stderr } = await runCli(['admin', 'init', '--data', data], { env })
  expect(code, stderr).toBe(9)
  expect(stderr).toContain('s3://archive/catalog has image files')
  expect(existsSync(database(data))).toBe(false)
})

test('does not create a catalog in the data directory of a server on PostgreSQL', async () => {
  const data = join(here.folder, 'node')
  await mkdir(data)
  await writeFile(join(data, 'on-postgresql'), '')
  const { code, stderr } = await serve(data)
  expect(code).toBe(9)
  expect(stderr).toContain('CATALOG_DATABASE_URL is not set')
  expect(existsSync(database(data))).toBe(false)
})
