import { notFound } from '../../base/errors.ts'
import type { Selects } from '../../database/store.ts'

/** Reads the record of an image as its editors change it, hidden or not. @throws CatalogError kind `not_found` */
export async function getEditableImage(reads: Selects, id: number) {
  const image = await reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .leftJoin('license', 'license.id', 'image.license_id')
    .select(['image.id', 'image.revision', 'image.generation'])
    .select(['image.title', 'image.original_date', 'image.edtf_date', 'image.original_url'])
    .select(['image.description', 'image.creator', 'image.reference_id', 'image.scale'])
    .select('image.archive_position')
    .select(['image.rotation', 'image.mirror', 'image.from_above', 'image.will_not_georef'])
    .select(['image.duplicate_of', 'image.position', 'image.collection_id'])
    .select(['license.name as license_name', 'collection.name as collection_name'])
    .select(['source.name as source_name'])
    .select(['collection.public as collection_public', 'source.public as source_public'])
    .where('image.id', '=', id)
    .executeTakeFirst()
  if (!image) throw notFound('Image not found.')
  return image
}

export type EditableImage = Awaited<ReturnType<typeof getEditableImage>>
