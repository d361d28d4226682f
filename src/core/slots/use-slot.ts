import { randomUUID } from 'node:crypto'
import type { Catalog } from '../catalog.ts'
import { MICROS_PER_SECOND } from '../clock.ts'
import {
  claimSlot,
  consumeSlot,
  findOwnSlot,
  notePlacing,
  releaseSlot,
  type SlotOwner,
} from '../engine/sqlite/slots.ts'
import type { Tx } from '../engine/sqlite/store.ts'
import type { Row } from '../engine/sqlite/tables.ts'
import { isVersionOf } from '../queries/file-version.ts'
import { incomingKey, newVersion, versionKey } from '../storage/keys.ts'
import { placeUpload, type PlacedFile, type Placement } from './place-upload.ts'
import { slotNotFound } from './slot-refusal.ts'

/** How long an attempt may take before another one may take its slot over. */
const CLAIM_SECONDS = 120

/** What a slot is used up for. */
export interface SlotUse<T> {
  /** The image that the file is for, in the transaction that claims the slot; may refuse. */
  imageFor(tx: Tx, slot: Row<'slot'>): Promise<number>
  /** What becomes true with the file in place, in the transaction that uses the slot up; may refuse. */
  record(tx: Tx, file: PlacedFile, slot: Row<'slot'>): Promise<T>
}

interface Attempt extends Placement {
  claim: string
  slot: Row<'slot'>
}

/**
 * Uses a slot up. It is claimed first, so that of many attempts one goes on; then the file is put in
 * place; then one transaction marks the slot as consumed and records what it was for. Whoever has lost the
 * claim meanwhile is refused there. A failure leaves the slot pending, for another attempt, and no file.
 * @throws CatalogError kind `not_found` (slot), `conflict` (nothing uploaded) or `invalid` (no picture of
 *   the slot's type), or what the use refuses with
 */
export async function useSlot<T>(catalog: Catalog, owner: SlotOwner, use: SlotUse<T>): Promise<T> {
  const attempt = await claim(catalog, owner, use)
  try {
    const file = await placeUpload(catalog, attempt)
    const result = await catalog.write(async (tx, afterCommit) => {
      if (!(await consumeSlot(tx, owner.slotId, attempt))) throw await refusal(tx, catalog, owner)
      afterCommit(() => catalog.jobs?.wake())
      return use.record(tx, file, attempt.slot)
    })
    await discardUpload(catalog, owner.slotId)
    return result
  } catch (error) {
    await giveUp(catalog, attempt)
    throw error
  }
}

async function claim(
  catalog: Catalog,
  owner: SlotOwner,
  { imageFor }: Pick<SlotUse<unknown>, 'imageFor'>,
): Promise<Attempt> {
  const now = catalog.clock.now()
  const until = now + CLAIM_SECONDS * MICROS_PER_SECOND
  const [claim, version] = [randomUUID(), newVersion()]
  return catalog.write(async (tx) => {
    const slot = await claimSlot(tx, { ...owner, claim, now, until })
    if (!slot) throw await refusal(tx, catalog, owner)
    const imageId = await imageFor(tx, slot)
    await notePlacing(tx, slot.id, versionKey(imageId, version))
    const { id: slotId, content_type: contentType, placing: leftover } = slot
    return { claim, slot, slotId, contentType, imageId, version, leftover }
  })
}

async function refusal(tx: Tx, { clock }: Catalog, owner: SlotOwner) {
  return slotNotFound(await findOwnSlot(tx, owner), clock.now())
}

/**
 * Frees the slot, and takes the file away unless it is the image's after all, as when the disk failed right
 * behind the commit. A file that cannot be removed now is swept when the slot is reaped.
 */
async function giveUp(
  { reads, writeEventually, storage, log }: Catalog,
  { slotId, claim, imageId, version }: Attempt,
): Promise<void> {
  try {
    await writeEventually((tx) => releaseSlot(tx, slotId, claim))
    if (!(await isVersionOf(reads, imageId, version))) {
      await storage.removeBelow(versionKey(imageId, version))
    }
  } catch (error) {
    log.warn({ err: error, slot: slotId }, 'an attempt to use a slot could not be undone')
  }
}

/** The slot is used up whatever happens here; what stays behind is swept when the slot is reaped. */
async function discardUpload({ storage, log }: Catalog, slotId: string): Promise<void> {
  try {
    await storage.remove(incomingKey(slotId))
  } catch (error) {
    log.warn({ err: error, slot: slotId }, 'an upload that is used up could not be removed')
  }
}
