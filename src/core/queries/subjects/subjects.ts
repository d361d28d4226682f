import { inList } from '../../database/sql.ts'
import { sortByIds } from '../../database/sort-by-ids.ts'
import { listSubjectIds, type SubjectFilter } from '../lists/subjects.ts'
import { selectCount } from '../lists/counts.ts'
import type { Reads, Selects } from '../../database/store.ts'
import { notFound } from '../../base/errors.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { SubjectOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Visibility } from '../../model/visibility.ts'

const ONE: PageRequest = { number: 1, size: 1 }

/** One page of subjects with their counts. */
export async function listSubjects(
  reads: Reads,
  filter: SubjectFilter,
  order: readonly OrderTerm<SubjectOrder>[],
  page: PageRequest,
) {
  const { ids, count } = await listSubjectIds(reads, filter, order, page)
  return { rows: await findSubjects(reads, ids, filter.visibility), count }
}

/** @throws CatalogError kind `not_found`, also for a subject without a visible image */
export async function getSubject(reads: Reads, id: number, visibility: Visibility) {
  const [subject] = await findSubjects(reads, [id], visibility)
  if (!subject) throw notFound('Subject not found.')
  return subject
}

/** @throws CatalogError kind `not_found`, as `getSubject` */
export async function getSubjectBySlug(reads: Reads, slug: string, visibility: Visibility) {
  const [id = 0] = (await listSubjectIds(reads, { visibility, slugs: [slug] }, [], ONE)).ids
  return getSubject(reads, id, visibility)
}

export type CountedSubjectRow = Awaited<ReturnType<typeof getSubject>>

/**
 * Lists the outlines of a subject.
 * @throws CatalogError kind `not_found`, as `getSubject`
 */
export async function getSubjectGeometry(reads: Reads, id: number, visibility: Visibility) {
  await getSubject(reads, id, visibility)
  return reads
    .selectFrom('subject_geometry')
    .select(['map_id', 'geometry'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
}

export type OutlineRow = Awaited<ReturnType<typeof getSubjectGeometry>>[number]

/**
 * Reads a subject with the number of all its images, also if there are none.
 * @throws CatalogError kind `not_found`
 */
export async function getAnySubject(reads: Selects, id: number): Promise<CountedSubjectRow> {
  const subject = await reads
    .selectFrom('subject')
    .leftJoin('subject_count as counted', 'counted.subject_id', 'subject.id')
    .select(['subject.id', 'subject.title', 'subject.slug', 'subject.description'])
    .select(['subject.kb_id', 'subject.kb_uri', 'subject.kb_title', 'subject.kb_description'])
    .select((eb) => eb.fn.coalesce('counted.images', eb.val(0)).as('image_count'))
    .where('subject.id', '=', id)
    .executeTakeFirst()
  if (!subject) throw notFound('Subject not found.')
  return subject
}

/** Reads the subjects that are visible, in the order of their ids. */
export async function findSubjects(reads: Reads, ids: readonly number[], visibility: Visibility) {
  const rows = await reads
    .selectFrom('subject')
    .innerJoin('subject_count as counted', 'counted.subject_id', 'subject.id')
    .select(['subject.id', 'subject.title', 'subject.slug', 'subject.description'])
    .select(['subject.kb_id', 'subject.kb_uri', 'subject.kb_title', 'subject.kb_description'])
    .select(selectCount('images', visibility).as('image_count'))
    .where('subject.id', 'in', inList(ids))
    .where(selectCount('images', visibility), '>', 0)
    .execute()
  return sortByIds(ids, rows)
}
