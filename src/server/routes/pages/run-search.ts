import { CatalogError, type ErrorKind } from '../../../core/base/errors.ts'
import { MAX_IN_VIEW_RESULTS, MAX_SEARCH_TEXT } from '../../../core/base/limits.ts'
import { isWithin, joinExtents, pointExtent } from '../../../core/model/geometry/extent.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import { intersectYears } from '../../../core/model/search/intersect-years.ts'
import type { ReadQuery } from '../../../core/model/search/read-query.ts'
import { isWithinLength } from '../../../core/model/text.ts'
import { findPlacedExtent } from '../../../core/model/tiles/placed-extent.ts'
import type {
  GroupedSearchResults,
  ImageSearchOrder,
  SearchGroup,
} from '../../../core/contract/grouped-search.ts'
import type { ImageSearchFilter } from '../../../core/queries/searches/search-filter.ts'
import type { PlacementBox } from '../../../core/queries/images/find-placements.ts'
import { getViewingCone } from '../../../core/queries/settings/viewing-cone.ts'
import { countFoundDecades } from '../../../core/queries/searches/find-images.ts'
import { searchGroups } from '../../../core/queries/searches/grouped-search.ts'
import {
  searchInView,
  searchSemantic,
  type InViewSearchRow,
} from '../../../core/queries/searches/search.ts'
import { findBasemap } from '../../basemap/find-basemap.ts'
import type { SearchMode } from '../../pages/search-modes.ts'
import type { FoundMap } from '../../pages/parts/found-map.ts'
import type { FoundPicture, SearchOutcome } from '../../pages/search.ts'
import type { Visit } from '../../pages/visit.ts'
import { presentGroupedSearch } from '../../presenters/grouped-search.ts'
import { presentInViewResult, presentRankedResults } from '../../presenters/search.ts'
import { findPlaces } from '../place-search.ts'
import { addPlaceStatus } from './add-place-status.ts'
import type { RouteRequest } from '../../http/route.ts'

/** Images on a page. */
const PAGE_SIZE = 24
/** Searches for what shows a spot list only the nearest images. */
export const LAST_IN_VIEW_PAGE = Math.floor(MAX_IN_VIEW_RESULTS / PAGE_SIZE)
/** Names on a page of one group. */
const NAMES = 60

const TEMPORARY: readonly ErrorKind[] = ['unavailable', 'busy']

/** A search that the page was asked for. */
export interface PageSearch {
  language: Visit['language']
  mode: SearchMode
  text: string
  query: ReadQuery
  /** The position that the text names. */
  position: Coordinate | undefined
  page: number
  filter: ImageSearchFilter
  /** Of the images with all words. */
  order: ImageSearchOrder | undefined
  group: Exclude<SearchGroup, 'images'> | null
}

/** Runs a search. A search that fails for a reason that visitors can understand is an outcome, not an error. */
export async function runSearch(
  request: RouteRequest,
  search: PageSearch,
): Promise<SearchOutcome | null> {
  if (search.text === '') return null
  if (!isWithinLength(search.text, MAX_SEARCH_TEXT) || search.text.includes('\0'))
    return { problem: 'tooLong', status: 400 }
  try {
    if (search.mode === 'in-view') return await runInView(request, search)
    if (search.mode === 'text') return await runWords(request, search)
    return await runRanked(request, search)
  } catch (error) {
    if (!(error instanceof CatalogError) || !TEMPORARY.includes(error.kind)) throw error
    request.reportFailure(error)
    const { retryAfterSeconds } = error.details
    return retryAfterSeconds === undefined
      ? { problem: 'noModel', status: 503 }
      : { problem: 'tooBusy', status: 503, retryAfterSeconds }
  }
}

