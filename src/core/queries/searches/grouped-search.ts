import { CatalogError } from '../../base/errors.ts'
import { DEFAULT_THRESHOLD } from '../../base/limits.ts'
import type { SearchGroup } from '../../contract/grouped-search.ts'
import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { cutSnippet, hasAllWords } from '../../model/search/match-words.ts'
import { intersectYears } from '../../model/search/intersect-years.ts'
import type { ReadQuery } from '../../model/search/read-query.ts'
import { listQueryWords, type WordSpellings } from '../../model/search/word-spellings.ts'
import { DEFAULT_IMAGE_ORDER } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import { findNamedPlaces } from '../gazetteer/find-named-places.ts'
import type { ImageQuery } from '../lists/list-query.ts'
import type { IdPage } from '../lists/list-ids.ts'
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
import type { ImageSearchFilter } from './search-filter.ts'
import type { TextQuery, TextSearch } from './text-search.ts'

/** Results of each group but those of images, unless one group is asked for. */
const FIRST = 5

/** Entries of gazetteers that are ranked. */
const ENTRIES = 100

/** Images whose subjects and places are results. */
const EXAMINED = { number: 1, size: 20 }

export interface GroupedSearch {
  query: ReadQuery
  /** Of the images, besides the date of the query. */
  filter: ImageSearchFilter
  /** The only group that is searched for; null for the first results of all. */
  group: SearchGroup | null
  /** Of the group, or of the images if there is none. */
  page: PageRequest
}

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

/** Part of the results of a group. */
export interface GroupPage<Row> {
  rows: readonly Row[]
  /** Number of all results. */
  count: number
}

type MatchedPage = GroupPage<MatchedRow>

const NOTHING: MatchedPage = { rows: [], count: 0 }

/**
 * Finds what a query may mean: images with all of its words and similar ones, subjects, people, collections and
 * places. A date of the query filters images by years.
 * @param client identifies the client, whose searches run one after the other
 * @returns the members of groups that are not asked for are undefined
 * @throws CatalogError kind `unavailable` if the search takes too long or too many wait
 */
export async function searchGroups(
  catalog: Searched,
  given: GroupedSearch,
  client: string,
  signal: AbortSignal,
) {
  const words = listQueryWords(given.query.text)
  const search: Search = (one) => searchText(catalog, one, client, signal)
  // First, so that what a client finds by name waits for its turn, too.
  const found = await findImages(createImageFinder(catalog, given, words, search), given)
  signal.throwIfAborted()
  const names = await findNames(catalog, given, words, found)
  const { query, group } = given
  const isWanted = (one: SearchGroup) => group === null || group === one
  return {
    query,
    images: isWanted('images') ? found.images : undefined,
    lessExact: isWanted('less_exact') ? found.lessExact : undefined,
    ...names,
  }
}

interface FoundImages {
  /** Those with all words. */
  images: MatchedPage
  lessExact: MatchedPage
}

/** The groups for which similar images are looked for: also subjects, with which these are tagged. */
const WITH_SIMILAR: readonly (SearchGroup | null)[] = [null, 'subjects', 'less_exact']

/** Finds the images of the results, and those whose subjects and places are results. */
async function findImages(
  finder: ReturnType<typeof createImageFinder>,
  { group, page }: GroupedSearch,
): Promise<FoundImages> {
  const images = await finder.findWhole(group === null || group === 'images' ? page : EXAMINED)
  if (!WITH_SIMILAR.includes(group)) return { images, lessExact: NOTHING }
  const isShown = group === null || group === 'less_exact'
  return { images, lessExact: await finder.findSimilar(isShown ? page : EXAMINED, images) }
}

async function findNames(
  catalog: Searched,
  { query, group, page }: GroupedSearch,
  words: Words,
  found: FoundImages,
) {
  const range = group === null ? { offset: 0, limit: FIRST } : toRange(page)
  const ifWanted = async <Result>(one: SearchGroup, find: () => Promise<Result>) =>
    group === null || group === one ? find() : undefined
  const [subjects, people, collections, places] = await Promise.all([
    ifWanted('subjects', () => findAllSubjects(catalog, query, words, found)),
    ifWanted('people', () => findPeople(catalog, words, range)),
    ifWanted('collections', () => findCollectionsAndSources(catalog, words)),
    ifWanted('places', () => findPlaces(catalog, query.text, found.images)),
  ])
  return {
    subjects: subjects && pickRange(subjects, range),
    people,
    collections: collections && pickRange(collections, range),
    places: places && pickRange(places, range),
  }
}

export type GroupedSearchRows = Awaited<ReturnType<typeof searchGroups>>

interface Range {
  offset: number
  limit: number
}

function toRange({ number, size }: PageRequest): Range {
  return { offset: (number - 1) * size, limit: size }
}

function pickRange<Row>(rows: readonly Row[], { offset, limit }: Range): GroupPage<Row> {
  return { rows: rows.slice(offset, offset + limit), count: rows.length }
}

type Words = readonly WordSpellings[]

