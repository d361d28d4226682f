import type { Reads } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import type { Visibility } from '../../model/visibility.ts'
import { listSubjectsOf } from './detail-lists.ts'
import { findPlaces } from './presented-places.ts'
import { isUnrestricted, selectVisibleCollections } from '../lists/visible-collections.ts'

/** The largest integer that both engines compare with a length. */
const ANY_SIZE = 2 ** 31 - 1

/**
 * Reads what the IIIF manifest of an image shows.
 * @throws CatalogError kind `not_found` if there is no such image, or it is not visible
 */
export async function getPresentedImage(reads: Reads, id: number, visibility: Visibility) {
  const [image, subjects, places] = await Promise.all([
    findImage(reads, id, visibility),
    listSubjectsOf(reads, id),
    findPlaces(reads, [id], ANY_SIZE),
  ])
  if (!image) throw notFound('Image not found.')
  return { ...image, subjects, place: places.get(id) }
}

export type PresentedImage = Awaited<ReturnType<typeof getPresentedImage>>

function findImage(reads: Reads, id: number, visibility: Visibility) {
  return reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .leftJoin('license', 'license.id', 'image.license_id')
    .select(['image.id', 'image.title', 'image.description', 'image.creator', 'image.scale'])
    .select(['image.original_date', 'image.edtf_date', 'image.strict_from'])
    .select(['image.original_url', 'image.reference_id', 'image.file_version', 'image.file_type'])
    .select(['image.generation', 'image.tiles_generation'])
    .select(['image.tiles_width', 'image.tiles_height'])
    .select(['collection.id as collection_id', 'collection.name as collection_name'])
    .select(['source.id as source_id', 'source.name as source_name', 'source.url as source_url'])
    .select(['collection.public as collection_public', 'source.public as source_public'])
    .select(['license.display_name as license_name', 'license.permalink as license_url'])
    .where('image.id', '=', id)
    .$if(!isUnrestricted({ visibility }), (query) =>
      query.where('image.collection_id', 'in', selectVisibleCollections(reads, { visibility })),
    )
    .executeTakeFirst()
}
