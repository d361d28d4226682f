import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeFileLock } from '../../src/core/storage/disk/file-lock.ts'
import type { ObjectStore } from '../../src/core/storage/object-store.ts'
import { openS3, type S3StoreOptions } from '../../src/core/storage/s3/open-s3.ts'
import { BUCKET, startS3Stub, type S3Stub, type StubOptions } from './s3-stub/s3-stub.ts'

export interface TemporaryS3Store extends AsyncDisposable {
  readonly store: ObjectStore
  readonly stub: S3Stub
  /** A folder for files of the test, which also has the temporary files of the store. */
  readonly folder: string
}

/** Opens a store below the prefix `catalog` of the stub's bucket. */
export async function openS3Store(
  options: Partial<S3StoreOptions> & { stub?: StubOptions } = {},
): Promise<TemporaryS3Store> {
  const stub = await startS3Stub(options.stub)
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-s3-'))
  const store = openS3({
    url: `s3://${BUCKET}/catalog`,
    endpoint: stub.endpoint,
    region: 'eu-central-1',
    pathStyle: true,
    uploadEndpoint: null,
    data: folder.path,
    takeLock: takeFileLock,
    ...options,
  })
  return {
    store,
    stub,
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await stub[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
