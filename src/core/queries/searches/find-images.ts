import { CatalogError } from '../../base/errors.ts'
import { DEFAULT_THRESHOLD, MAX_MAPPED_RESULTS } from '../../base/limits.ts'
import type { ImageSearchOrder } from '../../contract/grouped-search.ts'
import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import type { DecadeCount } from '../../edtf/count-decades.ts'
import { DEFAULT_IMAGE_ORDER } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import { intersectYears } from '../../model/search/intersect-years.ts'
import { cutSnippet, hasAllWords } from '../../model/search/match-words.ts'
import type { ReadQuery } from '../../model/search/read-query.ts'
import type { WordSpellings } from '../../model/search/word-spellings.ts'
import type { ImageListFilter } from '../lists/images.ts'
import type { IdPage } from '../lists/list-ids.ts'
import type { Lists } from '../lists/lists.ts'
import { joinImages, searchText, type RankedPage, type RankedRow } from './search.ts'
import type { ImageSearchFilter } from './search-filter.ts'
import type { TextSearch } from './text-search.ts'

/** The images of a grouped search: with all words of a query, of its date or with its number, and similar ones. */

export interface ImageQuery {
  query: ReadQuery
  /** Besides the date of the query. */
  filter: ImageSearchFilter
  /** Of the images with all words, instead of the best match first. Those of a date are sorted by it. */
  order?: ImageSearchOrder | undefined
}

export interface Searched {
  reads: Reads
  textSearch: TextSearch
  lists: Pick<Lists, 'ask'>
}

