import type { Catalog } from '../catalog.ts'
import type { ClaimedSlot } from '../engine/sqlite/slots.ts'
import { CatalogError, conflict, invalid } from '../errors.ts'
import { PictureError } from '../imaging/picture-error.ts'
import { extensionOf } from '../model/picture-format.ts'
import { incomingKey, newVersion, originalKey, originalsKey } from '../storage/keys.ts'

/** A file under its final key that no row names yet. */
export interface PlacedFile {
  version: string
  contentType: string
  size: number
  /** Hex. */
  sha256: string
}

/**
 * Gives the uploaded bytes their final key beside the temporary one and checks them there, where no later
 * upload can change them. What a refusal or a crash leaves behind is removed by the next attempt, or when
 * the slot is reaped.
 * @throws CatalogError kind `conflict`, `invalid` or `unavailable`
 */
export async function placeUpload(
  catalog: Catalog,
  slotId: string,
  { imageId, contentType, triedBefore }: ClaimedSlot,
): Promise<PlacedFile> {
  const { storage } = catalog
  if (!(await storage.stat(incomingKey(slotId)))) {
    throw conflict('Image has not been uploaded to object storage yet.')
  }
  if (triedBefore) await storage.removeBelow(originalsKey(imageId))
  const version = newVersion()
  const key = originalKey(imageId, version, requireExtension(contentType))
  await storage.duplicate(incomingKey(slotId), key)
  await requirePicture(catalog, key, contentType)
  return { version, contentType, ...(await storage.digest(key)) }
}

function requireExtension(contentType: string): string {
  const extension = extensionOf(contentType)
  if (extension !== undefined) return extension
  throw invalid('slot_id', `Files of type ${contentType} are no longer accepted.`)
}

async function requirePicture(catalog: Catalog, key: string, contentType: string): Promise<void> {
  try {
    await catalog.images.probe(catalog.storage.localPath(key), contentType)
  } catch (error) {
    throw error instanceof PictureError ? refusal(error) : error
  }
}

function refusal(error: PictureError): CatalogError {
  if (error.permanent) return invalid('slot_id', error.message)
  return new CatalogError('unavailable', `The file could not be checked: ${error.message}`, {
    retryAfterSeconds: 30,
    cause: error,
  })
}
