import { HeadObjectCommand } from '@aws-sdk/client-s3'
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
  const command = new HeadObjectCommand({ Bucket: bucket.name, Key: bucket.keyOf(key) })
  const found = await ignoreMissingObject(
    bucket.send('HeadObject', key, (client) => client.send(command)),
  )
  return found && { size: found.ContentLength ?? 0, etag: found.ETag ?? '' }
}
