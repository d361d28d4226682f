import type { Micros } from '../../base/clock.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads, Selects } from '../../database/store.ts'

/** Finds a slot by id, if it can still be committed. */
export async function findPendingSlot(reads: Reads, id: string, now: Micros) {
  const [slot] = await selectPendingSlot(reads, { id, now })
  return slot
}

const selectPendingSlot = preparedQuery(
  (reads: Selects, { id, now }: Params<{ id: string; now: Micros }>) =>
    reads
      .selectFrom('slot')
      .select(['id', 'content_type', 'leased_until'])
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('expires_at', '>', now),
)
