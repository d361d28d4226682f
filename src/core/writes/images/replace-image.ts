import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import { MICROS_PER_SECOND } from '../../base/clock.ts'
import { imageReplacement, type ImageReplacement } from '../../contract/import.ts'
import type { Tx } from '../../database/store.ts'
import { CatalogError, notFound } from '../../base/errors.ts'
import { newDerivation } from '../../job-queue/new-jobs.ts'
import { enqueueJob } from '../../job-queue/enqueue.ts'
import { newRemoval } from '../../job-queue/new-jobs.ts'
import { versionKey } from '../../storage/keys.ts'
import { claimUpload, consumeUpload } from '../imports/claimed-upload.ts'
import { uploadSteps, type PlacedUpload } from '../imports/place-upload.ts'
import { claimingUseCase } from '../run/use-case.ts'

/** Delay before the previous file is removed, because a job or a dump may still be reading it. */
const GRACE_SECONDS = 24 * 60 * 60

/**
 * Replaces the file of an image by an upload and resets its rotation and mirroring. Other metadata stays. The
 * derived images of the previous file are served until the new ones are ready. Returns the id of the image.
 */
export const replaceImage = claimingUseCase({
  name: 'image.replace',
  access: 'importer',
  input: imageReplacement,
  once: ({ imageId, ...input }: ImageReplacement & { imageId: number }) => [
    'replace',
    imageId,
    input,
  ],
  async claim(tx, { imageId, slot_id: slotId }, context) {
    const image = await requireImage(tx, imageId)
    const upload = await claimUpload(tx, { slotId, imageId }, context)
    if (upload.collectionId !== image.collection_id) throw otherCollection()
    return upload
  },
  ...uploadSteps,
  async run(tx, { imageId }, context, upload) {
    await consumeUpload(tx, upload, context.now)
    await switchFile(tx, upload, context)
    context.afterCommit(({ jobs }) => jobs?.wake())
    return imageId
  },
})

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
