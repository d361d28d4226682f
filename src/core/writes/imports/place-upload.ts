import type { ObjectStore } from '../../storage/object-store.ts'
import type { ImagePool } from '../../imaging/process/image-pool.ts'
import type { Clock } from '../../base/clock.ts'
import type { Config } from '../../config/config.ts'
import { CatalogError, conflict, invalid } from '../../base/errors.ts'
import { PictureError } from '../../imaging/picture-error.ts'
import { findExtension } from '../../model/picture-format.ts'
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

function notUploaded(): CatalogError {
  const message = 'Image has not been uploaded to object storage yet.'
  return conflict(message, { code: 'not_uploaded' })
}

/** An object storage that clients upload to accepts any size. */
function requireSize(size: number, { maxUpload }: Pick<Config, 'maxUpload'>): void {
  if (size <= maxUpload) return
  const message = `The file has ${size} bytes. The limit of this service is ${maxUpload} bytes.`
  throw invalid('slot_id', message)
}

function requireExtension(contentType: string): string {
  const extension = findExtension(contentType)
  if (extension !== undefined) return extension
  throw invalid('slot_id', `Files of type ${contentType} are no longer accepted.`)
}

async function requirePicture(
  catalog: { images: ImagePool; storage: ObjectStore },
  { key, contentType, userId }: { key: string; contentType: string; userId: number },
): Promise<void> {
  await using file = await catalog.storage.localCopy(key)
  if (!file) throw notUploaded()
  try {
    await catalog.images.probe(file.path, contentType, String(userId))
  } catch (error) {
    throw error instanceof PictureError ? refusal(error) : error
  }
}

function refusal(error: PictureError): CatalogError {
  // Headers take milliseconds and little memory. One that does not is the fault of the file, and would fail again.
  if (error.permanent || ['timeout', 'memory'].includes(error.reason))
    return invalid('slot_id', error.message)
  // The message of the operating system contains paths of this server; it goes to the log only.
  const why = error.reason === 'storage' ? 'The storage of this server failed.' : error.message
  return new CatalogError('unavailable', `The file could not be checked: ${why}`, {
    retryAfterSeconds: 30,
    cause: error,
  })
}
