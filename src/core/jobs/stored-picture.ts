import type { Store } from '../database/store.ts'
import type { Mirror, Rotation } from '../database/tables.ts'
import { notFound } from '../base/errors.ts'
import { findExtension } from '../model/picture-format.ts'
import { originalKey } from '../storage/keys.ts'
import type { LocalCopy, ObjectStore } from '../storage/object-store.ts'

/** The file of an image, and the transformation that shows it upright. */
export interface StoredPicture {
  id: number
  version: string
  contentType: string
  rotation: Rotation
  mirror: Mirror
  /** Identifies the file together with the transformation. */
  picture: string
}

/** Returns undefined if there is no such image, or it has no file. */
export async function findStoredPicture(
  { reads }: Pick<Store, 'reads'>,
  id: number,
): Promise<StoredPicture | undefined> {
  const row = await reads
    .selectFrom('image')
    .select(['id', 'file_version as version', 'file_type as contentType'])
    .select(['rotation', 'mirror', 'picture'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { version, contentType, picture } = row
  if (version === null || contentType === null || picture === null) return undefined
  return { ...row, version, contentType, picture }
}

/**
 * Provides the original as a file.
 * @throws CatalogError kind `not_found` if it is missing from the store
 */
export async function openOriginal(
  { storage }: { storage: ObjectStore },
  { id, version, contentType }: StoredPicture,
): Promise<LocalCopy> {
  const key = originalKey(id, version, findExtension(contentType) ?? 'bin')
  const original = await storage.localCopy(key)
  if (!original) throw notFound(`The file of the image is missing (${key}).`)
  return original
}
