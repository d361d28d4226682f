import { inList } from '../../database/sql.ts'
import type { Selects } from '../../database/store.ts'

/** The lists in the detail form of an image. Those of contributions are bounded: see image-contributions.ts. */

/** Subjects in the order of tagging. */
export function listSubjectsOf(reads: Selects, imageId: number) {
  return reads
    .selectFrom('image_subject')
    .innerJoin('subject', 'subject.id', 'image_subject.subject_id')
    .select(['subject.id', 'subject.title', 'subject.slug'])
    .select(['subject.kb_id', 'subject.kb_uri', 'subject.kb_title', 'subject.kb_description'])
    .where('image_subject.image_id', '=', imageId)
    .orderBy('image_subject.position')
    .orderBy('subject.id')
    .execute()
}

export type SubjectRow = Awaited<ReturnType<typeof listSubjectsOf>>[number]

/** Reads points in ascending order of time. */
export async function readPoints(reads: Selects, ids: readonly number[]) {
  if (ids.length === 0) return []
  return await reads
    .selectFrom('georeference as georef')
    .innerJoin('user', 'user.id', 'georef.user_id')
    .select(['georef.id', 'latitude', 'longitude', 'direction'])
    .select(['confidence', 'confidence_notes', 'user_id', 'username', 'georef.created_at'])
    .where('georef.id', 'in', inList(ids))
    .orderBy('georef.created_at')
    .orderBy('georef.id')
    .execute()
}

/** Reads areas in ascending order of time. */
export async function readAreas(reads: Selects, ids: readonly number[]) {
  if (ids.length === 0) return []
  return await reads
    .selectFrom('from_above_georeference as georef')
    .innerJoin('user', 'user.id', 'georef.user_id')
    .select(['georef.id', 'polygon'])
    .select(['confidence', 'confidence_notes', 'user_id', 'username', 'georef.created_at'])
    .where('georef.id', 'in', inList(ids))
    .orderBy('georef.created_at')
    .orderBy('georef.id')
    .execute()
}

/** Reads validations in ascending order of time. */
export async function readValidations(reads: Selects, ids: readonly number[]) {
  if (ids.length === 0) return []
  return await reads
    .selectFrom('validation')
    .innerJoin('user', 'user.id', 'validation.validated_by')
    .select(['georeference_id', 'from_above_georeference_id', 'validation', 'notes'])
    .select(['validated_by as user_id', 'username', 'validated_at'])
    .where('validation.id', 'in', inList(ids))
    .orderBy('validated_at')
    .orderBy('validation.id')
    .execute()
}

export type ValidationRow = Awaited<ReturnType<typeof readValidations>>[number]

/** Reads one validation. Undefined if there is none. */
export async function findValidation(
  reads: Selects,
  id: number,
): Promise<ValidationRow | undefined> {
  return (await readValidations(reads, [id])).at(0)
}

/** Reads comments in descending order of time. */
export async function readComments(reads: Selects, ids: readonly number[]) {
  if (ids.length === 0) return []
  return await reads
    .selectFrom('comment')
    .innerJoin('user', 'user.id', 'comment.commented_by')
    .select(['comment.id', 'text', 'commented_by as user_id', 'username', 'comment.created_at'])
    .where('comment.id', 'in', inList(ids))
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .execute()
}

export type CommentRow = Awaited<ReturnType<typeof readComments>>[number]

/** Reads one comment. Undefined if there is none. */
export async function findComment(reads: Selects, id: number): Promise<CommentRow | undefined> {
  return (await readComments(reads, [id])).at(0)
}