/** Finds the subjects that the words name, and those of found images. */
async function findAllSubjects(
  { reads }: Searched,
  { named }: ReadQuery,
  words: Words,
  { images, lessExact }: FoundImages,
) {
  const ids = [images, lessExact].flatMap(({ rows }) =>
    rows.slice(0, EXAMINED.size).map(({ id }) => id),
  )
  const [subjects, tagged] = await Promise.all([
    named && 'item' in named ? findSubjectsOfItem(reads, named.item) : findSubjects(reads, words),
    findSubjectsOfImages(reads, ids, words),
  ])
  return [...new Map([...subjects, ...tagged].map((one) => [one.id, one])).values()]
}

/** Finds creators, and after them contributors. */
async function findPeople(catalog: Searched, words: Words, { offset, limit }: Range) {
  const [creators, contributors] = await Promise.all([
    findCreators(catalog, { words, offset, limit }),
    findContributors(catalog.reads, words),
  ])
  const rest = {
    offset: Math.max(0, offset - creators.count),
    limit: limit - creators.names.length,
  }
  return {
    rows: [
      ...creators.names.map((name) => ({ kind: 'creator' as const, name })),
      ...pickRange(contributors, rest).rows.map((row) => ({
        kind: 'contributor' as const,
        ...row,
      })),
    ],
    count: creators.count + contributors.length,
  }
}

async function findCollectionsAndSources({ reads }: Searched, words: Words) {
  const [collections, sources] = await Promise.all([
    findCollections(reads, words),
    findSources(reads, words),
  ])
  return [
    ...collections.map((row) => ({ kind: 'collection' as const, ...row })),
    ...sources.map((row) => ({ kind: 'source' as const, ...row })),
  ]
}

/** Finds entries of gazetteers, and the places of images whose title has all words. */
async function findPlaces({ reads }: Searched, text: string, { rows }: MatchedPage) {
  const titled = rows.slice(0, EXAMINED.size).filter(({ match }) => match.field === 'title')
  const [entries, spots] = await Promise.all([
    findNamedPlaces(reads, { text, near: null, limit: ENTRIES }),
    joinPositions(reads, titled),
  ])
  return [
    ...entries.map((entry) => ({ source: 'gazetteer' as const, entry })),
    ...spots.map((spot) => ({ source: 'image' as const, spot })),
  ]
}

type Search = (query: TextQuery) => Promise<RankedPage>

/** Finds the images of a search, by words, a number or years. */
function createImageFinder(
  catalog: Searched,
  { query, filter }: GroupedSearch,
  words: Words,
  search: Search,
) {
  const combined = { ...filter, ...intersectYears(query.date, filter) }
  const isByWords = words.length > 0 && !(query.named && 'image' in query.named)
  return {
    async findWhole(page: PageRequest): Promise<MatchedPage> {
      if (!isByWords) return listMatched(catalog, query, combined, page)
      const whole = await search({
        text: words.flat().join(' '),
        threshold: 1,
        filter: combined,
        whole: { words, isFound: true },
        page,
      })
      return addMatches(catalog.reads, whole, { words, otherwise: 'contribution' })
    },
    async findSimilar(page: PageRequest, { rows: found }: MatchedPage): Promise<MatchedPage> {
      if (!isByWords) return NOTHING
      const { rows, count } = await search({
        text: query.text,
        threshold: DEFAULT_THRESHOLD,
        filter: combined,
        whole: { words, isFound: false },
        page,
      })
      // An image may have changed in between.
      const others = rows.filter(({ id }) => found.every((one) => one.id !== id))
      const similar = { rows: others, count }
      return addMatches(catalog.reads, similar, { words, otherwise: 'similar' })
    },
  }
}

/** Lists the image that a query names by its number, or those of its years. */
async function listMatched(
  { reads, lists }: Searched,
  { named, date }: ReadQuery,
  filter: ImageSearchFilter,
  page: PageRequest,
): Promise<MatchedPage> {
  const numbered = named && 'image' in named ? named.image : undefined
  if (numbered === undefined && !date) return NOTHING
  const { ids, count } = await findPage(lists, {
    list: 'images',
    filter: { visibility: 'public', ...filter, ...(numbered !== undefined && { ids: [numbered] }) },
    terms: [{ field: 'date', descending: false }, DEFAULT_IMAGE_ORDER],
    page,
  })
  const hits = ids.map((imageId) => ({ imageId, similarity: 1 }))
  const { rows } = await joinImages(reads, { hits, count })
  const matched = rows.map((row) => {
    const match: Match =
      numbered === undefined
        ? { field: 'date', text: row.original_date }
        : { field: 'id', text: String(numbered) }
    return { ...row, match }
  })
  return { rows: matched, count: numbered === undefined ? count : matched.length }
}

/** Finds a page of a list. Unlike that, a page past the end has no results. */
async function findPage(lists: Searched['lists'], query: ImageQuery): Promise<IdPage> {
  try {
    return await lists.ask('page', query)
  } catch (error) {
    if (!(error instanceof CatalogError && error.kind === 'not_found')) throw error
    const { count } = await lists.ask('page', { ...query, page: { number: 1, size: 1 } })
    return { ids: [], count }
  }
}

interface MatchQuery {
  words: Words
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
