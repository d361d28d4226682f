import type { Micros } from '../../clock.ts'
import type { Row } from '../../db/tables.ts'
import { notFound, type CatalogError, type ErrorDetails } from '../../errors.ts'

/**
 * The refusal of a slot that cannot be used, in one sentence for all. Its owner's program is told why;
 * a slot of somebody else's and one that never was look the same.
 * @param slot the caller's own; undefined when there is none
 */
export function slotNotFound(slot: Row<'slot'> | undefined, now: Micros): CatalogError {
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

/** Also past its end: a commit that began in time may yet make its image. */
function isInUse(
  { state, claimed_until: until, expires_at: end }: Row<'slot'>,
  now: Micros,
): boolean {
  return state === 'pending' && Math.max(end, until ?? end) > now
}
