import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'
import type { ImportCancel } from '../contract/import.ts'
import { cancelSlots } from './slots/cancel-slots.ts'

/**
 * Cancels slots of the caller. Ignores slots that are unknown, consumed, in use or of another user.
 * @returns the number of canceled slots
 */
export async function cancelImport(
  catalog: Pick<Services, 'clock' | 'storage' | 'write'>,
  { userId }: Pick<Caller, 'userId'>,
  { slot_ids: slotIds }: ImportCancel,
): Promise<number> {
  return (await cancelSlots(catalog, { slotIds, userId })).length
}
