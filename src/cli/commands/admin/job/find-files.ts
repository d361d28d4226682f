import { inList } from '../../../../core/database/sql.ts'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { createImageFileFinder } from '../find-image-file.ts'

/** Finds where the host stores the files of images. Returns a function that names the path or the URL by image. */
export async function findFiles(
  catalog: Pick<Catalog, 'reads' | 'storage'>,
  imageIds: readonly number[],
): Promise<(imageId: number) => string | null> {
  const images = await catalog.reads
    .selectFrom('image')
    .select(['id', 'file_version', 'file_type'])
    .where('id', 'in', inList(imageIds))
    .execute()
  const fileOf = await createImageFileFinder(catalog)
  const files = new Map(images.map((image) => [image.id, fileOf(image.id, image)]))
  return (imageId) => files.get(imageId) ?? null
}
