import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import type { Caller } from '../auth/caller.ts'
import { requireActiveStaff } from '../auth/suspension.ts'
import { MICROS_PER_SECOND } from '../clock.ts'
import type { ImageReplacement } from '../contract/import.ts'
import { enqueueJob } from '../jobs/queue/enqueue.ts'
import type { Tx } from '../db/store.ts'
import { CatalogError, notFound } from '../errors.ts'
import { newDerivation } from '../jobs/derive.ts'
import { newRemoval } from '../jobs/remove.ts'
import {
  consumeUpload,
  createVersion,
  discardUpload,
  requireSlotClaim,
  type CommitServices,
} from '../writes/imports/claimed-upload.ts'
import {
  beginRequest,
  recordResponse,
  type IdempotentResult,
} from '../idempotency/idempotent-request.ts'
import { claimUpload, releaseClaim } from '../writes/imports/claim-upload.ts'
import { placeUpload, type PlacedUpload } from '../writes/imports/place-upload.ts'
import { versionKey } from '../storage/keys.ts'

/** How long the previous file stays, because a job or a dump may still read it. */
const GRACE_SECONDS = 24 * 60 * 60

export interface Replacement {
  imageId: number
  input: ImageReplacement
  /** The request's idempotency key: a repetition with the same input gets the first response. */
  key: string | undefined
}

/**
 * Replaces the file of an image by an upload and resets its rotation and mirroring. Other metadata stays. The
 * derived images of the previous file are served until the new ones are ready.
 * @returns the id of the image
 * @throws CatalogError kind `not_found` (image, slot), `invalid` (slot of another collection, not an image),
 *   `conflict` (no upload), or the errors of `beginRequest` and `requireActiveStaff`
 */
export async function replaceImage(
  catalog: CommitServices,
  { userId }: Pick<Caller, 'userId'>,
  { imageId, input, key }: Replacement,
): Promise<IdempotentResult<number>> {
  const begun = await claimUpload(catalog, async (tx) => {
    const now = catalog.clock.now()
    const request = { userId, key, content: ['replace', imageId, input] }
    const found = await beginRequest<number>(tx, request, now)
    if ('replay' in found) return found
    const image = await requireImage(tx, imageId)
    const slot = await requireSlotClaim(tx, { slotId: input.slot_id, userId }, now)
    if (slot.collection_id !== image.collection_id) throw otherCollection()
    return { ...found, upload: await createVersion(tx, slot, imageId) }
  })
  if ('replay' in begun) return begun.replay
  const { heldKey, upload } = begun
  try {
    const file = await placeUpload(catalog, upload)
    await catalog.write(async (tx, afterCommit) => {
      // Storing a large file takes a while, in which staff may suspend the user.
      await requireActiveStaff(tx, userId)
      const now = catalog.clock.now()
      await consumeUpload(tx, upload, now)
      await switchFile(tx, file, { actor: { userId }, now })
      await recordResponse(tx, heldKey, imageId)
      afterCommit(() => catalog.jobs?.wake())
    })
  } catch (error) {
    await releaseClaim(catalog, begun)
    throw error
  }
  await discardUpload(catalog, upload)
  return { result: imageId, isReplay: false }
}

async function requireImage(tx: Tx, id: number) {
  const image = await tx
    .selectFrom('image')
    .select(['collection_id', 'file_version', 'file_type', 'file_sha256', 'file_size'])
    .select(['rotation', 'mirror'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!image) throw notFound('Image not found.', { code: 'image_not_found' })
  return image
}

function otherCollection(): CatalogError {
  const message = 'Slot belongs to a different collection than the target image.'
  return new CatalogError('invalid', message, { code: 'collection_mismatch' })
}

/** One row names the current file, so its update switches files atomically. */
async function switchFile(tx: Tx, file: PlacedUpload, context: AuditContext): Promise<void> {
  const { imageId, version } = file
  const { now } = context
  const { collection_id: _, ...before } = await requireImage(tx, imageId)
  const after = {
    file_version: version,
    file_type: file.contentType,
    file_sha256: file.sha256,
    file_size: file.size,
    rotation: 0,
    mirror: 'none',
  } as const
  await tx.updateTable('image').set(after).where('id', '=', imageId).execute()
  const change = { action: 'image.replace', objectType: 'image', objectId: imageId } as const
  await recordAudit(tx, context, { ...change, before, after })
  await enqueueJob(tx, newDerivation({ imageId, version, runAt: now }), now)
  const { file_version: previous } = before
  if (previous === null) return
  const runAt = now + GRACE_SECONDS * MICROS_PER_SECOND
  await enqueueJob(tx, newRemoval({ imageId, prefix: versionKey(imageId, previous), runAt }), now)
}
