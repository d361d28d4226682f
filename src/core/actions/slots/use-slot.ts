import { randomUUID } from 'node:crypto'
import type { Services } from '../../services.ts'
import { MICROS_PER_SECOND, type Micros } from '../../clock.ts'
import {
  claimSlot,
  consumeSlot,
  findOwnSlot,
  recordPendingKey,
  releaseSlot,
  type SlotOwner,
} from './slot-claims.ts'
import type { Tx } from '../../db/store.ts'
import type { Row } from '../../db/tables.ts'
import { isCurrentVersion } from '../../queries/file-version.ts'
import { incomingKey, newVersion, versionKey } from '../../storage/keys.ts'
import { placeUpload, type PlacedFile, type Placement } from './place-upload.ts'
import { slotNotFound } from './slot-refusal.ts'

/** How long an attempt may take before another one may take its slot over. */
const CLAIM_SECONDS = 120

/** A slot that is held for an attempt to use it up. */
export interface Attempt extends Placement {
  lease: string
  owner: SlotOwner
  slot: Row<'slot'>
}

/**
 * Claims a slot, so that of many attempts one goes on.
 * @param imageFor the image that the file is for; may refuse
 * @throws CatalogError kind `not_found` (slot), or what `imageFor` refuses with
 */
export async function claimUpload(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  owner: SlotOwner,
  imageFor: (tx: Tx, slot: Row<'slot'>) => Promise<number>,
): Promise<Attempt> {
  const now = clock.now()
  const until = now + CLAIM_SECONDS * MICROS_PER_SECOND
  const [lease, version] = [randomUUID(), newVersion()]
  const slot = await claimSlot(tx, { ...owner, lease, now, until })
  if (!slot) throw await refusal(tx, now, owner)
  const imageId = await imageFor(tx, slot)
  await recordPendingKey(tx, slot.id, versionKey(imageId, version))
  const { id: slotId, content_type: contentType, pending_key: leftover } = slot
  return { lease, owner, slot, slotId, contentType, imageId, version, leftover }
}

/**
 * Uses a claimed slot up: the file is put in place; then one transaction marks the slot as consumed and
 * records what it was for. Whoever has lost the claim meanwhile is refused there. A failure leaves the
 * slot pending, for another attempt, and no file.
 * @param record what becomes true with the file in place, in that transaction; may refuse
 * @throws CatalogError kind `not_found` (slot), `conflict` (nothing uploaded) or `invalid` (no picture of
 *   the slot's type), or what `record` refuses with
 */
export async function useUpload<T>(
  catalog: Pick<
    Services,
    'clock' | 'images' | 'jobs' | 'log' | 'reads' | 'storage' | 'write' | 'writeDeferred'
  >,
  attempt: Attempt,
  record: (tx: Tx, file: PlacedFile) => Promise<T>,
): Promise<T> {
  const { owner, slotId } = attempt
  try {
    const file = await placeUpload(catalog, attempt)
    const result = await catalog.write(async (tx, afterCommit) => {
      const isHeld = await consumeSlot(tx, slotId, attempt)
      if (!isHeld) throw await refusal(tx, catalog.clock.now(), owner)
      afterCommit(() => catalog.jobs?.wake())
      return record(tx, file)
    })
    await discardUpload(catalog, slotId)
    return result
  } catch (error) {
    await giveUp(catalog, attempt)
    throw error
  }
}

async function refusal(tx: Tx, now: Micros, owner: SlotOwner) {
  return slotNotFound(await findOwnSlot(tx, owner), now)
}

/**
 * Frees the slot, and takes the file away unless it is the image's after all, as when the disk failed right
 * behind the commit. Where a commit failed, its row may yet turn out to be on the disk after a crash; only a
 * later commit rules that out. A file that cannot be removed now is swept by the next attempt, or when the
 * slot is reaped.
 */
async function giveUp(
  {
    reads,
    writeDeferred,
    storage,
    log,
  }: Pick<Services, 'log' | 'reads' | 'storage' | 'writeDeferred'>,
  { slotId, lease, imageId, version }: Attempt,
): Promise<void> {
  try {
    const isReleased = await writeDeferred((tx) => releaseSlot(tx, slotId, lease))
    if (isReleased && !(await isCurrentVersion(reads, imageId, version))) {
      await storage.removeBelow(versionKey(imageId, version))
    }
  } catch (error) {
    log.warn({ err: error, slot: slotId }, 'an attempt to use a slot could not be undone')
  }
}

/** The slot is used up whatever happens here; what stays behind is swept when the slot is reaped. */
async function discardUpload(
  { storage, log }: Pick<Services, 'log' | 'storage'>,
  slotId: string,
): Promise<void> {
  try {
    await storage.remove(incomingKey(slotId))
  } catch (error) {
    log.warn({ err: error, slot: slotId }, 'an upload that is used up could not be removed')
  }
}
