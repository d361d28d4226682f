import type { Services } from '../../services.ts'
import { cancelSlots } from './slot-claims.ts'
import { incomingKey } from '../../storage/keys.ts'

/**
 * Gives slots up, with what was uploaded to them. Those that are unknown, used up or in use are passed
 * over, and with a `userId` those of others.
 * @returns the ids of those that were given up
 */
export async function endSlots(
  { write, clock, storage }: Pick<Services, 'clock' | 'storage' | 'write'>,
  owned: { slotIds: string[]; userId?: number },
): Promise<string[]> {
  const now = clock.now()
  const ended = await write((tx) => cancelSlots(tx, { ...owned, now }))
  for (const id of ended) await storage.remove(incomingKey(id))
  return ended
}
