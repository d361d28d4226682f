import { inList } from '../../database/sql.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'
import type { Reads, Selects } from '../../database/store.ts'
import type { Visibility } from '../../model/visibility.ts'

/** Counts the images of each of these collections. */
export async function countByCollection(reads: Selects, ids: readonly number[]) {
  const rows = await reads
    .selectFrom('collection_count')
    .select(['collection_id', 'images'])
    .where('collection_id', 'in', inList(ids))
    .execute()
  const counts = new Map(rows.map(({ collection_id, images }) => [collection_id, images]))
  return (id: number): number => counts.get(id) ?? 0
}

/** Counts the public collections and the visible images of each of these sources. */
export async function countBySource(
  reads: Selects,
  ids: readonly number[],
  visibility: Visibility,
) {
  const collections = await reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['collection.id', 'source_id', 'collection.public', 'source.public as source_public'])
    .where('collection.id', 'in', selectVisibleCollections(reads, { visibility, sources: ids }))
    .execute()
  const imagesIn = await countByCollection(
    reads,
    collections.map(({ id }) => id),
  )
  const bySource = Map.groupBy(collections, ({ source_id }) => source_id)
  return (source: number) => {
    const own = bySource.get(source) ?? []
    return {
      collection_count: own.filter((one) => one.public === 1 && one.source_public === 1).length,
      image_count: own.reduce((sum, { id }) => sum + imagesIn(id), 0),
    }
  }
}

/** Counts all images, public or not. */
export async function countImages(reads: Reads): Promise<number> {
  const { images } = await reads
    .selectFrom('collection_count')
    .select((row) => row.fn.sum<number | null>('images').as('images'))
    .executeTakeFirstOrThrow()
  return images ?? 0
}
