import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import type { ImageFilter } from '../lists/images.ts'
import { findContributors } from '../people/contributors.ts'
import { selectCount } from '../lists/counts.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Names of what a filter refers to, by id, or by item of the knowledge base. Only what is public has a name. */
export interface FilterNames {
  sources: ReadonlyMap<string, string>
  collections: ReadonlyMap<string, string>
  subjects: ReadonlyMap<string, string>
  contributors: ReadonlyMap<string, string>
}

interface Referring extends Partial<Pick<ImageFilter, 'sources' | 'collections' | 'subjects'>> {
  contributors?: readonly number[] | undefined
}

/** Reads the names of the public sources, collections and subjects in a filter, and of contributors. */
export async function findFilterNames(
  reads: Reads,
  { sources = [], collections = [], subjects = NO_SUBJECTS, contributors = [] }: Referring,
): Promise<FilterNames> {
  const [namedSources, namedCollections, namedSubjects, namedContributors] = await Promise.all([
    readIfAny(sources, () =>
      reads
        .selectFrom('source')
        .select(['id', 'name'])
        .where('id', 'in', inList(sources))
        .where('public', '=', 1)
        .execute(),
    ),
    readIfAny(collections, () =>
      reads
        .selectFrom('collection')
        .select(['id', 'name'])
        .where('id', 'in', selectVisibleCollections(reads, { visibility: 'public', collections }))
        .execute(),
    ),
    readIfAny([...subjects.ids, ...subjects.kbIds], () => readSubjects(reads, subjects)),
    readIfAny(contributors, () => findContributors(reads, contributors, 'public')),
  ])
  return {
    sources: toMap(namedSources),
    collections: toMap(namedCollections),
    subjects: new Map(
      namedSubjects.flatMap(({ id, kb_id, title }) => [
        [String(id), title],
        [kb_id, title],
      ]),
    ),
    contributors: toMap(namedContributors.map(({ id, username }) => ({ id, name: username }))),
  }
}

const NO_SUBJECTS = { ids: [], kbIds: [] }

function readSubjects(reads: Reads, { ids, kbIds }: NonNullable<ImageFilter['subjects']>) {
  return reads
    .selectFrom('subject')
    .innerJoin('subject_count as counted', 'counted.subject_id', 'subject.id')
    .select(['subject.id', 'subject.kb_id', 'subject.title'])
    .where((is) => is.or([is('subject.id', 'in', inList(ids)), is('kb_id', 'in', inList(kbIds))]))
    .where(selectCount('images', 'public'), '>', 0)
    .execute()
}

async function readIfAny<Row>(
  wanted: readonly unknown[],
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  return wanted.length > 0 ? read() : []
}

function toMap(rows: readonly { id: number; name: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}
