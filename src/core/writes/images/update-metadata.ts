import type { Updateable } from 'kysely'
import { auditDifference } from '../../audit/audit-row.ts'
import { auditTags } from '../tags/audit-tags.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { StoredImage } from '../../contract/image-update.ts'
import { dateColumns } from '../../database/date-columns.ts'
import { enqueueJob } from '../../job-queue/enqueue.ts'
import { lockImage } from '../../database/lock-image.ts'
import type { Tx } from '../../database/store.ts'
import type { ImageTable, Row } from '../../database/tables.ts'
import { CatalogError, notFound } from '../../base/errors.ts'
import { newDerivation } from '../../job-queue/new-jobs.ts'
import { foldText } from '../../model/fold.ts'
import { requireLicenseId } from '../../queries/images/import-references.ts'
import { setSubjects } from '../feed/set-subjects.ts'

export interface MetadataUpdate {
  imageId: number
  input: StoredImage
  /** Accepted current revisions of the image; any if undefined. */
  revisions?: readonly number[] | undefined
  /** The user whom the feed names for changes of the subjects; null if none. */
  taggedBy: number | null
}

/**
 * Changes the metadata of an image, and records the change in the audit log.
 * @returns whether new derived images were queued
 * @throws CatalogError kind `not_found`, `precondition_failed` or `invalid`
 */
export async function updateMetadata(
  tx: Tx,
  { imageId, input, revisions, taggedBy }: MetadataUpdate,
  context: AuditContext,
): Promise<{ isQueued: boolean }> {
  const { now } = context
  const image = await requireImage(tx, imageId, revisions)
  const changes = changesOf(image, await columnsOf(tx, input))
  await writeChanges(tx, imageId, changes)
  const row = { table: 'image', id: imageId, action: 'image.edit' } as const
  await auditDifference(tx, context, row, { before: image, after: { ...image, ...changes } })
  if (input.subjects) {
    const tags = await setSubjects(tx, input.subjects, { imageId, userId: taggedBy, now })
    await auditTags(tx, context, imageId, tags)
  }
  if (!isTurned(changes) || image.file_version === null) return { isQueued: false }
  const derivation = newDerivation({ imageId, version: image.file_version, runAt: now })
  await enqueueJob(tx, derivation, now)
  return { isQueued: true }
}

async function requireImage(
  tx: Tx,
  id: number,
  revisions: readonly number[] | undefined,
): Promise<Row<'image'>> {
  const image = await lockImage(tx, id, revisions)
  if (image) return image
  const known = revisions && (await lockImage(tx, id, undefined))
  if (!known) throw notFound('Image not found.', { code: 'image_not_found' })
  const message = 'The image was changed in the meantime. Fetch it again before you update it.'
  throw new CatalogError('precondition_failed', message, { code: 'image_changed' })
}

type Columns = Updateable<ImageTable>

/** Maps members to columns; undefined for absent members. */
async function columnsOf(tx: Tx, input: StoredImage): Promise<Columns> {
  const { creator, edtf_date: edtfDate, license_name: license } = input
  return {
    title: input.title,
    original_date: input.original_date,
    ...(edtfDate !== undefined && dateColumns(edtfDate)),
    original_url: input.source_url,
    description: input.description,
    creator,
    creator_folded: typeof creator === 'string' ? foldText(creator) : creator,
    reference_id: input.reference_id,
    archive_position: input.archive_position,
    license_id: typeof license === 'string' ? await requireLicenseId(tx, license) : license,
    rotation: input.rotation,
    mirror: input.mirror,
  }
}

/** Returns only the columns whose value changes, so that an update without changes creates no revision. */
function changesOf(image: Row<'image'>, columns: Columns): Columns {
  const before = new Map<string, unknown>(Object.entries(image))
  const changes = Object.entries(columns).filter(
    ([column, value]) => value !== undefined && value !== before.get(column),
  )
  return Object.fromEntries(changes)
}

async function writeChanges(tx: Tx, id: number, changes: Columns): Promise<void> {
  if (Object.keys(changes).length === 0) return
  // The corrected file has the previous rotation, so the permalink returns to the original file.
  const turned = isTurned(changes) ? { generation_corrected: 0 as const } : {}
  await tx
    .updateTable('image')
    .set({ ...changes, ...turned })
    .where('id', '=', id)
    .execute()
}

function isTurned({ rotation, mirror }: Columns): boolean {
  return rotation !== undefined || mirror !== undefined
}
