import type { Expression, SqlBool } from 'kysely'
import { beginsWith, column, expressions } from '../../database/expressions.ts'
import { contains, inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { hasAllWords } from '../../model/search/match-words.ts'
import type { WordSpellings } from '../../model/search/word-spellings.ts'
import { DEFAULT_IMAGE_ORDER } from '../../model/orders.ts'
import { selectCount } from '../lists/counts.ts'
import type { Lists } from '../lists/lists.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Public subjects, people and collections whose names have all words of a query. */

type Words = readonly WordSpellings[]

/** Names that are compared with the words, for each beginning. */
const COMPARED = 200
/** Words with which a name may begin. */
const BEGINNINGS = 6
/** Images whose creators are compared. */
const IMAGES = 200

/** Finds subjects of public images whose titles begin with one of the words. */
export async function findSubjects(reads: Reads, words: Words) {
  const found = await findByBeginning(words, (start) =>
    selectSubjects(reads)
      .where(beginsWith(column('subject.title_folded'), start))
      .orderBy('subject.title_folded')
      .orderBy('subject.id')
      .limit(COMPARED)
      .execute(),
  )
  return found.filter(({ title }) => hasAllWords(title, words))
}

/** Finds subjects of these images whose titles have all words, wherever they are. */
export async function findSubjectsOfImages(reads: Reads, images: readonly number[], words: Words) {
  if (words.length === 0) return []
  const tagged = reads
    .selectFrom('image_subject')
    .select('subject_id')
    .where('image_id', 'in', inList(images))
  const found = await selectSubjects(reads)
    .where('subject.id', 'in', tagged)
    .orderBy('subject.title_folded')
    .orderBy('subject.id')
    .execute()
  return found.filter(({ title }) => hasAllWords(title, words))
}

/** Finds the subject of public images with a Wikidata item; the oldest if there are several. */
export function findSubjectsOfItem(reads: Reads, item: string) {
  return selectSubjects(reads).where('kb_id', '=', item).orderBy('subject.id').limit(1).execute()
}

function selectSubjects(reads: Reads) {
  const count = selectCount('images', 'public')
  return reads
    .selectFrom('subject')
    .innerJoin('subject_count as counted', 'counted.subject_id', 'subject.id')
    .select(['subject.id', 'subject.title', 'subject.slug', count.as('image_count')])
    .where(count, '>', 0)
}

/** Finds users with public georeferences whose names begin with one of the words. */
export async function findContributors(reads: Reads, words: Words) {
  const found = await findByBeginning(words, (start) =>
    reads
      .selectFrom('user')
      .innerJoin('user_count as counted', 'counted.user_id', 'user.id')
      .select(['user.id', 'user.username as name'])
      .where(beginsWith(column('user.username_folded'), start))
      .where('user.id', '>', 0)
      .where(
        expressions(selectCount('points', 'public'), '+', selectCount('areas', 'public')),
        '>',
        0,
      )
      .orderBy('user.username_folded')
      .orderBy('user.id')
      .limit(COMPARED)
      .execute(),
  )
  return found.filter(({ name }) => hasAllWords(name, words))
}

/** Finds creators of public images. */
export async function findCreators(
  { reads, lists }: { reads: Reads; lists: Pick<Lists, 'ask'> },
  words: Words,
): Promise<string[]> {
  const [longest = ''] = pickLongest(words)
  const { ids } = await lists.ask('page', {
    list: 'images',
    filter: { visibility: 'public', creator: longest },
    terms: [DEFAULT_IMAGE_ORDER],
    page: { number: 1, size: IMAGES },
  })
  const rows = await reads
    .selectFrom('image')
    .select('creator')
    .where('id', 'in', inList(ids))
    .execute()
  const names = new Set(rows.flatMap(({ creator }) => creator ?? []))
  return [...names].filter((name) => hasAllWords(name, words)).toSorted()
}

/** Finds public collections. */
export async function findCollections(reads: Reads, words: Words) {
  const found = await reads
    .selectFrom('collection')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['collection.id', 'collection.name', 'collection.slug'])
    .where('collection.id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .where(containsAny('collection.name_folded', words))
    .orderBy('collection.name_folded')
    .orderBy('collection.id')
    .limit(COMPARED)
    .execute()
  return found.filter(({ name }) => hasAllWords(name, words))
}

/** Finds public sources. */
export async function findSources(reads: Reads, words: Words) {
  const found = await reads
    .selectFrom('source')
    .select(['id', 'name', 'slug'])
    .where('public', '=', 1)
    .where(containsAny('source.name_folded', words))
    .orderBy('name_folded')
    .orderBy('id')
    .limit(COMPARED)
    .execute()
  return found.filter(({ name }) => hasAllWords(name, words))
}

function containsAny(name: string, words: Words): Expression<SqlBool> {
  return expressions.or(pickLongest(words).map((word) => contains(column(name), word)))
}

/** The spellings of the longest word, which the fewest names have. */
function pickLongest(words: Words): readonly string[] {
  return words.toSorted(([one], [other]) => other.length - one.length)[0] ?? []
}

async function findByBeginning<Row extends { id: number }>(
  words: Words,
  find: (start: string) => Promise<Row[]>,
): Promise<Row[]> {
  const starts = new Set(words.slice(0, BEGINNINGS).flat())
  const found = await Promise.all([...starts].map(find))
  return [...new Map(found.flat().map((row) => [row.id, row])).values()]
}
