import type { Expression, SqlBool } from 'kysely'
import { column, expressions } from '../../database/expressions.ts'
import { contains, inList } from '../../database/sql.ts'
import { sortByIds } from '../../database/sort-by-ids.ts'
import type { Reads } from '../../database/store.ts'
import { hasAllWords } from '../../model/search/match-words.ts'
import type { WordSpellings } from '../../model/search/word-spellings.ts'
import { selectCount } from '../lists/counts.ts'
import type { CreatorQuery } from '../lists/creators.ts'
import type { Lists } from '../lists/lists.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Public subjects, people and collections whose names have all words of a query. */

export type Words = readonly WordSpellings[]

/** Names that are read of each kind. */
const MAX_NAMES = 1000
/** Words with which a name may begin. */
const BEGINNINGS = 6
/** Names that begin with one of the words and are compared. */
const MAX_COMPARED = 5000
/**
 * Ranges of characters after the first word of a name, or its end. The few letters in them are rare there. Without these
 * ranges, a short word would find the many names that begin with a longer one.
 */
const BORDERS = [
  ['', '0'],
  [':', 'a'],
  // Also the no-break space, « and ·
  ['{', 'à'],
  // Also spaces and brackets of Chinese and Japanese
  ['\u2000', '\u3041'],
  ['\u30fb', '\u30fc'],
  // Full width
  ['\uff00', '\uff66'],
] as const

/** Finds the ids of subjects of public images whose titles begin with one of the words, in the order of the titles. */
export async function findSubjectIds(reads: Reads, words: Words): Promise<number[]> {
  if (words.length === 0) return []
  const found = await reads
    .selectFrom(selectBeginning(reads, ['subject', 'title_folded'], words).as('named'))
    .innerJoin('subject_count as counted', 'counted.subject_id', 'named.id')
    .select(['named.id', 'named.name'])
    .where(selectCount('images', 'public'), '>', 0)
    .where(containsAll('named.name', words))
    .orderBy('named.name')
    .orderBy('named.id')
    .limit(MAX_NAMES)
    .execute()
  return found.filter(({ name }) => hasAllWords(name, words)).map(({ id }) => id)
}

/** Finds the ids of subjects of these images whose titles have all words, wherever they are, in the order of the titles. */
export async function findSubjectIdsOfImages(
  reads: Reads,
  images: readonly number[],
  words: Words,
): Promise<number[]> {
  if (words.length === 0) return []
  const tagged = reads
    .selectFrom('image_subject')
    .select('subject_id')
    .where('image_id', 'in', inList(images))
  const found = await selectSubjects(reads).where('subject.id', 'in', tagged).execute()
  return found.filter(({ title }) => hasAllWords(title, words)).map(({ id }) => id)
}

/** Reads subjects of public images, in the order of the ids. */
export async function readSubjects(reads: Reads, ids: readonly number[]) {
  const rows = await selectSubjects(reads).where('subject.id', 'in', inList(ids)).execute()
  return sortByIds(ids, rows)
}

/** Finds the id of the subject of public images with a Wikidata item; the oldest if there are several. */
export async function findSubjectIdsOfItem(reads: Reads, item: string): Promise<number[]> {
  const [subject] = await findSubjectsOfItem(reads, item)
  return subject ? [subject.id] : []
}

/** Finds the subject of public images with a Wikidata item; the oldest if there are several. */
export function findSubjectsOfItem(reads: Reads, item: string) {
  return selectSubjects(reads)
    .where('kb_id', '=', item)
    .clearOrderBy()
    .orderBy('subject.id')
    .limit(1)
    .execute()
}

function selectSubjects(reads: Reads) {
  const count = selectCount('images', 'public')
  return reads
    .selectFrom('subject')
    .innerJoin('subject_count as counted', 'counted.subject_id', 'subject.id')
    .select(['subject.id', 'subject.title', 'subject.slug', count.as('image_count')])
    .where(count, '>', 0)
    .orderBy('subject.title_folded')
    .orderBy('subject.id')
}

/** Finds users with public georeferences whose names begin with one of the words. */
export async function findContributors(reads: Reads, words: Words) {
  if (words.length === 0) return []
  const beginning = selectBeginning(reads, ['user', 'username_folded'], words)
  const found = await reads
    .selectFrom('user')
    .innerJoin('user_count as counted', 'counted.user_id', 'user.id')
    .select(['user.id', 'user.username as name'])
    .where('user.id', 'in', reads.selectFrom(beginning.as('named')).select('named.id'))
    .where(containsAll('user.username_folded', words))
    .where('user.id', '>', 0)
    .where(
      expressions(selectCount('points', 'public'), '+', selectCount('areas', 'public')),
      '>',
      0,
    )
    .orderBy('user.username_folded')
    .orderBy('user.id')
    .limit(MAX_NAMES)
    .execute()
  return found.filter(({ name }) => hasAllWords(name, words))
}

/** Finds a part of the creators of public images. */
export async function findCreators(
  { reads, lists }: { reads: Reads; lists: Pick<Lists, 'ask'> },
  query: CreatorQuery,
): Promise<{ names: string[]; count: number }> {
  if (query.words.length === 0) return { names: [], count: 0 }
  const { images, count } = await lists.ask('creators', query)
  const rows = await reads
    .selectFrom('image')
    .select(['id', 'creator'])
    .where('id', 'in', inList(images))
    .execute()
  const creators = new Map(rows.map(({ id, creator }) => [id, creator]))
  return { names: images.flatMap((image) => creators.get(image) ?? []), count }
}

/** Finds public collections. */
export async function findCollections(reads: Reads, words: Words) {
  if (words.length === 0) return []
  const found = await selectVisibleCollections(reads, { visibility: 'public' })
    .select(['collection.name', 'collection.slug'])
    .where(containsAll('collection.name_folded', words))
    .orderBy('collection.name_folded')
    .orderBy('collection.id')
    .limit(MAX_NAMES)
    .execute()
  return found.filter(({ name }) => hasAllWords(name, words))
}

/** Finds public sources. */
export async function findSources(reads: Reads, words: Words) {
  if (words.length === 0) return []
  const found = await reads
    .selectFrom('source')
    .select(['id', 'name', 'slug'])
    .where('public', '=', 1)
    .where(containsAll('source.name_folded', words))
    .orderBy('name_folded')
    .orderBy('id')
    .limit(MAX_NAMES)
    .execute()
  return found.filter(({ name }) => hasAllWords(name, words))
}

function containsAll(name: string, words: Words): Expression<SqlBool> {
  const containsAny = (spellings: WordSpellings) =>
    expressions.or(spellings.map((word) => contains(column(name), word)))
  return expressions.and(words.map(containsAny))
}

/** Selects the ids and the names of rows whose names begin with one of the words. */
function selectBeginning(
  reads: Reads,
  [table, name]: readonly ['subject', 'title_folded'] | readonly ['user', 'username_folded'],
  words: Words,
) {
  const folded = column<string>(`row.${name}`)
  const starts = new Set(words.slice(0, BEGINNINGS).flat())
  const parts = [...starts].flatMap((start) =>
    BORDERS.map(([from, to]) =>
      reads
        .selectFrom(`${table as 'subject'} as row`)
        .select(['row.id', folded.as('name')])
        .where(folded, '>=', start + from)
        .where(folded, '<', start + to)
        .orderBy(folded)
        .limit(MAX_COMPARED),
    ),
  )
  const ranges = parts.map((part) => reads.selectFrom(part.as('part')).selectAll())
  return ranges.reduce((all, part) => all.unionAll(part))
}
