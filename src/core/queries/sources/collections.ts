import { sortByIds } from '../../database/sort-by-ids.ts'
import { listCollectionIds, type CollectionFilter } from '../lists/sources-and-collections.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'
import type { Reads, Selects } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { CollectionOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Visibility } from '../../model/visibility.ts'
import { countByCollection } from '../images/image-counts.ts'

/** One page of collections with their sources and counts. */
export async function listCollections(
  reads: Reads,
  filter: CollectionFilter,
  order: readonly OrderTerm<CollectionOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await listCollectionIds(reads, filter, order, page)
  return { rows: await findRows(reads, ids, filter.visibility), count }
}

/** Lists the public collections with images that were created last, newest first. */
export async function listNewestCollections(reads: Reads, limit: number) {
  const newest = await selectVisibleCollections(reads, { visibility: 'public' })
    .innerJoin('collection_count as counted', 'counted.collection_id', 'collection.id')
    .where('counted.images', '>', 0)
    .orderBy('collection.id', 'desc')
    .limit(limit)
    .execute()
  const ids = newest.map(({ id }) => id)
  return findRows(reads, ids, 'public')
}

/** @throws CatalogError kind `not_found` if there is no such collection, or it is not visible */
export async function getCollection(reads: Selects, id: number, visibility: Visibility) {
  const [collection] = await findRows(reads, [id], visibility)
  if (!collection) throw notFound('Collection not found.')
  return collection
}

export type CollectionRow = Awaited<ReturnType<typeof getCollection>>

async function findRows(reads: Selects, ids: readonly number[], visibility: Visibility) {
  const rows = await reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['collection.id', 'collection.name', 'collection.slug', 'collection.url'])
    .select(['collection.description', 'collection.public', 'source_id', 'announced_at'])
    .select(['source.name as source_name', 'source.slug as source_slug'])
    .select('source.public as source_public')
    .where('collection.id', 'in', selectVisibleCollections(reads, { visibility, collections: ids }))
    .execute()
  const imagesIn = await countByCollection(reads, ids)
  return sortByIds(ids, rows).map((row) => ({ ...row, image_count: imagesIn(row.id) }))
}
