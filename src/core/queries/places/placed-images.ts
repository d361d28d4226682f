import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Reads public images with a position that was not only called incorrect. */
export function findPlaced(reads: Reads, ids: readonly number[]) {
  const visible = selectVisibleCollections(reads, { visibility: 'public' })
  return reads
    .selectFrom('point_current as current')
    .innerJoin('image', 'image.id', 'current.image_id')
    .select(['image.id', 'image.title'])
    .select(['current.latitude', 'current.longitude', 'current.collection_id'])
    .where('current.image_id', 'in', inList([...new Set(ids)]))
    .where((row) =>
      // The images are fewer than all collections.
      row.exists(visible.where('collection.id', '=', row.ref('current.collection_id'))),
    )
    .where((row) =>
      row.or([row('current.incorrect_count', '=', 0), row('current.correct_count', '>', 0)]),
    )
    .execute()
}
