import type { Bucket } from './bucket.ts'
import { copyObject, type Copy } from './copy-object.ts'
import { tryHead } from './head-object.ts'
import { listObjects } from './list-objects.ts'
import { removeObject } from './remove-objects.ts'

/**
 * Moves an object, or every object below a prefix. Each is removed only after its copy was compared with it, so that an
 * interrupted move leaves two copies at most.
 * @returns false if there is nothing to move
 */
export async function moveObjects(bucket: Bucket, move: Copy): Promise<boolean> {
  const { from, to, sizes } = move
  let isMoved = false
  // The listing fails if the bucket is missing.
  if (await tryHead(bucket, from)) {
    await moveObject(bucket, move)
    isMoved = true
  }
  for await (const { key } of listObjects(bucket, `${from}/`)) {
    await moveObject(bucket, { from: key, to: to + key.slice(from.length), sizes })
    isMoved = true
  }
  return isMoved
}

async function moveObject(bucket: Bucket, move: Copy): Promise<void> {
  await copyObject(bucket, move)
  await removeObject(bucket, move.from)
}
