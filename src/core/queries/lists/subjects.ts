import type { Micros } from '../../base/clock.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { SubjectOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Visibility } from '../../model/visibility.ts'
import type { Reads } from '../../database/store.ts'
import { column } from '../../database/expressions.ts'
import { inList, withoutIndex } from '../../database/sql.ts'
import { selectChangedSince } from '../changes/changed-since.ts'
import { selectCount } from './counts.ts'
import { listIds, type IdPage } from './list-ids.ts'

export interface SubjectFilter {
  visibility: Visibility
  /** Any of these slugs. */
  slugs?: readonly string[]
  /** Only subjects that changed for the public at this time or later. */
  modifiedSince?: Micros | undefined
}

/** Lists one page of the subjects of visible images. */
export function listSubjectIds(
  reads: Reads,
  filter: SubjectFilter,
  terms: readonly OrderTerm<SubjectOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  const fields = {
    title: column('subject.title_folded'),
    image_count: selectCount('images', filter.visibility),
  }
  const order = { id: column<number>('subject.id'), fields, terms }
  const countAll = filter.slugs ? undefined : () => countSubjects(reads, filter)
  return listIds(selectMatching(reads, filter), order, page, countAll)
}

/** Counts the subjects of visible images without reading the subjects themselves, which takes ten times as long. */
async function countSubjects(
  reads: Reads,
  { visibility, modifiedSince }: Omit<SubjectFilter, 'slugs'>,
): Promise<number> {
  const { count } = await reads
    .selectFrom('subject_count as counted')
    .where(selectCount('images', visibility), '>', 0)
    .$if(modifiedSince !== undefined, (query) =>
      query.where(
        'counted.subject_id',
        'in',
        selectChangedSince(reads, 'subject', modifiedSince ?? 0),
      ),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Builds the query of the ids of all subjects that match, in ascending order. */
export function selectSubjectIds(reads: Reads, filter: SubjectFilter) {
  return selectMatching(reads, filter).select('subject.id').orderBy('subject.id')
}

function selectMatching(reads: Reads, { visibility, slugs, modifiedSince }: SubjectFilter) {
  return reads
    .selectFrom('subject')
    .innerJoin('subject_count as counted', 'counted.subject_id', 'subject.id')
    .where(selectCount('images', visibility), '>', 0)
    .$if(slugs !== undefined, (query) => query.where('subject.slug', 'in', inList(slugs ?? [])))
    .$if(modifiedSince !== undefined, (query) =>
      query.where(
        // The index of the order finds a page without sorting.
        withoutIndex(column<number>('subject.id')),
        'in',
        selectChangedSince(reads, 'subject', modifiedSince ?? 0),
      ),
    )
}
