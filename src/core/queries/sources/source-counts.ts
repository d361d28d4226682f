import type { Selects } from '../../database/store.ts'
import type { Visibility } from '../../model/visibility.ts'
import { countByCollection } from '../images/image-counts.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

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
