import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import type { Bucket } from './bucket.ts'
import { listObjects } from './list-objects.ts'

const AT_ONCE = 8

/** Removes an object, if it exists. */
export async function removeObject(bucket: Bucket, key: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: bucket.keyOf(key) })
  await bucket.send('DeleteObject', key, (client) => client.send(command))
}

/**
 * Removes every object below a prefix, one by one: requests that remove several need a checksum on whose kind servers
 * differ.
 */
export async function removeObjects(bucket: Bucket, prefix: string): Promise<void> {
  const objects = listObjects(bucket, `${prefix}/`)
  const removeNext = async (): Promise<void> => {
    for (let next = await objects.next(); !next.done; next = await objects.next()) {
      await removeObject(bucket, next.value.key)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, removeNext))
}
