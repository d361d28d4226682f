import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Clock } from '../../src/core/base/clock.ts'
import { plain, RED } from '../support/pictures.ts'
import { onPostgres } from '../support/test-postgres.ts'
import { openS3ImportApi, type S3ImportApi } from '../support/s3-import.ts'
import type { StubOptions } from '../support/s3-stub/s3-stub.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

/** A served catalog with one image in the stub's bucket. */
async function openCatalogInS3(stub: StubOptions = {}) {
  const api = await openS3ImportApi({}, stub)
  await api.commit(await api.uploadToNewSlot(tiny))
  await api.server.catalog.jobs.drain()
  return api
}

async function run({ server, stub }: S3ImportApi, words: string[], options: TestCliOptions = {}) {
  const env = {
    CATALOG_DATA: server.data,
    CATALOG_STORAGE_URL: 's3://archive/catalog',
    CATALOG_STORAGE_ENDPOINT: stub.endpoint,
    CATALOG_STORAGE_REGION: 'eu-central-1',
    CATALOG_STORAGE_PATH_STYLE: 'true',
    ...options.env,
  }
  const clock = server.clock
  const { code, stdout } = await runCli([...words, '--json'], { clock, ...options, env })
  return { code, body: JSON.parse(stdout) }
}

test('verifies the files in the bucket, and measures them', async () => {
  await using api = await openCatalogInS3()
  expect(await run(api, ['admin', 'storage', 'verify'])).toEqual({ code: 0, body: [] })
  const { body } = await run(api, ['admin', 'storage', 'usage'])
  expect(body).toContainEqual({ kind: 'originals', files: 1, bytes: tiny.length })
  expect(body).toContainEqual(expect.objectContaining({ kind: 'derivatives', files: 2 }))
  const [original] = api.keys().filter((key) => key.includes('/original.'))
  api.stub.contents.objects.delete(original!)
  expect(await run(api, ['admin', 'storage', 'verify'])).toMatchObject({
    code: 11,
    body: [{ code: 'missing', image: 1 }],
  })
})

test('dumps the originals of a bucket, and loads them into another one', async () => {
  await using api = await openCatalogInS3()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-dump-'))
  const [dump, data] = [join(folder.path, 'dump'), join(folder.path, 'data')]
  const into = { CATALOG_DATA: data, CATALOG_STORAGE_URL: 's3://archive/loaded' }
  expect(await run(api, ['admin', 'dump', dump])).toMatchObject({ code: 0 })
  expect(await run(api, ['admin', 'load', dump, '--accept-staff'], { env: into })).toMatchObject({
    code: 0,
  })
  const loaded = [...api.stub.contents.objects].filter(([key]) => key.startsWith('loaded/images/'))
  expect(loaded.map(([, { body }]) => body)).toEqual([tiny])
  expect(await run(api, ['admin', 'storage', 'verify'], { env: into })).toMatchObject({ code: 0 })
})

test('moves untracked objects that are older than an hour to the trash of the bucket, and restores them', async () => {
  await using api = await openCatalogInS3()
  const { clock } = api.server
  const prune = (...words: string[]) => run(api, ['admin', 'storage', 'prune', ...words])
  const tracked = api.keys()
  const untracked = [
    'derivatives/1/notes.txt',
    'incoming/unknown-slot',
    'tiles/7/BBBBBBBBBBBBBBBBBBBBBB/tiles.bin',
  ]
  const put = (key: string) =>
    api.stub.contents.put(`catalog/${key}`, tiny, {
      contentType: 'image/jpeg',
      cacheControl: undefined,
    })
  clock.advance(Date.now() / 1000 - clock.now() / 1e6)
  for (const key of untracked) put(key)
  expect(await prune('--yes')).toEqual({ code: 0, body: [] })
  clock.advance(2 * 60 * 60)
  put('incoming/young').modifiedAt = new Date(clock.now() / 1000)
  const rowsWith = (moved: boolean) => [
    { path: untracked[0], image: 1, moved },
    { path: 'tiles/7/BBBBBBBBBBBBBBBBBBBBBB', image: 7, moved },
    { path: untracked[1], image: null, moved },
  ]
  expect(await prune('--dry-run')).toEqual({ code: 0, body: rowsWith(false) })
  expect(api.keys()).toHaveLength(tracked.length + 4)
  expect(await prune('--yes')).toEqual({ code: 0, body: rowsWith(true) })
  const inUse = () => api.keys().filter((key) => !key.startsWith('catalog/trash/'))
  expect(inUse()).toEqual([...tracked, 'catalog/incoming/young'].toSorted())
  const trash = await run(api, ['admin', 'storage', 'trash'])
  expect(trash.body.map(({ key }: { key: string }) => key).sort()).toEqual(untracked)
  const restored = await run(api, ['admin', 'storage', 'restore', '--image', '7'])
  expect(restored.body).toMatchObject([{ key: untracked[2], state: 'unreferenced' }])
  expect(inUse()).toContain(`catalog/${untracked[2]}`)
  const emptied = await prune('--empty-trash', '--image', '1', '--yes')
  expect(emptied.body).toMatchObject([{ path: untracked[0], deleted: true }])
  expect((await prune('--empty-trash', '--yes')).body).toHaveLength(1)
  expect(api.keys()).toEqual(inUse())
})

/** Runs `catalog doctor --server` at the time of the bucket, or so many seconds later. */
async function examine(api: S3ImportApi, secondsLate = 0) {
  const { clock } = api.server
  clock.advance(Date.now() / 1000 - clock.now() / 1e6)
  const before = api.keys()
  const late: Clock = { now: () => clock.now() + secondsLate * 1e6 }
  const { body } = await run(api, ['doctor', '--server'], { clock: late })
  expect(api.keys()).toEqual(before)
  const results = body as { check: string; state: string; message: string }[]
  const find = (check: string) => results.find((result) => result.check === check)
  return ['bucket', 'bucket_clock', 'bucket_cors', 'storage'].map(find)
}

// The check of the storage reads the file of SQLite.
test.skipIf(onPostgres)('finds nothing wrong with a bucket that allows what it must', async () => {
  await using api = await openCatalogInS3({ allowsPages: true })
  const found = await examine(api)
  expect(found.map((result) => result?.state)).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('reports missing permissions and a missing CORS rule', async () => {
  await using api = await openCatalogInS3()
  api.stub.fail('CopyObject', { status: 403, code: 'AccessDenied' })
  const [bucket, , cors] = await examine(api)
  expect(bucket).toMatchObject({
    state: 'error',
    message: 'These operations in s3://archive/catalog fail: CopyObject: AccessDenied.',
  })
  expect(cors?.state).toBe('note')
})

test('reports a clock with which uploads fail', async () => {
  await using api = await openCatalogInS3()
  const [bucket, clock] = await examine(api, 3600)
  expect(bucket?.message).toContain('fail: upload: AccessDenied.')
  expect(clock).toMatchObject({
    state: 'error',
    message: expect.stringMatching(/^The clock of this host is 3\d{3} seconds fast/),
  })
})
