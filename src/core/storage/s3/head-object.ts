import { HeadObjectCommand, type HeadObjectCommandInput } from '@aws-sdk/client-s3'
import type { InspectedObject } from '../object-store.ts'
import type { Bucket } from './bucket.ts'
import { requireBucket } from './list-objects.ts'
import { ignoreMissingObject } from './s3-errors.ts'

/** An object as it is at one time. */
export interface ObjectHead {
  size: number
  /** Another one belongs to other bytes. */
  etag: string
}

/**
 * Returns undefined if there is no such object.
 * @throws CatalogError kind `unavailable` if there is no such bucket either
 */
export async function headObject(bucket: Bucket, key: string): Promise<ObjectHead | undefined> {
  const head = await tryHead(bucket, key)
  if (!head) await requireBucket(bucket)
  return head
}

/** Returns undefined if there is no such object, or no such bucket: responses to HEAD do not tell which. */
export async function tryHead(bucket: Bucket, key: string): Promise<ObjectHead | undefined> {
  const found = await sendHead(bucket, key)
  return found && { size: found.ContentLength ?? 0, etag: found.ETag ?? '' }
}

async function sendHead(
  bucket: Bucket,
  key: string,
  options: Pick<HeadObjectCommandInput, 'ChecksumMode'> = {},
) {
  const object = { Bucket: bucket.name, Key: bucket.keyOf(key) }
  const command = new HeadObjectCommand({ ...object, ...options })
  return await ignoreMissingObject(bucket.send('HeadObject', key, (client) => client.send(command)))
}

/** Longer ones come from no server that is known. */
const MAX_ETAG = 200

/**
 * Returns what the server knows about an object, with the SHA-256 if it has computed it; undefined if there is no such object.
 * @throws CatalogError kind `unavailable` if there is no such bucket either
 */
export async function inspectObject(
  bucket: Bucket,
  key: string,
): Promise<InspectedObject | undefined> {
  const found = await sendHead(bucket, key, { ChecksumMode: 'ENABLED' })
  if (!found) await requireBucket(bucket)
  const { ContentLength: size = 0, ETag: etag = '', ChecksumSHA256: checksum } = found ?? {}
  const isUsable = etag !== '' && etag.length <= MAX_ETAG
  return found && { size, etag: isUsable ? etag : null, sha256: parseChecksum(checksum) }
}

/** The checksum of an object that was uploaded in parts is that of their checksums: `base64-3`. */
function parseChecksum(base64: string | undefined): string | null {
  const isOfObject = /^[A-Za-z0-9+/]{43}=$/.test(base64 ?? '')
  return isOfObject ? Buffer.from(base64 ?? '', 'base64').toString('hex') : null
}
