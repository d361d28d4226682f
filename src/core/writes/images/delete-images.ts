import { recordImageRemoval } from '../feed/record-image-removal.ts'
import { readState } from '../../audit/audit-row.ts'
import { recordAudit, type AuditContext, type AuditedState } from '../../audit/record-audit.ts'
import { inList } from '../../database/sql.ts'
import { lockImages } from '../../database/lock-image.ts'
import type { Selects, Tx } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { enqueueJob } from '../../job-queue/enqueue.ts'
import { newRemoval } from '../../job-queue/new-jobs.ts'
import { listTaggedSubjects } from '../feed/set-subjects.ts'
import { imagePrefixes } from '../../storage/keys.ts'
import { useCase } from '../run/use-case.ts'

/** Deletes an image with its contributions. A job moves its files to the trash. */
export const deleteImage = useCase({
  name: 'image.delete',
  access: 'moderator',
  limit: 'moderations',
  hasDryRun: true,
  async run(tx, { id }: { id: number }, context) {
    await deleteImages(tx, [id], context)
    context.afterCommit(({ jobs }) => jobs?.wake())
  },
})

/**
 * Deletes images with their contributions, tags, events, embeddings and waiting jobs, and queues the removal of all
 * their files, in the same transaction. The audit log keeps the metadata and the contributions.
 * @throws CatalogError kind `not_found`, or `conflict` if an image that stays is a duplicate of one of them
 */
export async function deleteImages(
  tx: Tx,
  given: readonly number[],
  context: AuditContext,
): Promise<void> {
  const ids = [...new Set(given)]
  const images = await lockImages(tx, ids)
  const missing = ids.find((id) => !images.has(id))
  if (missing !== undefined) throw notFound(`Image ${missing} does not exist.`)
  await requireNoDuplicates(tx, ids)
  for (const id of ids) await recordDeletion(tx, id, context)
  await recordImageRemoval(tx, ids, () =>
    tx.deleteFrom('image').where('id', 'in', inList(ids)).execute(),
  )
  await tx
    .deleteFrom('job')
    .where('image_id', 'in', inList(ids))
    .where('state', 'in', ['queued', 'failed'])
    .execute()
  for (const imageId of ids) {
    for (const prefix of imagePrefixes(imageId)) {
      await enqueueJob(tx, newRemoval({ imageId, prefix, runAt: context.now }), context.now)
    }
  }
}

/** @throws CatalogError kind `conflict` that names a duplicate outside of these images */
async function requireNoDuplicates(reads: Selects, ids: readonly number[]): Promise<void> {
  const duplicate = await reads
    .selectFrom('image')
    .select(['id', 'duplicate_of'])
    .where('duplicate_of', 'in', inList(ids))
    .where('id', 'not in', inList(ids))
    .orderBy('id')
    .executeTakeFirst()
  if (!duplicate) return
  const { id, duplicate_of: original } = duplicate
  throw conflict(['original_of_duplicate', id, original ?? 0], {
    hint: `Delete it too, or first run: catalog image set-duplicate ${id} --none`,
  })
}

async function recordDeletion(tx: Tx, id: number, context: AuditContext): Promise<void> {
  const before: AuditedState = {
    ...(await readState(tx, { table: 'image', id })),
    ...(await readAddresses(tx, id)),
    subjects: await listTaggedSubjects(tx, id),
    georeferences: await listRows(tx, 'georeference', id),
    from_above_georeferences: await listRows(tx, 'from_above_georeference', id),
    validations: await listRows(tx, 'validation', id),
    comments: await listRows(tx, 'comment', id),
  }
  const change = { action: 'image.delete', objectType: 'image', objectId: id } as const
  await recordAudit(tx, context, { ...change, before, after: null })
}

/** The generations, by which requests for pictures of a deleted image are recognized. */
function readAddresses(tx: Tx, id: number) {
  return tx
    .selectFrom('image')
    .select(['generation', 'tiles_generation'])
    .where('id', '=', id)
    .executeTakeFirst()
}

async function listRows(
  tx: Tx,
  table: 'georeference' | 'from_above_georeference' | 'validation' | 'comment',
  imageId: number,
): Promise<object[]> {
  const rows = await tx
    .selectFrom(table as 'georeference')
    .selectAll()
    .where('image_id', '=', imageId)
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const { geom: _, ...others } = row
    return others
  })
}
