import type { Expression, SqlBool } from 'kysely'
import { column, expressions } from '../../database/expressions.ts'
import { contains, inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { hasAllWords } from '../../model/search/match-words.ts'
import type { WordSpellings } from '../../model/search/word-spellings.ts'
import { selectCount } from '../lists/counts.ts'
import type { CreatorQuery } from '../lists/creators.ts'
import type { Lists } from '../lists/lists.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Public subjects, people and collections whose names have all words of a query. */

type Words = readonly WordSpellings[]

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

/** Finds subjects of public images whose titles begin with one of the words. */
export async function findSubjects(reads: Reads, words: Words) {
  if (words.length === 0) return []
  const found = await selectSubjects(reads)
    .where('subject.id', 'in', selectBeginning(reads, ['subject', 'title_folded'], words))
    .where(containsAll('subject.title_folded', words))
    .limit(MAX_NAMES)
    .execute()
  return found.filter(({ title }) => hasAllWords(title, words))
}

/** Finds subjects of these images whose titles have all words, wherever they are. */
export async function findSubjectsOfImages(reads: Reads, images: readonly number[], words: Words) {
  if (words.length === 0) return []
  const tagged = reads
    .selectFrom('image_subject')
    .select('subject_id')
    .where('image_id', 'in', inList(images))
  const found = await selectSubjects(reads).where('subject.id', 'in', tagged).execute()
  return found.filter(({ title }) => hasAllWords(title, words))
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
  const found = await reads
    .selectFrom('user')
    .innerJoin('user_count as counted', 'counted.user_id', 'user.id')
    .select(['user.id', 'user.username as name'])
    .where('user.id', 'in', selectBeginning(reads, ['user', 'username_folded'], words))
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
  const found = await reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['collection.id', 'collection.name', 'collection.slug'])
    .where('collection.id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
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

/** Selects the ids of rows whose names begin with one of the words. */
function selectBeginning(
  reads: Reads,
  [table, name]: readonly ['subject', 'title_folded'] | readonly ['user', 'username_folded'],
  words: Words,
) {
  const starts = new Set(words.slice(0, BEGINNINGS).flat())
  const parts = [...starts].flatMap((start) =>
    BORDERS.map(([from, to]) =>
      reads
        .selectFrom(`${table as 'subject'} as named`)
        .select('named.id')
        .where(column<string>(`named.${name}`), '>=', start + from)
        .where(column<string>(`named.${name}`), '<', start + to)
        .orderBy(column(`named.${name}`))
        .limit(MAX_COMPARED),
    ),
  )
  const ids = parts.map((part) => reads.selectFrom(part.as('part')).select('part.id'))
  return ids.reduce((all, part) => all.unionAll(part))
}
