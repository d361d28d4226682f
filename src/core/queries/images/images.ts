import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads, Selects } from '../../database/store.ts'
import { column } from '../../database/expressions.ts'
import { isAnyOf } from '../../database/sql.ts'
import { sortByIds } from '../../database/sort-by-ids.ts'
import type { ImageListFilter } from '../lists/images.ts'
import { isUnrestricted, selectVisibleCollections } from '../lists/visible-collections.ts'
import { notFound } from '../../base/errors.ts'
import type { Lists } from '../lists/lists.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { ImageOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Visibility } from '../../model/visibility.ts'
import { listNewestContributions } from './image-contributions.ts'
import { listSubjectsOf } from './detail-lists.ts'

/** One page of images, each with its collection. */
export async function listImages(
  { reads, lists }: { reads: Reads; lists: Pick<Lists, 'ask'> },
  filter: ImageListFilter,
  order: readonly OrderTerm<ImageOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await lists.ask('page', { list: 'images', filter, terms: order, page })
  return { rows: await findImages(reads, ids), count }
}

/** Reads images in the order of their ids. */
export async function findImages(reads: Reads, ids: readonly number[]) {
  return sortByIds(ids, await readImages(reads, { ids: JSON.stringify(ids) }))
}

export type ImageRow = Awaited<ReturnType<typeof findImages>>[number]

const readImages = preparedQuery((reads: Reads, { ids }: Params<{ ids: string }>) =>
  selectImages(reads).where(isAnyOf(column('image.id'), ids)),
)

/** Selects the columns of an image's list form. */
function selectImages(reads: Selects) {
  return reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['image.id', 'image.title', 'image.creator', 'image.original_date', 'image.edtf_date'])
    .select(['image.from_above', 'image.duplicate_of', 'image.will_not_georef'])
    .select(['image.last_georeferenced_at', 'image.generation', 'image.collection_id'])
    .select(['image.reference_id', 'image.file_sha256', 'image.created_at'])
    .select('image.archive_position')
    .select(['image.processing', 'image.processing_reason'])
    .select(['collection.name as collection_name', 'collection.slug as collection_slug'])
    .select('source.name as source_name')
}

/**
 * Reads what the detail form of an image shows, in a fixed number of statements, with its newest contributions.
 * @throws CatalogError kind `not_found` if there is no such image, or it is not visible
 */
export async function getImage(reads: Selects, id: number, visibility: Visibility) {
  const image = await selectImages(reads)
    .leftJoin('license', 'license.id', 'image.license_id')
    .select(['image.original_url', 'image.description', 'image.scale', 'image.mirror'])
    .select(['image.rotation', 'image.file_version', 'image.file_type'])
    .select(['image.revision', 'image.position'])
    .select(['image.generation_corrected', 'image.generation_of', 'image.picture'])
    .select(['image.camera', 'image.captured_on'])
    .select(['image.tiles_generation', 'image.tiles_of', 'image.tiles_width', 'image.tiles_height'])
    .select(['collection.public as collection_public', 'source.public as source_public'])
    .select('source.slug as source_slug')
    .select(['license.name as license_name', 'license.display_name as license_display_name'])
    .select('license.permalink as license_permalink')
    .where('image.id', '=', id)
    .$if(!isUnrestricted({ visibility }), (query) =>
      query.where('image.collection_id', 'in', selectVisibleCollections(reads, { visibility })),
    )
    .executeTakeFirst()
  if (!image) throw notFound('Image not found.')
  const [subjects, contributions] = await Promise.all([
    listSubjectsOf(reads, id),
    listNewestContributions(reads, id),
  ])
  return { ...image, subjects, ...contributions }
}

export type ImageDetailRow = Awaited<ReturnType<typeof getImage>>

/** @throws CatalogError kind `not_found` if there is no such image, or it is not visible */
export async function requireVisibleImage(
  reads: Selects,
  id: number,
  visibility: Visibility,
): Promise<void> {
  const image = await reads
    .selectFrom('image')
    .select('id')
    .where('id', '=', id)
    .$if(!isUnrestricted({ visibility }), (query) =>
      query.where('collection_id', 'in', selectVisibleCollections(reads, { visibility })),
    )
    .executeTakeFirst()
  if (!image) throw notFound('Image not found.')
}

/** @throws CatalogError kind `not_found` if there is no such georeference, or its image is not visible */
export async function requireVisibleGeoreference(
  reads: Selects,
  { table, id }: { table: GeoreferenceKind; id: number },
  visibility: Visibility,
): Promise<void> {
  const georeference = await reads
    .selectFrom(table)
    .innerJoin('image', 'image.id', 'image_id')
    .select('image_id')
    .where(`${table}.id`, '=', id)
    .$if(!isUnrestricted({ visibility }), (query) =>
      query.where('image.collection_id', 'in', selectVisibleCollections(reads, { visibility })),
    )
    .executeTakeFirst()
  if (!georeference) throw notFound('Georeference not found.')
}

/** Reads what serving an image's original requires; undefined if there is no such image or it has no file. */
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
