import { mergeHistory, type SubjectMerge } from '../feed/merge-history.ts'
import { mergeTags, type MergedTags } from '../feed/merge-tags.ts'
import { recordAudit, type AuditContext } from '../../audit/record-audit.ts'
import { subjectMerge } from '../../contract/new-subject.ts'
import { inList } from '../../database/sql.ts'
import type { Tx } from '../../database/store.ts'
import { invalid, notFound } from '../../base/errors.ts'
import { getAnySubject } from '../../queries/subjects/subjects.ts'
import { useCase } from '../run/use-case.ts'

/** Merges a subject into another one, which stays. */
export const mergeSubject = useCase({
  name: 'subject.merge',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  hasDryRun: true,
  input: subjectMerge,
  async run(tx, { id, into }: { id: number; into: number }, context) {
    const merged = await mergeSubjects(tx, { from: id, into }, context)
    return { ...(await getAnySubject(tx, into)), merged }
  },
})

/** Numbers of tags and geometries that a merge changes. */
export interface MergedSubjects extends MergedTags {
  /** Number of geometries that move. */
  geometries: number
}

/**
 * Merges one subject into another: its tags, its geometries and its part of the activity feed. An image that has both
 * keeps one tag, at the first of the two positions. A geometry of an element that both have is deleted.
 * @throws CatalogError kind `not_found`, or `invalid` if both are the same subject
 */
export async function mergeSubjects(
  tx: Tx,
  merge: SubjectMerge,
  context: AuditContext,
): Promise<MergedSubjects> {
  const { from, into } = merge
  if (from === into) throw invalid('into', ['merged_into_itself'])
  const before = await readState(tx, merge)
  const merged = await mergeTags(tx, merge, await mergeHistory(tx, merge))
  const geometries = await moveGeometries(tx, merge)
  await tx.deleteFrom('subject').where('id', '=', from).execute()
  await tx.deleteFrom('subject_count').where('subject_id', '=', from).execute()
  await recordAudit(tx, context, {
    action: 'subject.merge',
    objectType: 'subject',
    objectId: from,
    before,
    after: { merged_into: into },
  })
  return { ...merged, geometries }
}

async function readState(tx: Tx, { from, into }: SubjectMerge) {
  const rows = await tx.selectFrom('subject').selectAll().where('id', 'in', [from, into]).execute()
  const row = rows.find(({ id }) => id === from)
  if (!row || rows.length < 2) throw notFound(`There is no subject ${row ? into : from}.`)
  const tags = await tx
    .selectFrom('image_subject')
    .select('image_id')
    .where('subject_id', '=', from)
    .orderBy('image_id')
    .execute()
  const geometries = await tx
    .selectFrom('subject_geometry')
    .select(['map_id', 'geometry'])
    .where('subject_id', '=', from)
    .orderBy('id')
    .execute()
  const { title_folded: _, ...subject } = row
  return { ...subject, images: tags.map(({ image_id }) => image_id), geometries }
}

async function moveGeometries(tx: Tx, { from, into }: SubjectMerge): Promise<number> {
  const own = await tx
    .selectFrom('subject_geometry')
    .select('map_id')
    .where('subject_id', '=', into)
    .execute()
  const known = own.map(({ map_id }) => map_id)
  const moved = await tx
    .updateTable('subject_geometry')
    .set({ subject_id: into })
    .where('subject_id', '=', from)
    .$if(known.length > 0, (query) => query.where('map_id', 'not in', inList(known)))
    .executeTakeFirst()
  await tx.deleteFrom('subject_geometry').where('subject_id', '=', from).execute()
  return Number(moved.numUpdatedRows)
}
