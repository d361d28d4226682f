import type { Micros } from '../../clock.ts'
import type { Reads, Tx } from '../../db/store.ts'
import type { Row } from '../../db/tables.ts'

/** Ends the slots that expired before then and became nothing, unless an attempt to use one is at work. */
export async function expireSlots(
  tx: Tx,
  { before, now }: { before: Micros; now: Micros },
): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ state: 'expired', claim: null, claimed_until: null })
    .where('state', '=', 'pending')
    .where('reaped_at', 'is', null)
    .where('expires_at', '<', before)
    .where((slot) => slot.or([slot('claim', 'is', null), slot('claimed_until', '<=', now)]))
    .execute()
}

/** Slots that are over for good and whose objects are still to be removed. */
export function listReapableSlots(
  reads: Reads,
  { before, limit }: { before: Micros; limit: number },
): Promise<Pick<Row<'slot'>, 'id' | 'placing'>[]> {
  return reads
    .selectFrom('slot')
    .select(['id', 'placing'])
    .where('reaped_at', 'is', null)
    .where('expires_at', '<', before)
    .where('state', '!=', 'pending')
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

/** Notes that nothing of the slots' is left but their rows. */
export async function markReaped(tx: Tx, ids: string[], now: Micros): Promise<void> {
  await tx
    .updateTable('slot')
    .set({ reaped_at: now, placing: null })
    .where('id', 'in', ids)
    .execute()
}

/** Forgets slots that expired before then and have been reaped, a number at a time. @returns how many */
export async function forgetSlots(
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
