import type { Selects } from '../db/store.ts'

/** The lists in the detail form of an image. */

/** Subjects in the order of tagging. */
export function listSubjects(reads: Selects, imageId: number) {
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

export type SubjectRow = Awaited<ReturnType<typeof listSubjects>>[number]

/** Georeferences of both kinds with their validations, oldest first. */
export async function listGeoreferences(reads: Selects, imageId: number) {
  const [points, areas, validations] = await Promise.all([
    listPoints(reads, imageId),
    listAreas(reads, imageId),
    listValidations(reads, imageId),
  ])
  return {
    points: points.map((row) => ({
      ...row,
      validations: validations.filter(({ georeference_id }) => georeference_id === row.id),
    })),
    areas: areas.map((row) => ({
      ...row,
      validations: validations.filter(
        ({ from_above_georeference_id }) => from_above_georeference_id === row.id,
      ),
    })),
  }
}

export type PointRow = Awaited<ReturnType<typeof listGeoreferences>>['points'][number]
export type AreaRow = Awaited<ReturnType<typeof listGeoreferences>>['areas'][number]

function listPoints(reads: Selects, imageId: number) {
  return reads
    .selectFrom('georeference as georef')
    .innerJoin('user', 'user.id', 'georef.user_id')
    .select(['georef.id', 'latitude', 'longitude', 'direction'])
    .select(['confidence', 'confidence_notes', 'username', 'georef.created_at'])
    .where('image_id', '=', imageId)
    .orderBy('georef.created_at')
    .orderBy('georef.id')
    .execute()
}

function listAreas(reads: Selects, imageId: number) {
  return reads
    .selectFrom('from_above_georeference as georef')
    .innerJoin('user', 'user.id', 'georef.user_id')
    .select(['georef.id', 'polygon'])
    .select(['confidence', 'confidence_notes', 'username', 'georef.created_at'])
    .where('image_id', '=', imageId)
    .orderBy('georef.created_at')
    .orderBy('georef.id')
    .execute()
}

function listValidations(reads: Selects, imageId: number) {
  return reads
    .selectFrom('validation')
    .innerJoin('user', 'user.id', 'validation.validated_by')
    .select(['georeference_id', 'from_above_georeference_id', 'validation', 'notes'])
    .select(['username', 'validated_at'])
    .where('image_id', '=', imageId)
    .orderBy('validated_at')
    .orderBy('validation.id')
    .execute()
}

export type ValidationRow = Awaited<ReturnType<typeof listValidations>>[number]

/** Comments, newest first. */
export function listComments(reads: Selects, imageId: number) {
  return reads
    .selectFrom('comment')
    .innerJoin('user', 'user.id', 'comment.commented_by')
    .select(['comment.id', 'text', 'username', 'comment.created_at'])
    .where('image_id', '=', imageId)
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .execute()
}

export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]
