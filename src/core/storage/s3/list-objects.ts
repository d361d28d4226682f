import { Readable } from 'node:stream'
import { ListObjectsV2Command, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { Micros } from '../../base/clock.ts'
import type { ListedEntry, ListedFolder, StoredSize } from '../object-store.ts'
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
  for await (const { name, changedAt } of listGroups(bucket, prefix)) yield { name, changedAt }
}

/** Lists what is directly below a prefix, and below that, with one request for a thousand objects. */
export async function* listFolders(bucket: Bucket, prefix: string): AsyncGenerator<ListedFolder> {
  for await (const { name, changedAt, below } of listGroups(bucket, prefix)) {
    yield { name, changedAt, entries: () => Readable.from(below.values()) }
  }
}

interface Group extends ListedEntry {
  /** Entries directly below it, by name. */
  below: Map<string, ListedEntry>
}

/** Objects with a common prefix follow each other. */
async function* listGroups(bucket: Bucket, prefix: string): AsyncGenerator<Group> {
  let group: Group | undefined
  for await (const { key, changedAt } of listObjects(bucket, `${prefix}/`)) {
    const [name = '', child] = key.slice(prefix.length + 1).split('/', 2)
    if (group?.name !== name) {
      if (group) yield group
      group = { name, changedAt, below: new Map() }
    }
    group.changedAt = Math.max(group.changedAt, changedAt)
    if (child !== undefined) addChild(group, child, changedAt)
  }
  if (group) yield group
}

function addChild({ below }: Group, name: string, changedAt: Micros): void {
  const known = below.get(name)?.changedAt ?? 0
  below.set(name, { name, changedAt: Math.max(known, changedAt) })
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

/** Probes of a server wait only for a few seconds themselves. */
const PROBE_MS = 3000

/** @throws CatalogError kind `unavailable` if the bucket does not exist, cannot be reached or may not be listed */
export async function requireBucket(bucket: Bucket): Promise<void> {
  const input = { Bucket: bucket.name, Prefix: bucket.keyOf(''), MaxKeys: 1 }
  const command = new ListObjectsV2Command(input)
  await bucket.send('ListObjectsV2', '', (client) =>
    client.send(command, { abortSignal: AbortSignal.timeout(PROBE_MS) }),
  )
}
