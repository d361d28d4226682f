import { byIds } from '../db/prepared-query.ts'
import type { Reads, Selects } from '../db/store.ts'
import { sortByIds } from '../db/in-list.ts'
import type { ImageFilter } from './lists/images.ts'
import { isEverything, visibleCollections } from './lists/visible.ts'
import { notFound } from '../errors.ts'
import type { Lists } from './lists/lists.ts'
import type { OrderTerm } from '../model/ordering.ts'
import type { ImageOrder } from '../model/orders.ts'
import type { PageRequest } from '../model/page.ts'
import type { Visibility } from '../model/visibility.ts'
import { commentsOf, georeferencesOf, subjectsOf } from './image-parts.ts'

/** One page of images, each with its collection. */
export async function listImages(
  { reads, lists }: { reads: Reads; lists: Pick<Lists, 'findPage'> },
  filter: ImageFilter,
  order: readonly OrderTerm<ImageOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await lists.findPage({ list: 'images', filter, terms: order, page })
  return { rows: sortByIds(ids, await imagesById(reads, ids)), count }
}

export type ImageRow = Awaited<ReturnType<typeof listImages>>['rows'][number]

const imagesById = byIds((reads, ids) => imageRows(reads).where('image.id', 'in', ids))

/** What the list form of an image is made from. */
function imageRows(reads: Selects) {
  return reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['image.id', 'image.title', 'image.creator', 'image.original_date', 'image.edtf_date'])
    .select(['image.from_above', 'image.duplicate_of', 'image.will_not_georef'])
    .select(['image.last_georeferenced_at', 'image.generation', 'image.collection_id'])
    .select(['image.reference_id', 'image.file_sha256'])
    .select(['image.processing', 'image.processing_reason'])
    .select(['collection.name as collection_name', 'collection.slug as collection_slug'])
    .select('source.name as source_name')
}

/**
 * One image with all that its detail form shows, in a fixed number of statements.
 * @throws CatalogError kind `not_found`, also for an image that the asker does not see
 */
export async function getImage(reads: Selects, id: number, visibility: Visibility) {
  const image = await imageRows(reads)
    .leftJoin('license', 'license.id', 'image.license_id')
    .select(['image.original_url', 'image.description', 'image.scale', 'image.mirror'])
    .select(['image.rotation', 'image.created_at', 'image.file_version', 'image.file_type'])
    .select('image.revision')
    .select(['image.generation_corrected', 'image.generation_of'])
    .select(['collection.public as collection_public', 'source.public as source_public'])
    .select(['license.name as license_name', 'license.display_name as license_display_name'])
    .select('license.permalink as license_permalink')
    .where('image.id', '=', id)
    .$if(!isEverything({ visibility }), (query) =>
      query.where('image.collection_id', 'in', visibleCollections(reads, { visibility })),
    )
    .executeTakeFirst()
  if (!image) throw notFound('Image not found.')
  const [subjects, georeferences, comments] = await Promise.all([
    subjectsOf(reads, id),
    georeferencesOf(reads, id),
    commentsOf(reads, id),
  ])
  return { ...image, subjects, ...georeferences, comments }
}

export type ImageDetailRow = Awaited<ReturnType<typeof getImage>>

/** What is needed to serve an image's original; undefined when there is no such image or no file. */
export function findOriginal(reads: Reads, id: number) {
  return reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['image.id', 'file_version as version', 'file_type as type', 'file_sha256 as sha256'])
    .select(['collection.public as collection_public', 'source.public as source_public'])
    .where('image.id', '=', id)
    .where('file_version', 'is not', null)
    .$narrowType<{ version: string; type: string }>()
    .executeTakeFirst()
}

export type OriginalRow = NonNullable<Awaited<ReturnType<typeof findOriginal>>>
