import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openBackedUpCatalog, type BackedUpCatalog } from '../support/backups.ts'
import { startS3Stub, type S3Stub } from '../support/s3-stub/s3-stub.ts'

afterEach(() => vi.unstubAllEnvs())

const BUCKET_URL = 's3://archive/catalog'

/** A catalog in a data directory, and a bucket. */
async function openBoth() {
  const stub = await startS3Stub()
  const here = await openBackedUpCatalog({ images: 2 })
  const settings: NodeJS.ProcessEnv = {
    CATALOG_STORAGE_ENDPOINT: stub.endpoint,
    CATALOG_STORAGE_REGION: 'eu-central-1',
    CATALOG_STORAGE_PATH_STYLE: 'true',
  }
  const local = { env: settings }
  const remote = { env: { ...settings, CATALOG_STORAGE_URL: BUCKET_URL } }
  const copy = (to: string, options = local) => here.admin(['storage', 'copy', '--to', to], options)
  return {
    here,
    stub,
    local,
    remote,
    copy,
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]()
      await stub[Symbol.asyncDispose]()
    },
  }
}

function keysIn({ contents }: S3Stub): string[] {
  return [...contents.objects.keys()].toSorted()
}

async function originalsOf({ api }: BackedUpCatalog): Promise<string[]> {
  const images = await api.server.catalog.reads.selectFrom('image').selectAll().execute()
  return images.map(({ id, file_version }) => `images/${id}/${file_version}/original.jpg`)
}

test('copies all files to a bucket, continues after a failure, and copies nothing twice', async () => {
  await using both = await openBoth()
  const { here, stub, copy } = both
  stub.fail('PutObject', { status: 403, code: 'AccessDenied' })
  const failed = await copy(BUCKET_URL)
  expect([failed.code, failed.body.error.message]).toEqual([
    8,
    expect.stringContaining('AccessDenied'),
  ])
  const done = await copy(BUCKET_URL)
  expect(done).toMatchObject({ code: 0, body: [] })
  const [first] = await originalsOf(here)
  expect(keysIn(stub)).toHaveLength(8)
  expect(keysIn(stub)).toContain(`catalog/${first}`)
  const puts = stub.operations.filter((name) => name.startsWith('PutObject')).length
  const again = await copy(BUCKET_URL)
  expect(again.stderr).toContain('Copied 0 files (0 B). 8 files had been copied before.')
  expect(stub.operations.filter((name) => name.startsWith('PutObject'))).toHaveLength(puts)
})

test('does not copy a damaged original, and reports a missing one', async () => {
  await using both = await openBoth()
  const { here, copy, stub } = both
  const { storage } = here.api.server.catalog
  const [first, second] = await originalsOf(here)
  await writeFile(storage.locate(first!), randomBytes((await storage.stat(first!))!.size))
  await storage.remove(second!)
  expect(await copy(BUCKET_URL)).toMatchObject({
    code: 11,
    body: [
      { code: 'changed', path: first, image: 1 },
      { code: 'missing', path: second, image: 2 },
    ],
  })
  expect(keysIn(stub)).toHaveLength(6)
})

test('removes a copy that differs from its original', async () => {
  await using both = await openBoth()
  const { stub, copy, here } = both
  const [first] = await originalsOf(here)
  stub.after('PutObject', (key) => {
    if (key.endsWith(first!))
      stub.contents.put(key, randomBytes(9), { contentType: 'image/jpeg', cacheControl: undefined })
  })
  expect(await copy(BUCKET_URL)).toMatchObject({
    code: 11,
    body: [{ code: 'changed', path: first }],
  })
  expect(keysIn(stub)).not.toContain(`catalog/${first}`)
})

test('refuses settings that name another storage than the one with the files', async () => {
  await using both = await openBoth()
  const { here, local, remote, copy } = both
  const usesWith = (options: typeof local) => here.admin(['slot', 'list'], options)
  const early = await usesWith(remote)
  expect([early.code, early.body.error]).toEqual([
    9,
    expect.objectContaining({
      message:
        'The image files of this catalog are in the data directory, but the settings name s3://archive/catalog.',
      hint: expect.stringContaining(`catalog admin storage copy --to ${BUCKET_URL}`),
    }),
  ])

  await copy(BUCKET_URL)
  expect((await usesWith(remote)).code).toBe(0)
  const { data, catalog } = here.api.server
  await catalog.storage.removeBelow('images')
  const late = await usesWith(local)
  expect(late.code).toBe(9)
  expect(late.body.error.hint).toContain(`Set CATALOG_STORAGE_URL=${BUCKET_URL}`)

  expect(await copy(data, remote)).toMatchObject({ code: 0, body: [] })
  expect((await usesWith(local)).code).toBe(0)
  expect(await here.admin(['storage', 'verify'])).toMatchObject({ code: 0, body: [] })
})

test('refuses a bucket that lacks the newest original', async () => {
  await using both = await openBoth()
  const { here, remote, stub, copy } = both
  await copy(BUCKET_URL)
  const [, second] = await originalsOf(here)
  stub.contents.objects.delete(`catalog/${second}`)
  expect((await here.admin(['slot', 'list'], remote)).code).toBe(9)
})

test('refuses to copy a storage to itself, or to an invalid place', async () => {
  await using both = await openBoth()
  const { here, copy, remote } = both
  expect((await copy(here.api.server.data)).code).toBe(2)
  expect((await copy('s3://Archive')).code).toBe(2)
  await copy(BUCKET_URL)
  expect((await copy(`${BUCKET_URL}/`, remote)).code).toBe(2)
  const elsewhere = join(here.folder, 'elsewhere')
  const words = ['storage', 'copy', '--to', elsewhere, '--to-profile', 'other']
  expect((await here.admin(words)).code).toBe(2)
  expect(await copy(elsewhere)).toMatchObject({ code: 0 })
})

test('copies between the buckets of two servers, with a profile for each', async () => {
  await using both = await openBoth()
  const { here, stub, remote, copy } = both
  await copy(BUCKET_URL)
  const credentials = { accessKeyId: 'other-key', secretAccessKey: 'other-secret' }
  await using other = await startS3Stub({ bucket: 'museum:archive', credentials })
  const file = join(here.folder, 'credentials')
  await writeFile(
    file,
    `[one]\naws_access_key_id = ${process.env.AWS_ACCESS_KEY_ID}\naws_secret_access_key = ${process.env.AWS_SECRET_ACCESS_KEY}\n[two]\naws_access_key_id = other-key\naws_secret_access_key = other-secret\n`,
  )
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a-third-key')
  const words = ['storage', 'copy', '--to', 's3://museum:archive/catalog']
  words.push('--to-endpoint', other.endpoint, '--to-profile', 'two', '--from-profile', 'one')
  expect(await here.admin(words, remote)).toMatchObject({ code: 0, body: [] })
  const images = keysIn(stub).filter((key) => !key.includes('files-'))
  expect(images).toHaveLength(8)
  expect(keysIn(other)).toEqual(images)
})
