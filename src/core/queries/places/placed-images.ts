import { column } from '../../database/expressions.ts'
import { selectPlacedTitles } from '../../database/placed-titles.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { isAnyOf } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Reads public images with a position that was not only called incorrect. */
export function findPlaced(reads: Reads, ids: readonly number[]) {
  return selectPlaced(reads, { ids: JSON.stringify([...new Set(ids)]) })
}

const selectPlaced = preparedQuery((reads: Reads, { ids }: Params<{ ids: string }>) =>
  reads
    .selectFrom('point_current as current')
    .innerJoin(selectPlacedTitles().as('titled'), 'titled.id', 'current.image_id')
    // A join looks up the collection of each image, which are fewer than all, and is quicker than `exists`.
    .innerJoin(
      selectVisibleCollections(reads, { visibility: 'public' }).as('visible'),
      'visible.id',
      'current.collection_id',
    )
    .select(['titled.id', 'titled.title'])
    .select(['current.latitude', 'current.longitude', 'current.collection_id'])
    .where(isAnyOf(column('current.image_id'), ids))
    .where((row) =>
      row.or([row('current.incorrect_count', '=', 0), row('current.correct_count', '>', 0)]),
    ),
)
