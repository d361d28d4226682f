import { recordSubjectDeletion } from '../activity/record-subject-deletion.ts'
import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../db/store.ts'
import { conflict, notFound } from '../errors.ts'
import { formatCount } from '../model/format-count.ts'

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
export async function removeSubject(
  tx: Tx,
  { id, untag }: { id: number; untag: boolean },
  context: AuditContext,
): Promise<RemovedSubject> {
  const geometries = await tx
    .deleteFrom('subject_geometry')
    .where('subject_id', '=', id)
    .returning(['map_id', 'geometry'])
    .execute()
  await recordSubjectDeletion(tx, { subjectId: id, at: context.now })
  const tags = await tx
    .deleteFrom('image_subject')
    .where('subject_id', '=', id)
    .returning('image_id')
    .execute()
  const removed = await tx
    .deleteFrom('subject')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!removed) throw notFound(`There is no subject ${id}.`)
  if (tags.length > 0 && !untag) throw stillTagged(removed.title, tags.length)
  await tx.deleteFrom('subject_count').where('subject_id', '=', id).execute()
  const { title_folded: _, ...row } = removed
  const images = tags.map(({ image_id }) => image_id)
  await recordAudit(tx, context, {
    action: 'subject.remove',
    objectType: 'subject',
    objectId: id,
    before: { ...row, images, geometries },
    after: null,
  })
  return { id, slug: row.slug, title: row.title, untagged: images.length }
}

function stillTagged(title: string, images: number): Error {
  const tags = formatCount(images, 'image')
  return conflict(`${title} is a tag of ${tags}.`, { hint: 'To remove the tags too, add --untag.' })
}
