import { setSubjects } from '../feed/set-subjects.ts'
import type { Micros } from '../../base/clock.ts'
import { importCommit, type ImportCommit } from '../../contract/import.ts'
import { dateColumns } from '../../database/date-columns.ts'
import { insertRow } from '../../database/insert-row.ts'
import type { Tx } from '../../database/store.ts'
import type { NewRow } from '../../database/tables.ts'
import { newDerivation } from '../../job-queue/new-jobs.ts'
import { enqueueJob } from '../../job-queue/enqueue.ts'
import { foldText } from '../../model/fold.ts'
import { findUnknownReferences, requireLicenseId } from '../../queries/images/import-references.ts'
import { claimingUseCase } from '../run/use-case.ts'
import { claimUpload, consumeUpload } from './claimed-upload.ts'
import { recordImported } from './import-batches.ts'
import { uploadSteps, type PlacedUpload } from './place-upload.ts'

/** Creates an image from an uploaded file. Either both its row and its file exist afterwards, or neither. Returns its id. */
export const commitImport = claimingUseCase({
  name: 'image.import',
  access: 'importer',
  input: importCommit,
  batch: 'shared',
  findProblems: findUnknownReferences,
  once: (input) => ['commit', input],
  claim: (tx, { slot_id: slotId }, context) => claimUpload(tx, { slotId }, context),
  ...uploadSteps,
  async run(tx, input: ImportCommit, context, upload) {
    const { now, afterCommit } = context
    const { imageId, userId, version, collectionId } = upload
    await consumeUpload(tx, upload, now)
    await insertImage(tx, input, { ...upload, now })
    if (input.subjects.length > 0) await setSubjects(tx, input.subjects, { imageId, userId, now })
    await recordImported(tx, { id: imageId, title: input.title, collectionId }, context)
    await enqueueJob(tx, newDerivation({ imageId, version, runAt: now }), now)
    afterCommit(({ jobs }) => jobs?.wake())
    return imageId
  },
})

async function insertImage(
  tx: Tx,
  input: ImportCommit,
  made: PlacedUpload & { now: Micros },
): Promise<void> {
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
    archive_position: input.archive_position ?? null,
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
