import { createHash, randomBytes } from 'node:crypto'
import { access, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { plain, RED } from '../support/pictures.ts'
import { openS3ImportApi, type S3ImportApi } from '../support/s3-import.ts'
import { runCli } from '../support/test-cli.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()
const other = await plain(9, 8, RED).jpeg().toBuffer()

let api: S3ImportApi
let folder: string
let number = 0

const newFolder = (): string => join(folder, String((number += 1)))

beforeAll(async () => {
  const temporary = await mkdtempDisposable(join(tmpdir(), 'catalog-backup-'))
  folder = temporary.path
  api = await openS3ImportApi()
  for (const bytes of [tiny, other]) await api.commit(await api.uploadToNewSlot(bytes))
  await api.server.catalog.jobs.drain()
  return async () => {
    await api[Symbol.asyncDispose]()
    await temporary.remove()
  }
})

const admin = (words: string[], env: NodeJS.ProcessEnv = {}) => run(['admin', ...words], env)

async function run(words: string[], env: NodeJS.ProcessEnv = {}) {
  const { server, stub } = api
  const settings = {
    CATALOG_DATA: server.data,
    CATALOG_STORAGE_URL: 's3://archive/catalog',
    CATALOG_STORAGE_ENDPOINT: stub.endpoint,
    CATALOG_STORAGE_REGION: 'eu-central-1',
    CATALOG_STORAGE_PATH_STYLE: 'true',
  }
  const options = { clock: server.clock, env: { ...settings, ...env } }
  const { code, stdout, stderr } = await runCli([...words, '--json'], options)
  return { code, stderr, body: stdout === '' ? null : JSON.parse(stdout) }
}

/** Backs up the database to a new folder. Returns the path of the backup. */
async function backUp(): Promise<string> {
  const words = ['backup', 'create', '--database-only', '--backups', newFolder()]
  const { code, body, stderr } = await admin(words)
  expect(code, stderr).toBe(0)
  return body.path
}

const restore = (backup: string, data: string, ...options: string[]) =>
  admin(['restore', backup, '--data', data, ...options])

const keyOfOriginal = (image: number): string => {
  const isOriginal = (key: string) => key.startsWith(`catalog/images/${image}/`)
  return api.keys().find(isOriginal)!.slice('catalog/'.length)
}

const objectOf = (key: string) => api.stub.contents.require(`catalog/${key}`)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes)

test('backs up the database and lists the files in the bucket', async () => {
  const whole = await admin(['backup', 'create'])
  expect([whole.code, whole.body.error]).toEqual([
    3,
    expect.objectContaining({
      message: 'Backups do not contain the files in s3://archive/catalog.',
      hint: expect.stringContaining('--database-only'),
    }),
  ])
  const operations = api.stub.operations.length
  const backups = newFolder()
  const created = await admin(['backup', 'create', '--database-only', '--backups', backups])
  expect(created).toMatchObject({ code: 0, body: { files: 2, missing: 0, changed: 0, copied: 0 } })
  const reads = api.stub.operations.slice(operations).filter((name) => name.includes('original.'))
  expect(reads).toHaveLength(2)
  expect(reads.every((name) => name.startsWith('HeadObject'))).toBe(true)
  const { path } = created.body
  expect((await readdir(path)).toSorted()).toEqual([
    'catalog.sqlite',
    'manifest.json',
    'manifest.json.sha256',
    'secret',
    'stored-files.ndjson',
  ])
  const [first] = (await readFile(join(path, 'stored-files.ndjson'), 'utf8')).split('\n')
  expect(JSON.parse(first!)).toEqual({
    path: keyOfOriginal(1),
    size: tiny.length,
    sha256: sha256(tiny).digest('hex'),
    etag: objectOf(keyOfOriginal(1)).etag,
  })
  const listed = await admin(['backup', 'list', '--backups', backups])
  expect(listed.body).toMatchObject([{ files: 2, storage_url: 's3://archive/catalog' }])
  const examine = async (backups: string) => {
    const { body } = await run(['doctor', '--server', '--backups', backups])
    return body.find(({ check }: { check: string }) => check === 'backups')
  }
  expect(await examine(backups)).toMatchObject({ message: 'The newest backup is 0 days old.' })
  expect(await examine(newFolder())).toMatchObject({
    hint: 'Make one with: catalog admin backup create --database-only',
  })
})

