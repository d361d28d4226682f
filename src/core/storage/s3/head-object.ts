import { HeadObjectCommand } from '@aws-sdk/client-s3'
import type { Bucket } from './bucket.ts'
import { ignoreMissingObject } from './s3-errors.ts'

/** An object as it is at one time. */
export interface ObjectHead {
  size: number
  /** Another one belongs to other bytes. */
  etag: string
}

/** Returns undefined if there is no such object. */
export async function headObject(bucket: Bucket, key: string): Promise<ObjectHead | undefined> {
  const command = new HeadObjectCommand({ Bucket: bucket.name, Key: bucket.keyOf(key) })
  const found = await ignoreMissingObject(
    bucket.send('HeadObject', key, (client) => client.send(command)),
  )
  return found && { size: found.ContentLength ?? 0, etag: found.ETag ?? '' }
}
