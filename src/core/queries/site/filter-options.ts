import type { Reads } from '../../database/store.ts'
import { selectCount } from '../lists/counts.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Options of the filters of images: public sources, collections and subjects. */
export interface FilterOptions {
  sources: readonly FilterOption[]
  /** Of the sources of the filter; null if there are too many. */
  collections: readonly (FilterOption & { source: string })[] | null
  /** The most frequent ones. */
  subjects: readonly FilterOption[]
  /** Whether there are more subjects than options. */
  hasMoreSubjects: boolean
}

interface FilterOption {
  id: number
  name: string
}

interface OptionQuery {
  sources?: readonly number[] | undefined
  /** Of each filter. */
  max: number
}

/** Lists options. Unlike lists of all members, they have no counts, which would take most of the time of a page. */
export async function listFilterOptions(reads: Reads, query: OptionQuery): Promise<FilterOptions> {
  const [sources, collections, subjects] = await Promise.all([
    reads
      .selectFrom('source')
      .select(['id', 'name'])
      .where('public', '=', 1)
      .orderBy('name_folded')
      .orderBy('id')
      .limit(query.max)
      .execute(),
    listCollections(reads, query),
    listSubjects(reads, query.max + 1),
  ])
  const hasMoreSubjects = subjects.length > query.max
  return { sources, collections, subjects: subjects.slice(0, query.max), hasMoreSubjects }
}

async function listCollections(reads: Reads, { sources, max }: OptionQuery) {
  const visible = selectVisibleCollections(reads, { visibility: 'public', sources })
  // Without sorting all of them, if they are too many.
  const ids = await visible.limit(max + 1).execute()
  if (ids.length > max) return null
  return visible
    .select(['collection.name', 'source.name as source'])
    .orderBy('source.name_folded')
    .orderBy('collection.name_folded')
    .orderBy('collection.id')
    .execute()
}

function listSubjects(reads: Reads, limit: number): Promise<FilterOption[]> {
  const count = selectCount('images', 'public')
  const frequent = reads
    .selectFrom('subject_count as counted')
    .select(['counted.subject_id', count.as('images')])
    .where(count, '>', 0)
    .orderBy(count, 'desc')
    .orderBy('counted.subject_id')
    .limit(limit)
  return reads
    .selectFrom(frequent.as('frequent'))
    .innerJoin('subject', 'subject.id', 'frequent.subject_id')
    .select(['subject.id', 'subject.title as name'])
    .orderBy('frequent.images', 'desc')
    .orderBy('subject.id')
    .execute()
}
