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
  const ofPoints = Map.groupBy(validations, (row) => row.georeference_id)
  const ofAreas = Map.groupBy(validations, (row) => row.from_above_georeference_id)
  return {
    points: points.map((row) => ({ ...row, validations: ofPoints.get(row.id) ?? [] })),
    areas: areas.map((row) => ({ ...row, validations: ofAreas.get(row.id) ?? [] })),
  }
}

export type PointRow = Awaited<ReturnType<typeof listGeoreferences>>['points'][number]
export type AreaRow = Awaited<ReturnType<typeof listGeoreferences>>['areas'][number]

/** Reads one point georeference with its validations. Undefined if there is none. */
export async function findPoint(reads: Selects, id: number): Promise<PointRow | undefined> {
  const row = await selectPoints(reads).where('georef.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const validations = await selectValidations(reads).where('georeference_id', '=', id).execute()
  return { ...row, validations }
}

/** Reads one from-above georeference with its validations. Undefined if there is none. */
export async function findArea(reads: Selects, id: number): Promise<AreaRow | undefined> {
  const row = await selectAreas(reads).where('georef.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const validations = await selectValidations(reads)
    .where('from_above_georeference_id', '=', id)
    .execute()
  return { ...row, validations }
}

function selectPoints(reads: Selects) {
  return reads
    .selectFrom('georeference as georef')
    .innerJoin('user', 'user.id', 'georef.user_id')
    .select(['georef.id', 'latitude', 'longitude', 'direction'])
    .select(['confidence', 'confidence_notes', 'user_id', 'username', 'georef.created_at'])
}

function selectAreas(reads: Selects) {
  return reads
    .selectFrom('from_above_georeference as georef')
    .innerJoin('user', 'user.id', 'georef.user_id')
    .select(['georef.id', 'polygon'])
    .select(['confidence', 'confidence_notes', 'user_id', 'username', 'georef.created_at'])
}

function listPoints(reads: Selects, imageId: number) {
  return selectPoints(reads)
    .where('image_id', '=', imageId)
    .orderBy('georef.created_at')
    .orderBy('georef.id')
    .execute()
}

function listAreas(reads: Selects, imageId: number) {
  return selectAreas(reads)
    .where('image_id', '=', imageId)
    .orderBy('georef.created_at')
    .orderBy('georef.id')
    .execute()
}

function listValidations(reads: Selects, imageId: number) {
  return selectValidations(reads).where('image_id', '=', imageId).execute()
}

/** Reads one validation. Undefined if there is none. */
export function findValidation(reads: Selects, id: number): Promise<ValidationRow | undefined> {
  return selectValidations(reads).where('validation.id', '=', id).executeTakeFirst()
}

/** Oldest first. */
function selectValidations(reads: Selects) {
  return reads
    .selectFrom('validation')
    .innerJoin('user', 'user.id', 'validation.validated_by')
    .select(['georeference_id', 'from_above_georeference_id', 'validation', 'notes'])
    .select(['validated_by as user_id', 'username', 'validated_at'])
    .orderBy('validated_at')
    .orderBy('validation.id')
}

export type ValidationRow = Awaited<ReturnType<typeof listValidations>>[number]

/** Comments, newest first. */
export function listComments(reads: Selects, imageId: number) {
  return selectComments(reads)
    .where('image_id', '=', imageId)
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .execute()
}

/** Reads one comment. Undefined if there is none. */
export function findComment(reads: Selects, id: number): Promise<CommentRow | undefined> {
  return selectComments(reads).where('comment.id', '=', id).executeTakeFirst()
}

function selectComments(reads: Selects) {
  return reads
    .selectFrom('comment')
    .innerJoin('user', 'user.id', 'comment.commented_by')
    .select(['comment.id', 'text', 'commented_by as user_id', 'username', 'comment.created_at'])
}

export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]
