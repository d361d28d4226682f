import { recordSubjectDeletion } from '../feed/record-subject-deletion.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import type { Tx } from '../../database/store.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { useCase } from '../run/use-case.ts'
import { formatCount } from '../../base/format-count.ts'

/** Removes a subject that no image has, or with `untag` also from its images. */
export const removeSubject = useCase({
  name: 'subject.remove',
  access: 'moderator',
  limit: 'moderations',
  hasDryRun: true,
  async run(tx, { id, untag }: { id: number; untag: boolean }, context) {
    await deleteSubject(tx, { id, untag }, context)
  },
})

export interface RemovedSubject {
  id: number
  slug: string
  title: string
  /** Number of images that were tagged with it. */
  untagged: number
}

/**
 * Deletes a subject with its geometries.
 * @param untag whether to remove it from its images first
 * @throws CatalogError kind `not_found`, or `conflict` if images are tagged with it and `untag` is not set
 */
export async function deleteSubject(
  tx: Tx,
  { id, untag }: { id: number; untag: boolean },
  context: AuditContext,
): Promise<RemovedSubject> {
  if (!untag) await requireUntagged(tx, id)
  const geometries = await tx
    .deleteFrom('subject_geometry')
    .where('subject_id', '=', id)
    .returning(['map_id', 'geometry'])
    .execute()
  await recordSubjectDeletion(tx, { subjectId: id, at: context.now })
  const tags = await tx
    .deleteFrom('image_subject')
    .where('subject_id', '=', id)
    .returning(['image_id', 'position'])
    .execute()
  const removed = await tx
    .deleteFrom('subject')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!removed) throw notFound(`There is no subject ${id}.`)
  await tx.deleteFrom('subject_count').where('subject_id', '=', id).execute()
  const { title_folded: _, ...row } = removed
  const images = tags.map(({ image_id }) => image_id)
  const positions = tags.map(({ position }) => position)
  await recordAudit(tx, context, {
    action: 'subject.remove',
    objectType: 'subject',
    objectId: id,
    before: { ...row, images, positions, geometries },
    after: null,
  })
  return { id, slug: row.slug, title: row.title, untagged: images.length }
}

/** Before anything is deleted, because deleting and restoring the tags of a common subject would take seconds. */
async function requireUntagged(tx: Tx, id: number): Promise<void> {
  const { images, title } = await tx
    .selectFrom('image_subject')
    .innerJoin('subject', 'subject.id', 'image_subject.subject_id')
    .select(({ fn }) => [fn.countAll<number>().as('images'), fn.max('subject.title').as('title')])
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  if (images === 0) return
  throw conflict(`${title} is a tag of ${formatCount(images, 'image')}.`, {
    hint: 'To remove the tags too, add --untag.',
  })
}
