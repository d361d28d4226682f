import type { Micros } from '../../base/clock.ts'
import type { Tx } from '../../database/store.ts'
import type { Row } from '../../database/tables.ts'
import { notFound, type CatalogError, type ErrorDetails } from '../../base/errors.ts'
import type { SlotOwner } from './slot-claims.ts'

/**
 * Creates the error of a slot that cannot be used, with one message for all reasons. The `code` tells the owner
 * the reason. An unknown slot and a slot of another user give the same error.
 */
export async function explainSlotRefusal(
  tx: Tx,
  { slotId, userId }: SlotOwner,
  now: Micros,
): Promise<CatalogError> {
  const slot = await tx
    .selectFrom('slot')
    .selectAll()
    .where('id', '=', slotId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const details = slot ? whyNot(slot, now) : { code: 'slot_not_found' }
  return notFound('Import slot not found or does not belong to you.', details)
}

function whyNot(slot: Row<'slot'>, now: Micros): ErrorDetails {
  if (slot.state === 'consumed') {
    return { code: 'slot_consumed', imageId: slot.image_id ?? undefined }
  }
  if (slot.state === 'cancelled') return { code: 'slot_cancelled' }
  if (isInUse(slot, now)) return { code: 'slot_in_use' }
  return { code: 'slot_expired' }
}

/** True also after the expiry: a commit that started in time may still create its image. */
function isInUse(
  { state, leased_until: until, expires_at: end }: Row<'slot'>,
  now: Micros,
): boolean {
  return state === 'pending' && Math.max(end, until ?? end) > now
}
