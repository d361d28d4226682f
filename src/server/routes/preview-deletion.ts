import type { ImageDeletion } from '../../core/contract/image-deletion.ts'
import { notFound } from '../../core/base/errors.ts'
import { findDeletedImages } from '../../core/queries/images/deleted-images.ts'
import {
  countImageParts,
  findDuplicates,
  findTitle,
} from '../../core/queries/images/image-deletion.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { imagePrefixes } from '../../core/storage/keys.ts'

/**
 * Counts what the deletion of an image deletes.
 * @throws CatalogError kind `not_found` if there has never been such an image
 */
export async function previewDeletion(
  { reads, storage }: Pick<Catalog, 'reads' | 'storage'>,
  id: number,
): Promise<ImageDeletion> {
  const current = await findTitle(reads, id)
  const title = current ?? (await findDeletedImages(reads, [id])).get(id)
  if (title === undefined) throw notFound('Image not found.')
  const count = await countImageParts(reads, [id])
  const stored = { files: 0, bytes: 0 }
  for (const prefix of imagePrefixes(id)) {
    const { files, bytes } = await storage.measure(prefix)
    stored.files += files
    stored.bytes += bytes
  }
  return {
    id,
    title,
    deleted: current === undefined,
    duplicates: await findDuplicates(reads, id),
    georeferences: count('georeference', id),
    from_above_georeferences: count('from_above_georeference', id),
    validations: count('validation', id),
    comments: count('comment', id),
    subjects: count('image_subject', id),
    embeddings: count('embedding', id),
    ...stored,
  }
}
