import type { ObjectStore } from '../../storage/object-store.ts'
import type { Logger } from '../../base/log.ts'
import { randomUUID } from 'node:crypto'
import { requireUserId } from '../../audit/actor.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import { MICROS_PER_SECOND, type Micros } from '../../base/clock.ts'
import type { Tx, Store } from '../../database/store.ts'
import { isCurrentVersion } from '../../queries/images/file-version.ts'
import { incomingKey, newVersion, versionKey } from '../../storage/keys.ts'
import {
  claimSlot,
  consumeSlot,
  recordPendingKey,
  releaseSlot,
  reserveImageId,
  type SlotOwner,
} from './slot-claims.ts'
import { explainSlotRefusal } from './explain-unusable-slot.ts'

/** Lease of a request on a slot, after which another request may claim it. */
const LEASE_SECONDS = 120

/** The upload of a claimed slot, and the version of an image's file that it becomes. */
export interface ClaimedUpload extends SlotOwner {
  /** Identifies the claim. */
  lease: string
  collectionId: number
  /** Media type of the slot. */
  contentType: string
  imageId: number
  version: string
  /** Key prefix below which an earlier attempt may have left a file; null if there is none. */
  leftover: string | null
}

/**
 * Claims the upload of a slot, so that only one of several requests can use it. Records the key of its file before the
 * file is stored there.
 * @param imageId the image whose file it replaces; by default it becomes a new image
 * @throws CatalogError kind `not_found`
 */
export async function claimUpload(
  tx: Tx,
  { slotId, imageId: replaced }: { slotId: string; imageId?: number },
  { actor, now }: AuditContext,
): Promise<ClaimedUpload> {
  const owner = { slotId, userId: requireUserId(actor) }
  const lease = randomUUID()
  const until = now + LEASE_SECONDS * MICROS_PER_SECOND
  const slot = await claimSlot(tx, { ...owner, lease, now, until })
  if (!slot) throw await explainSlotRefusal(tx, owner, now)
  const imageId = replaced ?? (await reserveImageId(tx, slot))
  const version = newVersion()
  await recordPendingKey(tx, { slotId, pendingKey: versionKey(imageId, version) })
  return {
    ...owner,
    lease,
    collectionId: slot.collection_id,
    contentType: slot.content_type,
    imageId,
    version,
    leftover: slot.pending_key,
  }
}

/**
 * Marks the slot as consumed, in the transaction that makes the image refer to the file.
 * @throws CatalogError kind `not_found` if another request has claimed the slot
 */
export async function consumeUpload(tx: Tx, upload: ClaimedUpload, now: Micros): Promise<void> {
  const isConsumed = await consumeSlot(tx, upload.slotId, upload)
  if (!isConsumed) throw await explainSlotRefusal(tx, upload, now)
}

/**
 * Releases the slot after a failure, and deletes the stored file unless the image refers to it. It does if the disk
 * failed right after the commit. A failed commit may still turn out durable after a crash; only a later commit rules
 * that out. A file that cannot be deleted now is deleted by the next attempt, or when the slot is reaped.
 */
export async function abandonUpload(
  catalog: { log: Logger; storage: ObjectStore } & Pick<Store, 'reads' | 'writeDeferred'>,
  { slotId, lease, imageId, version }: ClaimedUpload,
): Promise<void> {
  try {
    const isReleased = await catalog.writeDeferred((tx) => releaseSlot(tx, slotId, lease))
    if (isReleased && !(await isCurrentVersion(catalog.reads, imageId, version))) {
      await catalog.storage.removeBelow(versionKey(imageId, version))
    }
  } catch (error) {
    catalog.log.warn({ err: error, slot: slotId }, 'could not undo a failed commit')
  }
}

/** Deletes the upload of a consumed slot. If this fails, the file is deleted when the slot is reaped. */
export async function discardUpload(
  { storage, log }: { log: Logger; storage: ObjectStore },
  { slotId }: Pick<ClaimedUpload, 'slotId'>,
): Promise<void> {
  try {
    await storage.remove(incomingKey(slotId))
  } catch (error) {
    log.warn({ err: error, slot: slotId }, 'could not delete the upload of a consumed slot')
  }
}
