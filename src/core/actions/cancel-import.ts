import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'
import type { ImportCancel } from '../contract/import.ts'
import { endSlots } from './slots/end-slots.ts'

/**
 * Gives the caller's slots up. Those that are unknown, somebody else's, used up or in use are passed over.
 * @returns how many were given up
 */
export async function cancelImport(
  catalog: Pick<Services, 'clock' | 'storage' | 'write'>,
  { userId }: Caller,
  { slot_ids: slotIds }: ImportCancel,
): Promise<number> {
  return (await endSlots(catalog, { slotIds, userId })).length
}
