import type { Micros } from '../../base/clock.ts'
import type { Reads, Tx } from '../../database/store.ts'
import type { Row } from '../../database/tables.ts'

/** Marks pending slots as expired if they expired before `before` and are not in use. */
export async function expireSlots(
  tx: Tx,
  { before, now }: { before: Micros; now: Micros },
): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ state: 'expired', lease: null, leased_until: null })
    .where('state', '=', 'pending')
    .where('reaped_at', 'is', null)
    .where('expires_at', '<', before)
    .where((slot) => slot.or([slot('lease', 'is', null), slot('leased_until', '<=', now)]))
    .execute()
}

/** Lists slots that can no longer be used and whose objects have not been removed yet. */
export function listReapableSlots(
  reads: Reads,
  { before, limit }: { before: Micros; limit: number },
): Promise<Pick<Row<'slot'>, 'id' | 'pending_key'>[]> {
  return reads
    .selectFrom('slot')
    .select(['id', 'pending_key'])
    .where('reaped_at', 'is', null)
    .where('expires_at', '<', before)
    .where('state', '!=', 'pending')
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

/** Records that the objects of the slots have been removed. */
export async function markReaped(tx: Tx, ids: string[], now: Micros): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ reaped_at: now, pending_key: null })
    .where('id', 'in', ids)
    .execute()
}

/** Deletes the rows of reaped slots that expired before `before`, at most `limit`. @returns the number deleted */
export async function deleteReapedSlots(
  tx: Tx,
  { before, limit }: { before: Micros; limit: number },
): Promise<number> {
  const old = tx
    .selectFrom('slot')
    .select('id')
    .where('expires_at', '<', before)
    .where('reaped_at', 'is not', null)
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('slot')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
