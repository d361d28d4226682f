import type { Caller } from '../auth/caller.ts'
import type { Catalog } from '../catalog.ts'
import type { ImportCancel } from '../contract/import.ts'
import { cancelSlots } from '../engine/sqlite/slots.ts'
import { incomingKey } from '../storage/keys.ts'

/**
 * Gives slots up, with what was uploaded to them. Those that are unknown, somebody else's, committed or
 * being committed are passed over.
 * @returns how many were given up
 */
export async function cancelImport(
  catalog: Catalog,
  caller: Caller,
  { slot_ids: slotIds }: ImportCancel,
): Promise<number> {
  const now = catalog.clock.now()
  const userId = caller.userId
  const cancelled = await catalog.write((tx) => cancelSlots(tx, { slotIds, userId, now }))
  for (const id of cancelled) await catalog.storage.remove(incomingKey(id))
  return cancelled.length
}
