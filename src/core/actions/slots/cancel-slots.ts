import type { Services } from '../../services.ts'
import { markSlotsCancelled } from './slot-claims.ts'
import { incomingKey } from '../../storage/keys.ts'

/**
 * Cancels slots and deletes their uploads. Ignores slots that are unknown, consumed or in use and, with a
 * `userId`, slots of other users.
 * @returns the ids of the canceled slots
 */
export async function cancelSlots(
  { write, clock, storage }: Pick<Services, 'clock' | 'storage' | 'write'>,
  owned: { slotIds: string[]; userId?: number },
): Promise<string[]> {
  const now = clock.now()
  const cancelled = await write((tx) => markSlotsCancelled(tx, { ...owned, now }))
  for (const id of cancelled) await storage.remove(incomingKey(id))
  return cancelled
}
