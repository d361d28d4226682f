import { DEFAULT_THRESHOLD } from '../../base/limits.ts'
import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { cutSnippet, hasAllWords } from '../../model/search/match-words.ts'
import type { ReadQuery } from '../../model/search/read-query.ts'
import { listQueryWords, type WordSpellings } from '../../model/search/word-spellings.ts'
import { DEFAULT_IMAGE_ORDER } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import { findNamedPlaces } from '../gazetteer/find-named-places.ts'
import type { Lists } from '../lists/lists.ts'
import {
  findCollections,
  findContributors,
  findCreators,
  findSources,
  findSubjects,
  findSubjectsOfImages,
  findSubjectsOfItem,
} from './find-named.ts'
import { joinPositions } from './place-search.ts'
import { joinImages, searchText, type RankedPage, type RankedRow } from './search.ts'
import type { SearchFilter } from './search-filter.ts'
import type { TextQuery, TextSearch } from './text-search.ts'

/** Entries of gazetteers. */
const ENTRIES = 5

const NOTHING: MatchedPage = { rows: [], count: 0 }

interface Searched {
  reads: Reads
  textSearch: TextSearch
  lists: Pick<Lists, 'ask'>
}

/** Field of an image that matches a query, and its text; null in comments and notes, and if no word is the same. */
interface Match {
  field: 'id' | 'date' | 'title' | 'description' | 'contribution' | 'similar'
  text: string | null
}

export type MatchedRow = RankedRow & { match: Match }

/**
 * Finds what a query may mean: images with all of its words, and on the first page also similar ones, subjects, people,
 * collections and places. A date of the query filters images by years.
 * @param page of the images with all words
 * @param client identifies the client, whose searches run one after the other
 * @throws CatalogError kind `unavailable` if the search takes too long or too many wait
 */
export async function searchGroups(
  catalog: Searched,
  { query, page }: { query: ReadQuery; page: PageRequest },
  client: string,
  signal: AbortSignal,
) {
  const words = listQueryWords(query.text)
  const search: Search = (one) => searchText(catalog, one, client, signal)
  // First, so that what a client finds by name waits for its turn, too.
  const [images, lessExact] = await findImages(catalog, { query, words, page }, search)
  const found = { images: images.rows, lessExact: lessExact.rows }
  const groups = page.number === 1 ? await findGroups(catalog, { query, words }, found) : NO_GROUPS
  return { query, images, lessExact, ...groups }
}

export type GroupedSearchRows = Awaited<ReturnType<typeof searchGroups>>

const NO_GROUPS: Awaited<ReturnType<typeof findGroups>> = {
  subjects: [],
  contributors: [],
  creators: [],
  collections: [],
  sources: [],
  entries: [],
  spots: [],
}

/** Finds what the words name, and subjects and places of found images. */
async function findGroups(
  catalog: Searched,
  { query, words }: Omit<ImageSearch, 'page'>,
  { images, lessExact }: { images: readonly MatchedRow[]; lessExact: readonly MatchedRow[] },
) {
  const ids = [...images, ...lessExact].map(({ id }) => id)
  const titled = images.filter(({ match }) => match.field === 'title')
  const [names, tagged, spots] = await Promise.all([
    findNames(catalog, query, words),
    findSubjectsOfImages(catalog.reads, ids, words),
    joinPositions(catalog.reads, titled),
  ])
  const subjects = new Map([...names.subjects, ...tagged].map((one) => [one.id, one]))
  return { ...names, subjects: [...subjects.values()], spots }
}

async function findNames(
  { reads, lists }: Searched,
  { text, named }: ReadQuery,
  words: readonly WordSpellings[],
) {
  const hasWords = words.length > 0
  const [subjects, contributors, creators, collections, sources, entries] = await Promise.all([
    named && 'item' in named ? findSubjectsOfItem(reads, named.item) : findSubjects(reads, words),
    findContributors(reads, words),
    hasWords ? findCreators({ reads, lists }, words) : [],
    hasWords ? findCollections(reads, words) : [],
    hasWords ? findSources(reads, words) : [],
    findNamedPlaces(reads, { text, near: null, limit: ENTRIES }),
  ])
  return { subjects, contributors, creators, collections, sources, entries }
}

