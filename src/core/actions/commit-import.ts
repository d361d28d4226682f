import type { Caller } from '../auth/caller.ts'
import { requireActiveStaff } from '../auth/suspension.ts'
import type { Micros } from '../clock.ts'
import type { ImportCommit } from '../contract/import.ts'
import { dateColumns } from '../db/date-columns.ts'
import { insertRow } from '../db/insert-row.ts'
import { enqueueJob } from '../jobs/queue/enqueue.ts'
import { reserveImageId } from '../writes/imports/slot-claims.ts'
import type { Tx } from '../db/store.ts'
import type { NewRow } from '../db/tables.ts'
import { newDerivation } from '../jobs/derive.ts'
import { foldText } from '../model/fold.ts'
import { requireLicenseId } from '../queries/import-references.ts'
import {
  consumeUpload,
  createVersion,
  discardUpload,
  requireSlotClaim,
  type CommitServices,
} from '../writes/imports/claimed-upload.ts'
import { claimUpload, releaseClaim } from '../writes/imports/claim-upload.ts'
import { placeUpload, type PlacedFile } from '../writes/imports/place-upload.ts'
import {
  beginRequest,
  recordResponse,
  type IdempotentResult,
} from '../idempotency/idempotent-request.ts'
import { setSubjects } from '../activity/set-subjects.ts'

/**
 * Creates an image from an uploaded file. Either both its row and its file exist afterwards, or neither.
 * @param key the request's idempotency key: a repetition with the same input gets the first response
 * @returns the id of the new image
 * @throws CatalogError kind `not_found` (slot), `conflict` (no upload), `invalid`, or the errors of `beginRequest` and
 *   `requireActiveStaff`
 */
export async function commitImport(
  catalog: CommitServices,
  { userId }: Pick<Caller, 'userId'>,
  { input, key }: { input: ImportCommit; key: string | undefined },
): Promise<IdempotentResult<number>> {
  const begun = await claimUpload(catalog, async (tx) => {
    const now = catalog.clock.now()
    const request = { userId, key, content: ['commit', input] }
    const found = await beginRequest<number>(tx, request, now)
    if ('replay' in found) return found
    const slot = await requireSlotClaim(tx, { slotId: input.slot_id, userId }, now)
    return { ...found, upload: await createVersion(tx, slot, await reserveImageId(tx, slot)) }
  })
  if ('replay' in begun) return begun.replay
  const { heldKey, upload } = begun
  const { imageId, collectionId, version } = upload
  try {
    const file = await placeUpload(catalog, upload)
    await catalog.write(async (tx, afterCommit) => {
      // Storing a large file takes a while, in which staff may suspend the user.
      await requireActiveStaff(tx, userId)
      const now = catalog.clock.now()
      await consumeUpload(tx, upload, now)
      await insertImage(tx, input, { ...file, collectionId, userId, now })
      if (input.subjects.length > 0) await setSubjects(tx, input.subjects, { imageId, userId, now })
      await enqueueJob(tx, newDerivation({ imageId, version, runAt: now }), now)
      await recordResponse(tx, heldKey, imageId)
      afterCommit(() => catalog.jobs?.wake())
    })
  } catch (error) {
    await releaseClaim(catalog, begun)
    throw error
  }
  await discardUpload(catalog, upload.slotId)
  return { result: imageId, isReplay: false }
}

interface NewImage extends PlacedFile {
  collectionId: number
  userId: number
  now: Micros
}

async function insertImage(tx: Tx, input: ImportCommit, made: NewImage): Promise<void> {
  const image: NewRow<'image'> = {
    id: made.imageId,
    collection_id: made.collectionId,
    title: input.title,
    original_date: input.original_date,
    ...dateColumns(input.edtf_date),
    original_url: input.source_url ?? null,
    description: input.description ?? null,
    creator: input.creator ?? null,
    creator_folded: input.creator === undefined ? null : foldText(input.creator),
    reference_id: input.reference_id ?? null,
    license_id:
      input.license_name === undefined ? null : await requireLicenseId(tx, input.license_name),
    rotation: input.rotation,
    mirror: input.mirror,
    from_above: 0,
    will_not_georef: 0,
    created_at: made.now,
    created_by: made.userId,
    file_version: made.version,
    file_type: made.contentType,
    file_sha256: made.sha256,
    file_size: made.size,
    generation_corrected: 0,
  }
  await insertRow(tx, 'image', image)
}
