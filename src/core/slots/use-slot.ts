import { randomUUID } from 'node:crypto'
import type { Catalog } from '../catalog.ts'
import { MICROS_PER_SECOND } from '../clock.ts'
import { claimSlot, consumeSlot, releaseSlot, type ClaimedSlot } from '../engine/sqlite/slots.ts'
import type { Tx } from '../engine/sqlite/store.ts'
import { notFound, type CatalogError } from '../errors.ts'
import { incomingKey } from '../storage/keys.ts'
import { placeUpload, type PlacedFile } from './place-upload.ts'

/** How long a commit may take before another attempt may take its slot over. */
const CLAIM_SECONDS = 120

export interface SlotUse {
  slotId: string
  userId: number
}

/**
 * Uses a slot up. It is claimed first, so that of many attempts one goes on; then the file is put in
 * place; then one transaction marks the slot as consumed and does what `record` does. Whoever has lost the
 * claim meanwhile is refused there. A failure leaves the slot pending, for another attempt.
 * @throws CatalogError kind `not_found` (slot), `conflict` (nothing uploaded) or `invalid` (no picture of
 *   the slot's type)
 */
export async function useSlot<T>(
  catalog: Catalog,
  { slotId, userId }: SlotUse,
  record: (tx: Tx, file: PlacedFile, slot: ClaimedSlot) => Promise<T>,
): Promise<T> {
  const claim = randomUUID()
  const slot = await claimFor(catalog, { slotId, userId, claim })
  try {
    const file = await placeUpload(catalog, slotId, slot)
    const result = await catalog.write(async (tx, afterCommit) => {
      if (!(await consumeSlot(tx, slotId, claim))) throw slotNotFound()
      afterCommit(() => catalog.jobs?.wake())
      return record(tx, file, slot)
    })
    await discardUpload(catalog, slotId)
    return result
  } catch (error) {
    await catalog.write((tx) => releaseSlot(tx, slotId, claim))
    throw error
  }
}

async function claimFor(
  catalog: Catalog,
  request: SlotUse & { claim: string },
): Promise<ClaimedSlot> {
  const now = catalog.clock.now()
  const until = now + CLAIM_SECONDS * MICROS_PER_SECOND
  const slot = await catalog.write((tx) => claimSlot(tx, { ...request, now, until }))
  if (!slot) throw slotNotFound()
  return slot
}

function slotNotFound(): CatalogError {
  return notFound('Import slot not found or does not belong to you.')
}

/** The slot is used up whatever happens here; what stays behind is swept when the slot is reaped. */
async function discardUpload({ storage, log }: Catalog, slotId: string): Promise<void> {
  try {
    await storage.remove(incomingKey(slotId))
  } catch (error) {
    log.warn({ err: error, slot: slotId }, 'an upload that is used up could not be removed')
  }
}
