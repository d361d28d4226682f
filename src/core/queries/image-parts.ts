import type { Selects } from '../db/store.ts'

/** The parts of an image's detail form, each in its order. */

/** Subjects in the order of tagging. */
export function subjectsOf(reads: Selects, imageId: number) {
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

export type SubjectRow = Awaited<ReturnType<typeof subjectsOf>>[number]

/** Georeferences of both kinds with their validations, everything oldest first. */
export async function georeferencesOf(reads: Selects, imageId: number) {
  const [points, areas, validations] = await Promise.all([
    pointsOf(reads, imageId),
    areasOf(reads, imageId),
    validationsOf(reads, imageId),
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

export type PointRow = Awaited<ReturnType<typeof georeferencesOf>>['points'][number]
export type AreaRow = Awaited<ReturnType<typeof georeferencesOf>>['areas'][number]

function pointsOf(reads: Selects, imageId: number) {
  return reads
    .selectFrom('georeference as placed')
    .innerJoin('user', 'user.id', 'placed.user_id')
    .select(['placed.id', 'latitude', 'longitude', 'direction'])
    .select(['confidence', 'confidence_notes', 'username', 'placed.created_at'])
    .where('image_id', '=', imageId)
    .orderBy('placed.created_at')
    .orderBy('placed.id')
    .execute()
}

function areasOf(reads: Selects, imageId: number) {
  return reads
    .selectFrom('from_above_georeference as placed')
    .innerJoin('user', 'user.id', 'placed.user_id')
    .select(['placed.id', 'polygon'])
    .select(['confidence', 'confidence_notes', 'username', 'placed.created_at'])
    .where('image_id', '=', imageId)
    .orderBy('placed.created_at')
    .orderBy('placed.id')
    .execute()
}

function validationsOf(reads: Selects, imageId: number) {
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

export type ValidationRow = Awaited<ReturnType<typeof validationsOf>>[number]

/** Comments, newest first. */
export function commentsOf(reads: Selects, imageId: number) {
  return reads
    .selectFrom('comment')
    .innerJoin('user', 'user.id', 'comment.commented_by')
    .select(['comment.id', 'text', 'username', 'comment.created_at'])
    .where('image_id', '=', imageId)
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .execute()
}

export type CommentRow = Awaited<ReturnType<typeof commentsOf>>[number]
