import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { importCommit } from '../../../src/core/contract/import.ts'
import { commitImport } from '../../../src/core/writes/imports/commit-import.ts'
import { runUseCase } from '../../../src/core/writes/run/run-use-case.ts'
import { pauseJobs, resumeJobs } from '../../../src/core/job-queue/pause.ts'
import { hostContext } from '../../support/host-context.ts'
import {
  FIELDS,
  importerOf,
  readResponse,
  openImportApi,
  type ImportApi,
} from '../../support/import-api.ts'
import { fourColors } from '../../support/pictures.ts'
import {
  limitDatabase,
  limitFiles,
  mountSmallDisk,
  type FailingDisk,
} from '../../support/failing-disk.ts'
import { listUnfinishedFiles } from '../../support/unfinished-files.ts'

const FULL = 'The storage of this service is full. Nothing was stored. Try again later.'
const FAILS = 'The storage of this service failed. Nothing was stored. Try again later.'

const WAYS: [string, string, () => FailingDisk | undefined][] = [
  ['a full disk (needs the right to mount one)', FULL, () => mountSmallDisk(48)],
  ['a disk that fails (needs prlimit)', FAILS, limitFiles],
]

const jpeg = await fourColors(960, 640).jpeg().toBuffer()

const images = ({ server }: ImportApi) =>
  server.catalog.reads.selectFrom('image').select(['id', 'generation']).execute()

const commit = (api: ImportApi, slot: { slot_id: string }) =>
  api.commitBody(
    { slot_id: slot.slot_id, ...FIELDS },
    { ...api.importer, 'Idempotency-Key': 'the-same' },
  )

function canOpen(open: () => FailingDisk | undefined): boolean {
  using disk = open()
  return disk !== undefined
}

describe.each(WAYS)('%s', (_, sentence, open) => {
  const isAvailable = canOpen(open)

  test.skipIf(!isAvailable)(
    'rejects an upload, stores nothing of it, and accepts it later',
    async () => {
      using disk = open()!
      await using api = await openImportApi({ data: disk.data })
      const slot = await api.requestSlot()
      disk.break()
      const refused = await api.upload(slot, jpeg)
      const stays = await api.server.fetch('/api/v2/images/')
      disk.mend()
      expect(await readResponse(refused)).toEqual([503, { detail: sentence }])
      expect(stays.status).toBe(200)
      expect(await listUnfinishedFiles(api.server.data)).toEqual([])
      expect((await commit(api, slot)).status).toBe(409)
      expect((await api.upload(slot, jpeg)).status).toBe(200)
      expect((await commit(api, slot)).status).toBe(201)
    },
  )

  test.skipIf(!isAvailable)('rejects a commit, and accepts the same request later', async () => {
    using disk = open()!
    await using api = await openImportApi({ data: disk.data })
    const slot = await api.uploadToNewSlot(jpeg)
    disk.break()
    const refused = await commit(api, slot)
    disk.mend()
    expect(await readResponse(refused)).toEqual([503, { error: sentence }])
    expect(await images(api)).toEqual([])
    expect((await commit(api, slot)).status).toBe(201)
    expect(await images(api)).toHaveLength(1)
  })
})

test.skipIf(!canOpen(() => mountSmallDisk(1)))(
  'postpones derivations while the disk is full (needs the right to mount one)',
  async () => {
    using disk = mountSmallDisk(48)!
    await using api = await openImportApi({ data: disk.data })
    const { catalog, clock } = api.server
    await catalog.write((tx) => pauseJobs(tx, hostContext(clock)))
    expect((await commit(api, await api.uploadToNewSlot(jpeg))).status).toBe(201)
    // Free pages in the database file, in which it can record the outcome of the job.
    await catalog.write((tx) => sql`create table room as select zeroblob(500000)`.execute(tx))
    disk.break({ keepingJournal: true })
    await catalog.write((tx) => resumeJobs(tx, hostContext(clock)))
    await catalog.jobs.drain()
    const jobs = catalog.reads.selectFrom('job').select(['state', 'attempts'])
    expect(await jobs.execute()).toEqual([{ state: 'queued', attempts: 0 }])
    disk.mend()
    clock.advance(24 * 60 * 60)
    await catalog.jobs.drain()
    expect(await images(api)).toEqual([{ id: 1, generation: expect.any(String) as string }])
  },
)

test('deletes the file of an image whose transaction fails on a full disk, and accepts the commit later', async () => {
  await using api = await openImportApi()
  const { write } = api.server.catalog
  await write(async (tx) => {
    await sql`create table ballast (bytes)`.execute(tx)
    await sql`create trigger heavy before insert on image
      begin insert into ballast values (zeroblob(10000000)); end`.execute(tx)
  })
  const slot = await api.uploadToNewSlot(jpeg)
  const count = await write((tx) => sql<{ page_count: number }>`pragma page_count`.execute(tx))
  await limitDatabase(api.server, count.rows[0]!.page_count + 500)
  expect(await readResponse(await commit(api, slot))).toEqual([503, { error: FULL }])
  expect(await images(api)).toEqual([])
  expect(await filesBelow(join(api.server.data, 'objects', 'images'))).toEqual([])
  await limitDatabase(api.server, 100_000)
  expect((await commit(api, slot)).status).toBe(201)
})

test.skipIf(!canOpen(limitFiles))(
  'keeps the file if committing the transaction fails, until the next attempt deletes it (needs prlimit)',
  async () => {
    using disk = limitFiles()!
    await using api = await openImportApi({ data: disk.data })
    const { catalog } = api.server
    const { slot_id } = await api.uploadToNewSlot(jpeg)
    const failing: Catalog = {
      ...catalog,
      storage: {
        ...catalog.storage,
        async digest(key) {
          const digest = await catalog.storage.digest(key)
          disk.break()
          return digest
        },
      },
    }
    const { user_id: userId } = await catalog.reads
      .selectFrom('slot')
      .select('user_id')
      .executeTakeFirstOrThrow()
    const request = importCommit.parse({ slot_id, ...FIELDS })
    const call = { actor: importerOf(userId), request, key: 'one' }
    await expect(runUseCase(failing, commitImport, call)).rejects.toThrow(FAILS)
    disk.mend()
    const originals = join(disk.data, 'objects', 'images')
    expect(await filesBelow(originals)).toHaveLength(1)
    expect(await images(api)).toEqual([])
    await runUseCase(catalog, commitImport, call)
    expect(await filesBelow(originals)).toHaveLength(1)
    expect(await images(api)).toHaveLength(1)
  },
)

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}
