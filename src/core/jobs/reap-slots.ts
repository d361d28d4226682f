import type { Catalog } from '../catalog.ts'
import { MICROS_PER_SECOND } from '../clock.ts'
import { cancelAbandonedSlots, deleteSlot, listReapableSlots } from '../engine/sqlite/slots.ts'
import { incomingKey, originalsKey } from '../storage/keys.ts'

/** How long after a slot's expiry an upload or a commit that began in time may still be at work. */
const LATE_SECONDS = 3600

const AT_ONCE = 500

/**
 * Removes slots whose time is over, with the uploads and half-placed files that they left behind.
 * @returns how many
 */
export async function reapSlots(catalog: Catalog): Promise<number> {
  const before = catalog.clock.now() - LATE_SECONDS * MICROS_PER_SECOND
  await catalog.write((tx) => cancelAbandonedSlots(tx, before))
  const slots = await listReapableSlots(catalog.reads, { before, limit: AT_ONCE })
  for (const { id, state, image_id: imageId } of slots) {
    await catalog.storage.remove(incomingKey(id))
    const isLeftover = state === 'cancelled' && imageId !== null
    if (isLeftover) await catalog.storage.removeBelow(originalsKey(imageId))
    await catalog.write((tx) => deleteSlot(tx, id))
  }
  return slots.length
}
