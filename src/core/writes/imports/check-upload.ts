import type { ObjectStore } from '../../storage/object-store.ts'
import type { ImagePool } from '../../imaging/process/image-pool.ts'
import type { Config } from '../../config/config.ts'
import { CatalogError, conflict, invalid } from '../../base/errors.ts'
import { PictureError } from '../../imaging/picture-error.ts'
import { findExtension } from '../../model/picture-format.ts'

/** Requirements of an upload that is to become the file of an image. */

export function notUploaded(): CatalogError {
  const message = 'Image has not been uploaded to object storage yet.'
  return conflict(message, { code: 'not_uploaded' })
}

/** An object storage that clients upload to accepts any size. */
export function requireSize(size: number, { maxUpload }: Pick<Config, 'maxUpload'>): void {
  if (size <= maxUpload) return
  const message = `The file has ${size} bytes. The limit of this service is ${maxUpload} bytes.`
  throw invalid('slot_id', message)
}

export function requireExtension(contentType: string): string {
  const extension = findExtension(contentType)
  if (extension !== undefined) return extension
  throw invalid('slot_id', `Files of type ${contentType} are no longer accepted.`)
}

/**
 * Refuses a file that is no picture of the announced type. The slot stays pending then.
 * @throws CatalogError kind `invalid`; `unavailable` if this host cannot tell
 */
export async function requirePicture(
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