interface ImageSearch {
  query: ReadQuery
  words: readonly WordSpellings[]
  page: PageRequest
}

type Search = (query: TextQuery) => Promise<RankedPage>

/** Finds images with all words, and on the first page others that are similar. */
async function findImages(
  catalog: Searched,
  given: ImageSearch,
  search: Search,
): Promise<[MatchedPage, MatchedPage]> {
  const { query, words } = given
  if (query.named && 'image' in query.named) return findNumbered(catalog, query.named.image)
  if (words.length === 0) return [await listDated(catalog, given), NOTHING]
  const filter = toFilter(query)
  const [whole, others] = await Promise.all([
    search({
      text: words.flat().join(' '),
      threshold: 1,
      filter,
      whole: { words, isFound: true },
      page: given.page,
    }),
    given.page.number > 1
      ? NOTHING
      : search({
          text: query.text,
          threshold: DEFAULT_THRESHOLD,
          filter,
          whole: { words, isFound: false },
          page: given.page,
        }),
  ])
  const found = new Set(whole.rows.map(({ id }) => id))
  const distinct = { ...others, rows: others.rows.filter(({ id }) => !found.has(id)) }
  return [
    await addMatches(catalog.reads, whole, { words, otherwise: 'contribution' }),
    await addMatches(catalog.reads, distinct, { words, otherwise: 'similar' }),
  ]
}

interface MatchedPage {
  rows: MatchedRow[]
  count: number
}

async function findNumbered({ reads }: Searched, id: number): Promise<[MatchedPage, MatchedPage]> {
  const { rows } = await joinImages(reads, toPage([id], 1))
  const matched = rows.map((row) => ({ ...row, match: { field: 'id', text: String(id) } as const }))
  return [{ rows: matched, count: matched.length }, NOTHING]
}

/** Lists the images of the years of a query that is only a date. */
async function listDated(
  { reads, lists }: Searched,
  { query, page }: ImageSearch,
): Promise<MatchedPage> {
  if (!query.date) return NOTHING
  const { ids, count } = await lists.ask('page', {
    list: 'images',
    filter: { visibility: 'public', ...toFilter(query) },
    terms: [{ field: 'date', descending: false }, DEFAULT_IMAGE_ORDER],
    page,
  })
  const { rows } = await joinImages(reads, toPage(ids, count))
  const match = (text: string | null) => ({ field: 'date', text }) as const
  return { rows: rows.map((row) => ({ ...row, match: match(row.original_date) })), count }
}

function toPage(ids: readonly number[], count: number) {
  return { hits: ids.map((imageId) => ({ imageId, similarity: 1 })), count }
}

function toFilter({ date }: ReadQuery): SearchFilter {
  const { min, max } = date ?? { min: null, max: null }
  return { ...(min !== null && { yearMin: min }), ...(max !== null && { yearMax: max }) }
}

interface MatchQuery {
  words: readonly WordSpellings[]
  /** The match of an image whose title and description have none of the words. */
  otherwise: 'contribution' | 'similar'
}

async function addMatches(
  reads: Reads,
  { rows, count }: RankedPage,
  query: MatchQuery,
): Promise<MatchedPage> {
  const described = await reads
    .selectFrom('image')
    .select(['id', 'description'])
    .where('id', 'in', inList(rows.map(({ id }) => id)))
    .execute()
  const descriptions = new Map(described.map(({ id, description }) => [id, description ?? '']))
  const matched = rows.map((row) => {
    const texts = { title: row.title, description: descriptions.get(row.id) ?? '' }
    return { ...row, match: findMatch(texts, query) }
  })
  return { rows: matched, count }
}

/** Finds the text with all words, or else one with some of them. */
function findMatch(
  { title, description }: { title: string; description: string },
  { words, otherwise }: MatchQuery,
): Match {
  const inTitle = { field: 'title', text: title } as const
  if (hasAllWords(title, words)) return inTitle
  const snippet = cutSnippet(description, words)
  if (snippet !== undefined) return { field: 'description', text: snippet }
  return cutSnippet(title, words) === undefined ? { field: otherwise, text: null } : inTitle
}
