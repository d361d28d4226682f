import { recordSubjectChange } from '../activity/record-subject-change.ts'
import type { Caller } from '../auth/caller.ts'
import type { Catalog } from '../catalog.ts'
import type { Micros } from '../clock.ts'
import type { ImportCommit } from '../contract/import.ts'
import { insertRow } from '../engine/sqlite/insert-row.ts'
import { enqueueJob } from '../engine/sqlite/jobs.ts'
import { reserveImageId } from '../engine/sqlite/slots.ts'
import type { Tx } from '../engine/sqlite/store.ts'
import type { NewRow } from '../engine/sqlite/tables.ts'
import { invalid } from '../errors.ts'
import { derivation } from '../jobs/derive.ts'
import { edtfBounds } from '../model/edtf/bounds.ts'
import { parseEdtf } from '../model/edtf/parse.ts'
import { foldText } from '../model/fold.ts'
import { findLicenseId, findSubjectIds } from '../queries/import-references.ts'
import type { PlacedFile } from '../slots/place-upload.ts'
import { once, type Answered } from '../slots/once.ts'
import { claimUpload, useUpload } from '../slots/use-slot.ts'

/**
 * Turns an uploaded file into an image: either its row and its file are there afterwards, or neither is.
 * @param key the request's idempotency key: whoever repeats it with the same input gets the first answer
 * @returns the new image's id
 * @throws CatalogError kind `not_found` (slot), `conflict` (nothing uploaded), `invalid`, or what `once` throws
 */
export function commitImport(
  catalog: Catalog,
  caller: Caller,
  { input, key }: { input: ImportCommit; key: string | undefined },
): Promise<Answered<number>> {
  const { userId } = caller
  const owner = { slotId: input.slot_id, userId }
  return once(
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
          await tagSubjects(tx, input.subjects, made)
          await enqueueJob(tx, derivation({ imageId, version, runAt: now }), now)
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
    license_id: await requireLicense(tx, input.license_name),
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

function dateColumns(edtfDate: string) {
  const bounds = edtfBounds(parseEdtf(edtfDate))
  return {
    edtf_date: edtfDate,
    strict_from: bounds.strictFrom,
    strict_to: bounds.strictTo,
    fuzzy_from: bounds.fuzzyFrom,
    fuzzy_to: bounds.fuzzyTo,
  }
}

/** Checked once more inside the transaction: it may have gone since the body was read. */
async function requireLicense(tx: Tx, name: string | undefined): Promise<number | null> {
  if (name === undefined) return null
  const id = await findLicenseId(tx, name)
  if (id === undefined) throw invalid('license_name', `License '${name}' is not recognized.`)
  return id
}

async function tagSubjects(tx: Tx, slugs: string[], made: Making): Promise<void> {
  if (slugs.length === 0) return
  const ids = await findSubjectIds(tx, slugs)
  const tags = slugs.map((slug, index) => ({
    image_id: made.imageId,
    subject_id: requireSubject(ids, slug),
    position: index + 1,
    tagged_by: made.userId,
    tagged_at: made.now,
  }))
  await tx.insertInto('image_subject').values(tags).execute()
  const change = { action: 'added', imageId: made.imageId, userId: made.userId } as const
  for (const { subject_id: subjectId } of tags) {
    await recordSubjectChange(tx, { ...change, subjectId, at: made.now })
  }
}

function requireSubject(ids: Map<string, number>, slug: string): number {
  const id = ids.get(slug)
  if (id === undefined) throw invalid('subjects', `Object with slug=${slug} does not exist.`)
  return id
}
