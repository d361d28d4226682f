import { randomUUID } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { convertDiskErrors } from '../disk-errors.ts'
import { ignoreMissing } from '../missing-files.ts'
import type { ObjectStore, ReceivedObject } from '../object-store.ts'
import { receiveFile } from '../receive-file.ts'
import { createTemporaryFolder, createWorkspace, type TakeLock } from '../temporary-folder.ts'
import { openBucket, openUploads, type Bucket, type S3Settings } from './bucket.ts'
import { copyObject } from './copy-object.ts'
import { headObject, inspectObject } from './head-object.ts'
import {
  listEntries,
  listFolders,
  listObjects,
  measureObjects,
  requireBucket,
} from './list-objects.ts'
import { createLocalCopies } from './local-copies.ts'
import { moveObjects } from './move-objects.ts'
import { PART_SIZES, type PartSizes } from './multipart.ts'
import { presignUpload } from './presign-upload.ts'
import { putFile } from './put-file.ts'
import { readObject, readObjectRange } from './read-object.ts'
import { removeObject, removeObjects } from './remove-objects.ts'

export interface S3StoreOptions extends S3Settings {
  /** The address of the storage that clients use for uploads; null if it is that of this process. */
  uploadEndpoint: string | null
  /** The data directory. Its folder `tmp` gets temporary files. */
  data: string
  takeLock: TakeLock
  /** Smaller sizes are for tests. */
  sizes?: PartSizes
}

/** The disk space for files that were downloaded and may be needed again. */
const COPIES_BYTES = 2 * 1024 ** 3

/**
 * Stores objects in a bucket of S3, or of a server that is compatible with it. A written object is durable when the
 * server confirms it.
 * @throws CatalogError kind `unavailable`, from every method, if the storage or the disk for temporary files fails
 */
export function openS3(options: S3StoreOptions): ObjectStore {
  const { sizes = PART_SIZES, url } = options
  const bucket = openBucket(options)
  const uploads = openUploads(bucket, options)
  const temporary = createTemporaryFolder(join(options.data, 'tmp'), options.takeLock)
  const copies = createLocalCopies(bucket, {
    folder: () => convertDiskErrors(temporary.path()),
    maxBytes: COPIES_BYTES,
  })
  const put = async (path: string, key: string): Promise<void> => {
    await convertDiskErrors(putFile(bucket, { path, key, sizes }))
    await copies.forget(key)
  }
  return {
    receive: (source, limit) => convertDiskErrors(receive(source, limit, { temporary, put })),
    putFile: put,
    async duplicate(from, to) {
      await copyObject(bucket, { from, to, sizes })
      return { durable: Promise.resolve() }
    },
    async stat(key) {
      const head = await headObject(bucket, key)
      return head && { size: head.size }
    },
    inspect: (key) => inspectObject(bucket, key),
    digest: (key) => copies.digest(key),
    read: (key, range) => readObject(bucket, key, range),
    readRange: (key, range) => readObjectRange(bucket, key, range),
    localCopy: (key) => copies.open(key),
    locate: (key) => `${url}/${key}`,
    async move(from, to) {
      const isMoved = await moveObjects(bucket, { from, to, sizes })
      await copies.forget(from)
      return isMoved
    },
    async remove(key) {
      await removeObject(bucket, key)
      await copies.forget(key)
    },
    async removeBelow(prefix) {
      await removeObjects(bucket, prefix)
      await copies.forget(prefix)
    },
    // A prefix without objects does not exist.
    removeEmpty: () => Promise.resolve(),
    ...createListings(bucket),
    presignUpload: (target, now) => presignUpload(uploads, target, now),
    discardUnfinished: () => temporary.discardAbandoned(),
    workspace: () => createWorkspace(temporary.path()),
    async requireAvailable() {
      await using _workspace = await createWorkspace(temporary.path())
      await requireBucket(bucket)
    },
    async [Symbol.asyncDispose]() {
      uploads.client.destroy()
      bucket[Symbol.dispose]()
      await temporary[Symbol.asyncDispose]()
    },
  }
}

function createListings(
  bucket: Bucket,
): Pick<ObjectStore, 'list' | 'listFolders' | 'listObjects' | 'measure'> {
  return {
    list: (prefix) => listEntries(bucket, prefix),
    listFolders: (prefix) => listFolders(bucket, prefix),
    listObjects: (prefix) => listObjects(bucket, `${prefix}/`),
    measure: (prefix) => measureObjects(bucket, prefix),
  }
}

async function receive(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  store: {
    temporary: { path(): Promise<string> }
    put: (path: string, key: string) => Promise<void>
  },
): Promise<ReceivedObject> {
  const path = join(await store.temporary.path(), randomUUID())
  const discard = async (): Promise<void> => {
    await ignoreMissing(unlink(path))
  }
  try {
    const digest = await receiveFile(source, path, limit)
    const publish = (key: string): Promise<void> => store.put(path, key)
    return { ...digest, publish, [Symbol.asyncDispose]: discard }
  } catch (error) {
    await discard()
    throw error
  }
}
