import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBucket } from '../../../../../src/core/storage/s3/bucket.ts'
import { createLocalCopies } from '../../../../../src/core/storage/s3/local-copies.ts'
import { BUCKET, startS3Stub } from '../../../../support/s3-stub/s3-stub.ts'

/** Copies of objects with 100 bytes each, of which two may stay unused. */
async function openCopies() {
  const stub = await startS3Stub()
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-copies-'))
  const settings = { endpoint: stub.endpoint, region: 'eu-central-1', pathStyle: true }
  const bucket = openBucket({ url: `s3://${BUCKET}`, ...settings })
  for (const key of ['a', 'b', 'c']) {
    stub.contents.put(key, Buffer.alloc(100, key), { contentType: '', cacheControl: undefined })
  }
  const copies = createLocalCopies(bucket, {
    folder: () => Promise.resolve(folder.path),
    maxBytes: 200,
  })
  return {
    stub,
    copies,
    /** Opens the copies and releases them, one after the other. */
    async use(...keys: string[]): Promise<void> {
      for (const key of keys) await (await copies.open(key))![Symbol.asyncDispose]()
    },
    countFiles: async () => (await readdir(folder.path)).length,
    countDownloads: () => stub.operations.filter((name) => name.startsWith('GetObject')).length,
    async [Symbol.asyncDispose]() {
      bucket[Symbol.dispose]()
      await stub[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

test('deletes the copy that was not used for the longest time when they take up too much space', async () => {
  await using here = await openCopies()
  await here.use('a', 'b', 'a', 'c')
  expect([await here.countFiles(), here.countDownloads()]).toEqual([2, 3])
  await here.use('a', 'c')
  expect(here.countDownloads()).toBe(3)
  await here.use('b')
  expect(here.countDownloads()).toBe(4)
})

test('keeps a copy that is used, and deletes it afterwards if it was to be forgotten', async () => {
  await using here = await openCopies()
  const copy = (await here.copies.open('a'))!
  await here.use('b', 'c')
  await here.copies.forget('a')
  expect(await readFile(copy.path, 'utf8')).toBe('a'.repeat(100))
  await copy[Symbol.asyncDispose]()
  await expect(readFile(copy.path)).rejects.toThrow('ENOENT')
})

test('downloads an object again that was replaced', async () => {
  await using here = await openCopies()
  await here.use('a')
  here.stub.contents.put('a', Buffer.alloc(50, 'x'), { contentType: '', cacheControl: undefined })
  await using copy = (await here.copies.open('a'))!
  expect(await readFile(copy.path, 'utf8')).toBe('x'.repeat(50))
})

test('leaves no file of a download that failed', async () => {
  await using here = await openCopies()
  here.stub.fail('GetObject', { status: 403, code: 'AccessDenied' })
  await expect(here.copies.open('a')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await here.countFiles()).toBe(0)
  await here.use('a')
  expect(await here.countFiles()).toBe(1)
})
