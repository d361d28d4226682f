import type { SearchGroup } from '../../contract/grouped-search.ts'
import type { ReadQuery } from '../../model/search/read-query.ts'
import type { PageRequest } from '../../model/page.ts'
import { findNamedPlaces } from '../gazetteer/find-named-places.ts'
import {
  createImageFinder,
  NOTHING,
  type GroupPage,
  type ImageQuery,
  type MatchedPage,
  type Searched,
  type Searcher,
} from './find-images.ts'
import {
  findCollections,
  findContributors,
  findCreators,
  findSources,
  findSubjectIds,
  findSubjectIdsOfImages,
  findSubjectIdsOfItem,
  readSubjects,
  type Words,
} from './find-named.ts'
import { joinPositions } from './place-search.ts'

/** Results of each group but those of images, unless one group is asked for. */
const FIRST = 5

/** Entries of gazetteers that are ranked. */
const ENTRIES = 100

/** Images whose subjects and places are results. */
const EXAMINED = { number: 1, size: 20 }

export interface GroupedSearch extends ImageQuery {
  /** The only group that is searched for; null for the first results of all. */
  group: SearchGroup | null
  /** Of the group, or of the images if there is none. */
  page: PageRequest
}

/**
 * Finds what a query may mean: images with all of its words and similar ones, subjects, people, collections and
 * places. A date of the query filters images by years.
 * @returns the members of groups that are not asked for are undefined
 * @throws CatalogError kind `unavailable` if the search takes too long or too many wait
 */
export async function searchGroups(catalog: Searched, given: GroupedSearch, searcher: Searcher) {
  // First, so that what a client finds by name waits for its turn, too.
  const found = await findImages(createImageFinder(catalog, given, searcher), given)
  searcher.signal.throwIfAborted()
  const names = await findNames(catalog, given, found)
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
  found: FoundImages,
) {
  const { words } = query
  const range = group === null ? { offset: 0, limit: FIRST } : toRange(page)
  const ifWanted = async <Result>(one: SearchGroup, find: () => Promise<Result>) =>
    group === null || group === one ? find() : undefined
  const [subjects, people, collections, places] = await Promise.all([
    ifWanted('subjects', () => findAllSubjects(catalog, query, found, range)),
    ifWanted('people', () => findPeople(catalog, words, range)),
    ifWanted('collections', () => findCollectionsAndSources(catalog, words)),
    ifWanted('places', () => findPlaces(catalog, query.text, found.images)),
  ])
  return {
    subjects,
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

/** Finds the subjects that the words name, and those of found images. */
async function findAllSubjects(
  { reads }: Searched,
  { named, words }: ReadQuery,
  { images, lessExact }: FoundImages,
  range: Range,
) {
  const examined = [images, lessExact].flatMap(({ rows }) =>
    rows.slice(0, EXAMINED.size).map(({ id }) => id),
  )
  const [subjects, tagged] = await Promise.all([
    named && 'item' in named
      ? findSubjectIdsOfItem(reads, named.item)
      : findSubjectIds(reads, words),
    findSubjectIdsOfImages(reads, examined, words),
  ])
  const ids = [...new Set([...subjects, ...tagged])]
  return { rows: await readSubjects(reads, pickRange(ids, range).rows), count: ids.length }
}

/** Finds creators, and after them contributors. */
async function findPeople(catalog: Searched, words: Words, { offset, limit }: Range) {
  const [creators, contributors] = await Promise.all([
    findCreators(catalog, { words, offset, limit }),
    findContributors(catalog.reads, words),
  ])
  // A creator may have lost the last image since: then the names are fewer than those of the page.
  const rest = {
    offset: Math.max(0, offset - creators.count),
    limit: limit - Math.min(limit, Math.max(0, creators.count - offset)),
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
