import type { Micros } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'

/** Reads when images last changed for the public, by their ids. */
export async function readImageChanges(
  reads: Reads,
  images: readonly { id: number }[],
): Promise<ReadonlyMap<number, Micros>> {
  const ids = images.map(({ id }) => id)
  const changes = await reads
    .selectFrom('public_change')
    .select(['ref', 'changed_at'])
    .where('kind', '=', 'image')
    .where('ref', 'in', inList(ids))
    .execute()
  return new Map(changes.map(({ ref, changed_at }) => [ref, changed_at]))
}
