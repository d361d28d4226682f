import { inList } from '../../database/sql.ts'
import type { Reads, Selects } from '../../database/store.ts'

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

/** Counts all images, public or not. */
export async function countImages(reads: Reads): Promise<number> {
  const { images } = await reads
    .selectFrom('collection_count')
    .select((row) => row.fn.sum<number | null>('images').as('images'))
    .executeTakeFirstOrThrow()
  return images ?? 0
}