/** The client, whose searches run one after the other, and a signal that stops them. */
export interface Searcher {
  client: string
  signal: AbortSignal
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

export type MatchedPage = GroupPage<MatchedRow>

export const NOTHING: MatchedPage = { rows: [], count: 0 }

/** Best matches of which those with the words in the title come first: ten pages, or more to fill the last one. */
const RANKED = 240

/** Finds the images of a search, by words, a number or years. */
export function createImageFinder(
  catalog: Searched,
  { query, filter, order }: ImageQuery,
  { client, signal }: Searcher,
) {
  const { reads } = catalog
  const { words } = query
  const combined = { ...filter, ...intersectYears(query.date, filter) }
  const isByWords = isOfWords(query)
  return {
    async findWhole(page: PageRequest): Promise<MatchedPage> {
      if (!isByWords) return listMatched(catalog, { query, filter: combined, order }, page)
      const byWords = { words, filter: combined }
      const whole = order
        ? await sortByDate(catalog, byWords, { order, page }, { client, signal })
        : await rankByTitle(catalog, byWords, page, { client, signal })
      return addMatches(reads, whole, { words, otherwise: 'contribution' })
    },
    async findSimilar(page: PageRequest, { rows: found }: MatchedPage): Promise<MatchedPage> {
      if (!isByWords) return NOTHING
      const similar = {
        text: query.text,
        threshold: DEFAULT_THRESHOLD,
        filter: combined,
        whole: { words, isFound: false },
        page,
      }
      const { rows, count } = await searchText(catalog, similar, client, signal)
      // An image may have changed in between.
      const others = rows.filter(({ id }) => found.every((one) => one.id !== id))
      return addMatches(reads, { rows: others, count }, { words, otherwise: 'similar' })
    },
  }
}

/** Counts the images of a search by decade. The filter of years and the date of the query do not apply. */
export async function countFoundDecades(
  { textSearch, lists }: Omit<Searched, 'reads'>,
  { query, filter }: ImageQuery,
  { client, signal }: Searcher,
): Promise<DecadeCount[]> {
  const { words } = query
  const anyTime = { ...filter, yearMin: undefined, yearMax: undefined }
  if (!isOfWords(query))
    return query.date ? lists.ask('decades', { visibility: 'public', ...anyTime }) : []
  const counted = { ...toTextQuery({ words, filter: anyTime }), page: FIRST, hasDecades: true }
  const { decades = [] } = await textSearch.find(counted, client, signal)
  return decades
}

const FIRST = { number: 1, size: 1 }

function isOfWords({ named, words }: ReadQuery): boolean {
  return words.length > 0 && !(named && 'image' in named)
}

interface WordQuery {
  words: readonly WordSpellings[]
  filter: ImageSearchFilter
}

/** Finds the ids of images of which one text has all words, at most `MAX_MAPPED_RESULTS`, the best matches first. */
export async function findByWords(
  textSearch: Pick<TextSearch, 'find'>,
  query: WordQuery,
  { client, signal }: Searcher,
): Promise<IdPage> {
  if (query.words.length === 0) return { ids: [], count: 0 }
  const page = { number: 1, size: MAX_MAPPED_RESULTS }
  const { hits, count } = await textSearch.find({ ...toTextQuery(query), page }, client, signal)
  return { ids: hits.map(({ imageId }) => imageId), count }
}

function toTextQuery({ words, filter }: WordQuery) {
  const text = words.flatMap(pickCompared).join(' ')
  return { text, threshold: 1, filter, whole: { words, isFound: true } }
}

/**
 * Picks the spellings by which texts with a word are ranked: the one of the query, and others with which it shares no
 * trigram, such as `first` for `1st`. More spellings would prefer texts with all of them.
 */
function pickCompared([word, ...others]: WordSpellings): string[] {
  const different = others.filter((other) => !other.startsWith(word.slice(0, 1)))
  return [word, ...different]
}

/** Finds a page of the images with all words. Of the best matches, those with the words in the title come first. */
async function rankByTitle(
  catalog: Searched,
  words: WordQuery,
  page: PageRequest,
  { client, signal }: Searcher,
): Promise<RankedPage> {
  const query = toTextQuery(words)
  const offset = (page.number - 1) * page.size
  if (offset >= RANKED) return searchText(catalog, { ...query, page }, client, signal)
  const best = { number: 1, size: Math.ceil(RANKED / page.size) * page.size }
  const { hits, count } = await catalog.textSearch.find({ ...query, page: best }, client, signal)
  const titled = await catalog.reads
    .selectFrom('image')
    .select(['id', 'title'])
    .where('id', 'in', inList(hits.map(({ imageId }) => imageId)))
    .execute()
  const found = titled.filter(({ title }) => hasAllWords(title, words.words))
  const inTitle = new Set(found.map(({ id }) => id))
  const ranked = hits.toSorted(
    (one, other) => Number(inTitle.has(other.imageId)) - Number(inTitle.has(one.imageId)),
  )
  return joinImages(catalog.reads, { hits: ranked.slice(offset, offset + page.size), count })
}

/** Finds a page of the images with all words by date, undated ones last. */
async function sortByDate(
  { reads, textSearch, lists }: Searched,
  words: WordQuery,
  { order, page }: Pick<ListedPage, 'order' | 'page'>,
  searcher: Searcher,
): Promise<RankedPage> {
  const { ids } = await findByWords(textSearch, words, searcher)
  return joinPage(reads, await findPage(lists, { filter: { ids }, order, page }))
}

/** Lists the image that a query names by its number, or those of its years. */
async function listMatched(
  { reads, lists }: Searched,
  { query: { named, date }, filter, order = 'date' }: ImageQuery,
  page: PageRequest,
): Promise<MatchedPage> {
  const numbered = named && 'image' in named ? named.image : undefined
  if (numbered === undefined && !date) return NOTHING
  const listed = { ...filter, ...(numbered !== undefined && { ids: [numbered] }) }
  const { rows, count } = await joinPage(
    reads,
    await findPage(lists, { filter: listed, order, page }),
  )
  const matched = rows.map((row) => {
    const match: Match =
      numbered === undefined
        ? { field: 'date', text: row.original_date }
        : { field: 'id', text: String(numbered) }
    return { ...row, match }
  })
  return { rows: matched, count: numbered === undefined ? count : matched.length }
}

function joinPage(reads: Reads, { ids, count }: IdPage): Promise<RankedPage> {
  return joinImages(reads, { hits: ids.map((imageId) => ({ imageId, similarity: 1 })), count })
}

interface ListedPage {
  filter: Omit<ImageListFilter, 'visibility'>
  order: ImageSearchOrder
  page: PageRequest
}

/** Finds a page of the list of public images. Unlike that, a page past the end has no results. */
async function findPage(
  lists: Searched['lists'],
  { filter, order, page }: ListedPage,
): Promise<IdPage> {
  const query = {
    list: 'images',
    filter: { visibility: 'public', ...filter },
    terms: [{ field: 'date', descending: order === '-date' }, DEFAULT_IMAGE_ORDER],
  } as const
  try {
    return await lists.ask('page', { ...query, page })
  } catch (error) {
    if (!(error instanceof CatalogError && error.kind === 'not_found')) throw error
    const { count } = await lists.ask('page', { ...query, page: { number: 1, size: 1 } })
    return { ids: [], count }
  }
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
