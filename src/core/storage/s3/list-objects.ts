import { ListObjectsV2Command, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { Micros } from '../../clock.ts'
import type { ListedEntry, StoredSize } from '../object-store.ts'
import type { Bucket } from './bucket.ts'
import { toS3Error } from './s3-errors.ts'

export interface ListedObject {
  key: string
  size: number
  changedAt: Micros
}

const MICROS_PER_MILLISECOND = 1000

/** Lists the objects whose keys begin with `prefix`, by key. */
export async function* listObjects(bucket: Bucket, prefix: string): AsyncGenerator<ListedObject> {
  const input = { Bucket: bucket.name, Prefix: bucket.keyOf(prefix) }
  const pages = paginateListObjectsV2({ client: bucket.client }, input)
  try {
    for await (const { Contents = [] } of pages) {
      for (const { Key = '', Size = 0, LastModified } of Contents) {
        const changedAt = (LastModified?.getTime() ?? 0) * MICROS_PER_MILLISECOND
        yield { key: bucket.fromBucket(Key), size: Size, changedAt }
      }
    }
  } catch (error) {
    throw toS3Error(error, { operation: 'ListObjectsV2', key: prefix })
  }
}

/**
 * Lists what is directly below a prefix. Reads the keys of all objects below it, because a listing of common prefixes
 * has no times. `changedAt` is that of the newest object.
 */
export async function* listEntries(bucket: Bucket, prefix: string): AsyncGenerator<ListedEntry> {
  let entry: ListedEntry | undefined
  for await (const { key, changedAt } of listObjects(bucket, `${prefix}/`)) {
    const [name = ''] = key.slice(prefix.length + 1).split('/', 1)
    if (entry?.name === name) {
      entry.changedAt = Math.max(entry.changedAt, changedAt)
    } else {
      if (entry) yield entry
      entry = { name, changedAt }
    }
  }
  if (entry) yield entry
}

/** Counts the objects below a prefix, and adds up their sizes. */
export async function measureObjects(bucket: Bucket, prefix: string): Promise<StoredSize> {
  const total = { files: 0, bytes: 0 }
  for await (const { size } of listObjects(bucket, `${prefix}/`)) {
    total.files += 1
    total.bytes += size
  }
  return total
}

/** @throws CatalogError kind `unavailable` if the bucket does not exist, cannot be reached or may not be listed */
export async function requireBucket(bucket: Bucket): Promise<void> {
  const input = { Bucket: bucket.name, Prefix: bucket.keyOf(''), MaxKeys: 1 }
  const command = new ListObjectsV2Command(input)
  await bucket.send('ListObjectsV2', '', (client) => client.send(command))
}