/** Finds what the words may mean. The first page also shows what is no image with all words. */
async function runWords(
  { catalog, links, clientAddress, disconnectSignal }: RouteRequest,
  { language, query, filter, order, page: number, group: only }: PageSearch,
): Promise<SearchOutcome> {
  const group = only ?? (number > 1 ? ('images' as const) : null)
  const pageSize = only === null || only === 'less_exact' ? PAGE_SIZE : NAMES
  const search = { query, filter, order, group, page: { number, size: pageSize } }
  const searcher = { client: clientAddress(), signal: disconnectSignal() }
  const rows = await searchGroups(catalog, search, searcher)
  const found = presentGroupedSearch(rows, { links, language })
  const addStatus = ({ results }: { results: FoundImage[] } = { results: [] }) =>
    addPlaceStatus(catalog, results.map(addNote))
  const count = found[only ?? 'images']?.count ?? 0
  const hasDecades = needsDecades({ query, filter, group: only }, count)
  const [pictures, lessExact, decades] = await Promise.all([
    addStatus(found.images),
    addStatus(found.less_exact),
    hasDecades ? countFoundDecades(catalog, search, searcher) : [],
  ])
  const hasMore = number * pageSize < count
  return { pictures, count, hasMore, pageSize, groups: { found, lessExact }, decades }
}

/** Whether the page has a histogram: of many images, or if other decades may have some, too. */
function needsDecades(
  { query, filter, group }: Pick<PageSearch, 'query' | 'filter' | 'group'>,
  count: number,
): boolean {
  const { yearMin, yearMax } = intersectYears(query.date, filter)
  return group === null && (count > PAGE_SIZE || yearMin !== undefined || yearMax !== undefined)
}

type FoundImage = NonNullable<GroupedSearchResults['images']>['results'][number]

/** Adds the words of the description in which an image was found. */
function addNote({ match, ...picture }: FoundImage) {
  const { field, text } = match
  return { ...picture, ...(field === 'description' && text !== null && { note: text }) }
}

async function runRanked(
  { catalog, links, clientAddress, disconnectSignal }: RouteRequest,
  { language, text, filter, page }: PageSearch,
): Promise<SearchOutcome> {
  const query = { text, filter, page: { number: page, size: PAGE_SIZE } }
  const found = await searchSemantic(catalog, query, clientAddress(), disconnectSignal())
  const { results, count } = presentRankedResults(found, text, {
    page,
    page_size: PAGE_SIZE,
    links,
    language,
  })
  const pictures = await addPlaceStatus(catalog, results)
  return { pictures, count, hasMore: page * PAGE_SIZE < count, pageSize: PAGE_SIZE }
}

/** Finds what shows a position, or the most likely of the places that the text names. */
async function runInView(
  request: RouteRequest,
  { language, text, position, page }: PageSearch,
): Promise<SearchOutcome> {
  const { catalog, links } = request
  const { results: places } = position
    ? { results: [] }
    : await findPlaces(request, { text, near: null, language })
  const [place = position] = places
  if (!place) return { problem: 'noPlace', status: 200 }
  const spot = { latitude: place.latitude, longitude: place.longitude }
  const found = await searchInView(catalog, {
    ...spot,
    radius: null,
    filter: {},
    page: { number: page, size: PAGE_SIZE },
  })
  const pictures = found.rows.map((row): FoundPicture => ({
    ...presentInViewResult(row, { links, language }),
    georeference_status: 'georeferenced',
    placement: boxOf(row),
  }))
  const [viewingCone, basemap] = await Promise.all([
    getViewingCone(catalog.reads),
    findBasemap(catalog.config, links),
  ])
  const map = { spot, viewingCone, basemap, ...findStart(found.rows, spot) }
  const hasMore = found.hasMore && page < LAST_IN_VIEW_PAGE
  return { pictures, count: null, hasMore, pageSize: PAGE_SIZE, map, places }
}

/** Finds where most of the cameras are, by the rule of other maps, so that one far away does not make it a map of the world. */
function findStart(
  cameras: readonly Coordinate[],
  spot: Coordinate,
): Pick<FoundMap, 'start' | 'farAway'> {
  const west = Float64Array.from(cameras, ({ longitude }) => longitude)
  const south = Float64Array.from(cameras, ({ latitude }) => latitude)
  const found = findPlacedExtent([{ west, east: west, south, north: south }])
  if (!found) return { start: undefined, farAway: 0 }
  const { main } = found
  const start = joinExtents([main.west, main.south, main.east, main.north], pointExtent(spot))
  const farAway = cameras.filter((camera) => !isWithin(camera, start)).length
  return { start: farAway > 0 ? start : undefined, farAway }
}

function boxOf(row: InViewSearchRow): PlacementBox {
  const { georeferenceId: id, latitude, longitude, direction } = row
  const box = { west: longitude, south: latitude, east: longitude, north: latitude }
  return { kind: 'point', id, direction, ...box }
}
