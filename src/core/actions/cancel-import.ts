import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'
import type { ImportCancel } from '../contract/import.ts'
import { endSlots } from './slots/end-slots.ts'

/**
 * Cancels slots of the caller. Ignores slots that are unknown, consumed, in use or of another user.
 * @returns the number of canceled slots
 */
export async function cancelImport(
  catalog: Pick<Services, 'clock' | 'storage' | 'write'>,
  { userId }: Caller,
  { slot_ids: slotIds }: ImportCancel,
): Promise<number> {
  return (await endSlots(catalog, { slotIds, userId })).length
}
