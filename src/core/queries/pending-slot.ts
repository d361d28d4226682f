import type { Micros } from '../clock.ts'
import type { Reads } from '../engine/sqlite/store.ts'

/** The upload slot of that id while it can still be committed. */
export function findPendingSlot(reads: Reads, id: string, now: Micros) {
  return reads
    .selectFrom('slot')
    .select(['id', 'content_type', 'claimed_until'])
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}
