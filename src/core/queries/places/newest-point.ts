import { DEFAULT_GEOREFERENCE_ORDER } from '../../model/orders.ts'
import type { Reads } from '../../database/store.ts'
import type { Lists } from '../lists/lists.ts'
import { listPoints } from './georeferences.ts'

/** Finds the newest position in a public collection; undefined without any. */
export async function findNewestPoint(
  catalog: { reads: Reads; lists: Pick<Lists, 'ask'> },
  collectionId: number,
) {
  const filter = { visibility: 'public', collections: [collectionId] } as const
  const page = { number: 1, size: 1 }
  const { rows } = await listPoints(catalog, filter, [DEFAULT_GEOREFERENCE_ORDER], page)
  return rows[0]
}