test('verifies a backup against what the bucket knows of its files', async () => {
  const backup = await backUp()
  const verify = async (...options: string[]) => {
    const { code, body } = await admin(['backup', 'verify', backup, ...options])
    return [code, body.map((found: { code: string; path: string }) => [found.code, found.path])]
  }
  expect(await verify()).toEqual([0, []])
  const key = keyOfOriginal(1)
  const object = objectOf(key)
  const { body, etag } = object
  // Another ETag of the same bytes, as after a copy in parts.
  object.etag = '"0123-2"'
  expect(await verify()).toEqual([0, []])
  object.body = randomBytes(body.length)
  expect(await verify()).toEqual([11, [['changed_file', key]]])
  object.etag = etag
  expect(await verify()).toEqual([0, []])
  expect(await verify('--read')).toEqual([11, [['changed_file', key]]])
  object.sha256 = sha256(object.body).digest('base64')
  expect(await verify()).toEqual([11, [['changed_file', key]]])
  object.body = body
  object.sha256 = sha256(body).digest('base64')
  expect(await verify()).toEqual([0, []])
  object.body = body.subarray(1)
  expect(await verify()).toEqual([11, [['changed_file', key]]])
  object.body = body
  api.stub.contents.objects.delete(`catalog/${key}`)
  expect(await verify()).toEqual([11, [['missing_file', key]]])
  api.stub.contents.objects.set(`catalog/${key}`, object)
  await writeFile(join(backup, 'more'), '')
  expect(await verify()).toEqual([11, [['unlisted_file', 'more']]])
})

test('restores the database beside a bucket that has moved on', async () => {
  const backup = await backUp()
  const [newer, third] = [newFolder(), await plain(10, 8, RED).jpeg().toBuffer()]
  await api.commit(await api.uploadToNewSlot(third))
  await api.server.catalog.jobs.drain()
  const before = api.keys()
  const restored = await restore(backup, newer)
  expect(restored, restored.stderr).toMatchObject({
    code: 0,
    body: { files: 2, missing: 0, changed: 0, in_trash: 0, queued: 0 },
  })
  expect(api.keys()).toEqual(before)
  expect(before).toContain(`catalog/${keyOfOriginal(3)}`)
  expect(await admin(['image', 'damaged', '--data', newer])).toMatchObject({ code: 0 })

  const { storage } = api.server.catalog
  const key = keyOfOriginal(2)
  await storage.move(key, `trash/2026-03-01T120000.000000Z-deleted/${key}`)
  const [trashed, words] = [newFolder(), ['storage', 'restore', '--missing', '--data']]
  expect(await restore(backup, trashed)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('catalog admin storage restore --missing'),
    body: { in_trash: 1, missing: 0 },
  })
  expect((await admin(['backup', 'verify', backup])).body).toMatchObject([{ code: 'in_trash' }])
  expect((await admin([...words, trashed])).body).toMatchObject([{ key, state: 'restored' }])
  expect(api.keys()).toEqual(before)
})

test('refuses to restore without the files, unless it is accepted', async () => {
  const backup = await backUp()
  const key = keyOfOriginal(1)
  const object = objectOf(key)
  api.stub.contents.objects.delete(`catalog/${key}`)
  const data = newFolder()
  const refused = await restore(backup, data)
  expect([refused.code, refused.body.error]).toEqual([
    11,
    expect.objectContaining({
      message:
        'Missing or changed in s3://archive/catalog: 1 of the originals that the database names. Nothing was restored.',
      hint: expect.stringContaining('--accept-missing'),
    }),
  ])
  expect(refused.stderr).toContain(`${key} is missing`)
  expect(await readdir(data)).toEqual([])
  const accepted = await restore(backup, data, '--accept-missing')
  expect(accepted).toMatchObject({ code: 0, body: { missing: 1 } })
  api.stub.contents.objects.set(`catalog/${key}`, object)
})

test('requires the bucket of the database', async () => {
  const backup = await backUp()
  const [data, without] = [newFolder(), newFolder()]
  const unset = await admin(['restore', backup, '--data', without], {
    CATALOG_STORAGE_URL: undefined,
  })
  expect([unset.code, unset.body.error.hint]).toEqual([
    2,
    expect.stringContaining('CATALOG_STORAGE_URL=s3://archive/catalog'),
  ])
  const env = { CATALOG_STORAGE_URL: 's3://archive/elsewhere' }
  const headers = { contentType: 'text/plain', cacheControl: undefined }
  api.stub.contents.put('elsewhere/files-id', Buffer.from('another id'), headers)
  const elsewhere = await admin(['restore', backup, '--data', data], env)
  expect([elsewhere.code, elsewhere.body.error.message]).toEqual([
    9,
    expect.stringContaining('of another catalog'),
  ])
  expect(await readdir(data)).toEqual([])
  await expect(access(join(without, 'catalog.sqlite'))).rejects.toThrow('ENOENT')
})
