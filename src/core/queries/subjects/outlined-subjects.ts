import type { Reads } from '../../database/store.ts'

const MAX_OUTLINES = 20

/**
 * Finds the subjects of an image that have outlines, in the order of tagging. Few subjects of an image are places, and
 * those are usually tagged first.
 */
export async function findOutlinedSubjects(reads: Reads, imageId: number) {
  const rows = await reads
    .selectFrom('image_subject')
    .innerJoin('subject', 'subject.id', 'image_subject.subject_id')
    .innerJoin('subject_geometry', 'subject_geometry.subject_id', 'subject.id')
    .select(['subject.id', 'subject.title', 'subject.slug', 'map_id', 'geometry'])
    .where('image_id', '=', imageId)
    .orderBy('image_subject.position')
    .orderBy('subject_geometry.id')
    .limit(MAX_OUTLINES)
    .execute()
  const subjects = new Map(rows.map(({ id, title, slug }) => [id, { id, title, slug }]))
  return [...subjects.values()].map((subject) => ({
    ...subject,
    outlines: rows.filter(({ id }) => id === subject.id),
  }))
}
