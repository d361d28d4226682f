import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import type { Visibility } from '../../model/visibility.ts'
import { sumGeoreferenced, sumImages } from '../lists/sum-images.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Number of images that can be placed on a map, and of those that are placed. */
export interface PlacedCount {
  /** Without duplicates, and without images that will not be georeferenced. */
  images: number
  placed: number
}

const NONE: PlacedCount = { images: 0, placed: 0 }

/** Counts the images of each of these collections, like the statistics of the catalog. */
export async function countPlaced(reads: Reads, collections: readonly number[]) {
  const rows = await selectCounts(reads)
    .select('collection_id')
    .where('collection_id', 'in', inList(collections))
    .groupBy('collection_id')
    .execute()
  const counts = new Map(rows.map(({ collection_id, ...count }) => [collection_id, count]))
  return (id: number): PlacedCount => counts.get(id) ?? NONE
}

/** Counts the visible images of a source, like the statistics of the catalog. */
export async function countPlacedInSource(
  reads: Reads,
  source: number,
  visibility: Visibility,
): Promise<PlacedCount> {
  const scope = { visibility, sources: [source] }
  return selectCounts(reads)
    .where('collection_id', 'in', selectVisibleCollections(reads, scope))
    .executeTakeFirstOrThrow()
}

function selectCounts(reads: Reads) {
  return reads
    .selectFrom('image_count')
    .select((of) => sumImages(of).as('images'))
    .select((of) => sumGeoreferenced(of).as('placed'))
}
