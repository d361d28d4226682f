import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'
import type { Micros } from '../clock.ts'
import type { ImportCommit } from '../contract/import.ts'
import { dateColumns } from '../db/date-columns.ts'
import { insertRow } from '../db/insert-row.ts'
import { enqueueJob } from '../jobs/queue/enqueue.ts'
import { reserveImageId } from './slots/slot-claims.ts'
import type { Tx } from '../db/store.ts'
import type { NewRow } from '../db/tables.ts'
import { newDerivation } from '../jobs/derive.ts'
import { foldText } from '../model/fold.ts'
import { requireLicenseId } from '../queries/import-references.ts'
import type { PlacedFile } from './slots/place-upload.ts'
import { runIdempotent, type Answered } from './slots/run-idempotent.ts'
import { claimUpload, useUpload } from './slots/use-slot.ts'
import { setSubjects } from '../activity/set-subjects.ts'

/**
 * Creates an image from an uploaded file. Either both its row and its file exist afterwards, or neither.
 * @param key the request's idempotency key: a repetition with the same input gets the first response
 * @returns the id of the new image
 * @throws CatalogError kind `not_found` (slot), `conflict` (no upload), `invalid`, or the errors of `runIdempotent`
 */
export function commitImport(
  catalog: Pick<
    Services,
    'clock' | 'images' | 'jobs' | 'log' | 'reads' | 'storage' | 'write' | 'writeDeferred'
  >,
  caller: Caller,
  { input, key }: { input: ImportCommit; key: string | undefined },
): Promise<Answered<number>> {
  const { userId } = caller
  const owner = { slotId: input.slot_id, userId }
  return runIdempotent(
    catalog,
    { userId, key, content: ['commit', input] },
    {
      begin: (tx) => claimUpload(tx, catalog, owner, reserveImageId),
      go: (attempt, settle) =>
        useUpload(catalog, attempt, async (tx, file) => {
          const now = catalog.clock.now()
          const { imageId, version } = file
          const made = { imageId, collectionId: attempt.slot.collection_id, userId, now }
          await insertImage(tx, { input, file, made })
          if (input.subjects.length > 0) await setSubjects(tx, input.subjects, made)
          await enqueueJob(tx, newDerivation({ imageId, version, runAt: now }), now)
          await settle(tx, imageId)
          return imageId
        }),
    },
  )
}

interface Making {
  imageId: number
  collectionId: number
  userId: number
  now: Micros
}

interface NewImage {
  input: ImportCommit
  file: PlacedFile
  made: Making
}

async function insertImage(tx: Tx, { input, file, made }: NewImage): Promise<void> {
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
    file_version: file.version,
    file_type: file.contentType,
    file_sha256: file.sha256,
    file_size: file.size,
    generation_corrected: 0,
  }
  await insertRow(tx, 'image', image)
}
