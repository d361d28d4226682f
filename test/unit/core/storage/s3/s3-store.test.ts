import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createTestClock } from '../../../../support/test-clock.ts'
import { openS3Store } from '../../../../support/s3-store.ts'
import { listUnfinishedFiles } from '../../../../support/unfinished-files.ts'

const KEY = 'images/1/aaaaaaaaaaaaaaaa/original.jpg'
const bytes = randomBytes(100_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')

async function* chunksOf(...chunks: Uint8Array[]) {
  yield* chunks
}

test('stores a file below the prefix with the headers that a CDN needs', async () => {
  await using s3 = await openS3Store()
  const path = join(s3.folder, 'file')
  await writeFile(path, bytes)
  await s3.store.putFile(path, KEY)
  expect(s3.stub.contents.objects.get(`catalog/${KEY}`)).toMatchObject({
    body: bytes,
    contentType: 'image/jpeg',
    cacheControl: 'public, max-age=31536000, immutable',
  })
  expect(await s3.store.stat(KEY)).toEqual({ size: bytes.length })
  expect(await s3.store.stat('images/2/x')).toBeUndefined()
  expect(s3.store.locate(KEY)).toBe(`s3://archive/catalog/${KEY}`)
})

test('stores an empty file', async () => {
  await using s3 = await openS3Store()
  const path = join(s3.folder, 'file')
  await writeFile(path, '')
  await s3.store.putFile(path, KEY)
  expect(await buffer(s3.store.read(KEY))).toEqual(Buffer.alloc(0))
  expect(await s3.store.readRange(KEY, { start: 0, end: 9 })).toEqual(Buffer.alloc(0))
})

test('stores a large file in parts, none of which stays if one fails', async () => {
  const sizes = { upload: 40_000, maxCopy: 1e9, copy: 1e9 }
  await using s3 = await openS3Store({ sizes, stub: { minPartBytes: 40_000 } })
  const path = join(s3.folder, 'file')
  await writeFile(path, bytes)
  await s3.store.putFile(path, KEY)
  expect(s3.stub.contents.require(`catalog/${KEY}`)).toMatchObject({
    body: bytes,
    contentType: 'image/jpeg',
  })
  s3.stub.fail('UploadPart', { status: 403, code: 'AccessDenied' })
  await expect(s3.store.putFile(path, 'images/2/original.jpg')).rejects.toThrow('AccessDenied')
  expect(s3.stub.contents.uploads.size).toBe(0)
  expect(s3.stub.contents.objects.size).toBe(1)
})

test('stores received bytes only when published, and deletes them otherwise', async () => {
  await using s3 = await openS3Store()
  {
    await using received = await s3.store.receive(chunksOf(bytes), bytes.length)
    expect(received).toMatchObject({ size: bytes.length, sha256 })
    expect(await s3.store.stat(KEY)).toBeUndefined()
  }
  {
    await using kept = await s3.store.receive(chunksOf(bytes), bytes.length)
    await kept.publish(KEY)
  }
  expect(await buffer(s3.store.read(KEY))).toEqual(bytes)
  await expect(s3.store.receive(chunksOf(bytes), 99_999)).rejects.toThrow('larger than 99999 bytes')
  expect(await listUnfinishedFiles(s3.folder)).toEqual([])
})

test('reads ranges, also beyond the end', async () => {
  await using s3 = await openS3Store()
  s3.stub.contents.put('catalog/a', bytes, { contentType: '', cacheControl: undefined })
  expect(await buffer(s3.store.read('a', { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20))
  const range = { start: 99_990, end: 100_100 }
  expect(await s3.store.readRange('a', range)).toEqual(bytes.subarray(99_990))
  expect(await s3.store.readRange('a', { start: 100_000, end: 100_001 })).toEqual(Buffer.alloc(0))
  expect(await s3.store.readRange('b', range)).toBeUndefined()
  await expect(buffer(s3.store.read('b'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('continues a read where the connection was lost', async () => {
  await using s3 = await openS3Store()
  s3.stub.contents.put('catalog/a', bytes, { contentType: '', cacheControl: undefined })
  s3.stub.fail('GetObject', { cutAfter: 60_000 }, 1)
  expect(await buffer(s3.store.read('a'))).toEqual(bytes)
  s3.stub.fail('GetObject', { cutAfter: 0 }, 100)
  await expect(buffer(s3.store.read('a'))).rejects.toMatchObject({ kind: 'unavailable' })
})

test('never joins bytes of two versions of an object', async () => {
  await using s3 = await openS3Store()
  const { contents } = s3.stub
  const headers = { contentType: '', cacheControl: undefined }
  contents.put('catalog/a', bytes, headers)
  s3.stub.fail('GetObject', { cutAfter: 60_000 }, 1)
  s3.stub.after('GetObject', () => void contents.put('catalog/a', randomBytes(100_000), headers))
  await expect(buffer(s3.store.read('a'))).rejects.toThrow('GetObject: PreconditionFailed')
})

test('copies an object with the headers of its new key, in parts if it is too large for one request', async () => {
  const sizes = { upload: 1e9, maxCopy: 50_000, copy: 40_000 }
  await using s3 = await openS3Store({
    sizes,
    stub: { maxCopyBytes: 50_000, minPartBytes: 40_000 },
  })
  const { contents } = s3.stub
  for (const [name, body] of Object.entries({ small: bytes.subarray(0, 50_000), large: bytes })) {
    contents.put(`catalog/incoming/${name}`, body, { contentType: 'x/y', cacheControl: undefined })
    const { durable } = await s3.store.duplicate(`incoming/${name}`, `images/${name}/original.png`)
    await durable
    expect(contents.require(`catalog/images/${name}/original.png`)).toMatchObject({
      body,
      contentType: 'image/png',
    })
  }
  await expect(s3.store.duplicate('incoming/none', 'images/1/a')).rejects.toMatchObject({
    code: 'ENOENT',
  })
})

test('rejects a copy whose source was replaced meanwhile, and removes it', async () => {
  await using s3 = await openS3Store()
  const { contents } = s3.stub
  const headers = { contentType: 'image/jpeg', cacheControl: undefined }
  const replace = (key: string): void => {
    if (key.startsWith('catalog/incoming/')) contents.put(key, randomBytes(100_000), headers)
  }
  contents.put('catalog/incoming/1', bytes, headers)
  s3.stub.after('HeadObject', replace)
  const copying = s3.store.duplicate('incoming/1', KEY)
  await expect(copying).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await s3.store.stat(KEY)).toBeUndefined()
})

test('provides an object as a file, and reads it once for all who need it', async () => {
  await using s3 = await openS3Store()
  const { contents, operations } = s3.stub
  contents.put(`catalog/${KEY}`, bytes, { contentType: '', cacheControl: undefined })
  const copies = await Promise.all([s3.store.localCopy(KEY), s3.store.localCopy(KEY)])
  const { path } = copies[0]!
  expect(await readFile(path)).toEqual(bytes)
  for (const copy of copies) await copy![Symbol.asyncDispose]()
  expect(await s3.store.digest(KEY)).toEqual({ size: bytes.length, sha256 })
  expect(operations.filter((name) => name.startsWith('GetObject'))).toHaveLength(1)
  await s3.store.remove(KEY)
  await expect(stat(path)).rejects.toThrow('ENOENT')
  expect(await s3.store.localCopy(KEY)).toBeUndefined()
})

test('computes the digest of an object that was never downloaded', async () => {
  await using s3 = await openS3Store()
  s3.stub.contents.put('catalog/a', bytes, { contentType: '', cacheControl: undefined })
  expect(await s3.store.digest('a')).toEqual({ size: bytes.length, sha256 })
})

test('lists what is directly below a prefix over several pages, and removes all of it', async () => {
  await using s3 = await openS3Store({ stub: { pageKeys: 3 } })
  const { contents } = s3.stub
  const headers = { contentType: '', cacheControl: undefined }
  for (let version = 1; version <= 4; version += 1) {
    for (const name of ['a.jpg', 'b.jpg']) {
      contents.put(`catalog/derivatives/1/v${version}/${name}`, bytes, headers)
    }
  }
  contents.put('catalog/derivatives/12/v1/a.jpg', bytes, headers)
  const namesBelow = async (prefix: string) =>
    (await Array.fromAsync(s3.store.list(prefix))).map(({ name }) => name)
  expect(await namesBelow('derivatives')).toEqual(['1', '12'])
  expect(await namesBelow('derivatives/1')).toEqual(['v1', 'v2', 'v3', 'v4'])
  expect(await namesBelow('derivatives/1/v1')).toEqual(['a.jpg', 'b.jpg'])
  expect(await namesBelow('images')).toEqual([])
  const folders = await Array.fromAsync(s3.store.listFolders('derivatives'))
  const children = await Promise.all(folders.map(({ entries }) => Array.fromAsync(entries())))
  expect(children.map((entries) => entries.map(({ name }) => name))).toEqual([
    ['v1', 'v2', 'v3', 'v4'],
    ['v1'],
  ])
  const [entry] = await Array.fromAsync(s3.store.list('derivatives'))
  expect(Math.abs(entry!.changedAt / 1000 - Date.now())).toBeLessThan(60_000)
  await s3.store.removeBelow('derivatives/1')
  expect([...contents.objects.keys()]).toEqual(['catalog/derivatives/12/v1/a.jpg'])
})

test('repeats requests that fail for a moment, and names what failed for longer', async () => {
  await using s3 = await openS3Store()
  s3.stub.contents.put('catalog/a', bytes, { contentType: '', cacheControl: undefined })
  s3.stub.fail('HeadObject', { status: 503, code: 'SlowDown' }, 2)
  expect(await s3.store.stat('a')).toEqual({ size: bytes.length })
  s3.stub.fail('GetObject', { status: 403, code: 'AccessDenied' })
  await expect(buffer(s3.store.read('a'))).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('(GetObject: AccessDenied)'),
    details: { detail: expect.stringContaining('GetObject a'), retryAfterSeconds: 10 },
  })
})

test('names the failed connection', async () => {
  await using s3 = await openS3Store({ endpoint: 'http://127.0.0.1:1' })
  await expect(s3.store.stat('a')).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('(HeadObject: ECONNREFUSED)'),
  })
})

test('a presigned URL allows the upload of one type to one key until it expires', async () => {
  const clock = createTestClock()
  await using s3 = await openS3Store({ stub: { presignNow: () => clock.now() / 1000 } })
  const target = { key: 'incoming/1', contentType: 'image/png', expiresAt: clock.now() + 900e6 }
  const url = await s3.store.presignUpload!(target, clock.now())
  const put = async (to: string, headers: Record<string, string>) => {
    const response = await fetch(to, { method: 'PUT', headers, body: bytes })
    return response.status
  }
  const png = { 'Content-Type': 'image/png' }
  expect(await put(url, { 'Content-Type': 'image/jpeg' })).toBe(403)
  expect(await put(url, {})).toBe(403)
  expect(await put(url.replace('incoming/1', 'images/1/original.png'), png)).toBe(403)
  expect(await put(url, { ...png, 'x-amz-acl': 'public-read' })).toBe(403)
  expect(await put(url, png)).toBe(200)
  expect(s3.stub.contents.require('catalog/incoming/1')).toMatchObject({
    body: bytes,
    contentType: 'image/png',
  })
  clock.advance(901)
  expect(await put(url, png)).toBe(403)
})

test('presigned URLs name the bucket in the host by default, and the public address if there is one', async () => {
  await using s3 = await openS3Store({
    endpoint: 'http://storage.internal',
    uploadEndpoint: 'https://storage.example.org',
    pathStyle: false,
  })
  const target = { key: 'incoming/1', contentType: 'image/png', expiresAt: 900e6 }
  const { origin, pathname } = new URL(await s3.store.presignUpload!(target, 0))
  expect([origin, pathname]).toEqual(['https://archive.storage.example.org', '/catalog/incoming/1'])
})

test('reads, writes, copies, lists and signs in a bucket of a tenant', async () => {
  const url = 's3://museum:archive/catalog'
  const clock = createTestClock()
  const stub = { bucket: 'museum:archive', presignNow: () => clock.now() / 1000 }
  await using s3 = await openS3Store({ url, pathStyle: false, stub })
  const path = join(s3.folder, 'file')
  await writeFile(path, bytes)
  await s3.store.putFile(path, KEY)
  await s3.store.duplicate(KEY, 'trash/1')
  expect(await buffer(s3.store.read('trash/1'))).toEqual(bytes)
  expect(await Array.fromAsync(s3.store.listObjects('trash'))).toMatchObject([
    { key: 'trash/1', size: bytes.length },
  ])
  const target = { key: 'incoming/a', contentType: 'image/jpeg', expiresAt: clock.now() + 60e6 }
  const upload = await s3.store.presignUpload!(target, clock.now())
  const headers = { 'Content-Type': 'image/jpeg' }
  expect((await fetch(upload, { method: 'PUT', headers, body: 'x' })).status).toBe(200)
})

test('no object counts as missing while the bucket is', async () => {
  await using temporary = await openS3Store({ url: 's3://elsewhere/catalog' })
  const { store } = temporary
  const attempts: Record<string, () => Promise<unknown>> = {
    stat: () => store.stat('a/b'),
    digest: () => store.digest('a/b'),
    readRange: () => store.readRange('a/b', { start: 0, end: 1 }),
    localCopy: () => store.localCopy('a/b'),
    duplicate: () => store.duplicate('a/b', 'c/d'),
    move: () => store.move('a/b', 'c/d'),
    list: () => Array.fromAsync(store.list('a')),
    requireAvailable: () => store.requireAvailable(),
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    const failure = { kind: 'unavailable', details: { retryAfterSeconds: 10 } }
    await expect(attempt(), name).rejects.toMatchObject(failure)
  }
})
