import type { ObjectStore } from '../../storage/object-store.ts'
import type { ImagePool } from '../../imaging/process/image-pool.ts'
import type { Clock } from '../../base/clock.ts'
import type { Config } from '../../config/config.ts'
import { notUploaded, requireExtension, requirePicture, requireSize } from './check-upload.ts'
import { abandonUpload, discardUpload, type ClaimedUpload } from './claimed-upload.ts'
import { incomingKey, originalKey } from '../../storage/keys.ts'
import { moveToTrash } from '../../stored-files/trash.ts'

/** An upload whose file is under its final key, not yet named by a row. */
export interface PlacedUpload extends ClaimedUpload {
  size: number
  /** Hexadecimal. */
  sha256: string
}

/**
 * Links the upload to its final key and probes it there, where no later upload can change it, while the disk
 * syncs the new name. A file left by a crash is moved to the trash by the next attempt or when the slot is reaped.
 * @throws CatalogError kind `conflict`, `invalid` or `unavailable`
 */
export async function placeUpload(
  catalog: { clock: Clock; config: Config; images: ImagePool; storage: ObjectStore },
  upload: ClaimedUpload,
): Promise<PlacedUpload> {
  const { slotId, userId, contentType, imageId, version, leftover } = upload
  const { clock, storage } = catalog
  const uploaded = await storage.stat(incomingKey(slotId))
  if (!uploaded) throw notUploaded()
  requireSize(uploaded.size, catalog.config)
  // A database that was rolled back may take the file of an image for a leftover.
  if (leftover !== null)
    await moveToTrash(storage, leftover, { movedAt: clock.now(), reason: 'unfinished' })
  const key = originalKey(imageId, version, requireExtension(contentType))
  const { durable } = await storage.duplicate(incomingKey(slotId), key)
  await Promise.all([requirePicture(catalog, { key, contentType, userId }), durable])
  const digest = await storage.digest(key)
  // A client may have uploaded again to an object storage since the first check.
  requireSize(digest.size, catalog.config)
  return { ...upload, ...digest }
}

/** Steps of a use case that makes an upload the file of an image. */
export const uploadSteps = {
  prepare: placeUpload,
  release: abandonUpload,
  finish: discardUpload,
}
