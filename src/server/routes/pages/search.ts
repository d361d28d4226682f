import { z } from 'zod'
import type { Language } from '../../../core/base/languages.ts'
import {
  groupedSearchQuery,
  IMAGE_SEARCH_ORDERS,
  SEARCH_GROUPS,
} from '../../../core/contract/grouped-search.ts'
import { imageQuery, type ImageQuery } from '../../../core/contract/image.ts'
import { clampedInteger } from '../../../core/contract/number-parameters.ts'
import { searchFilters } from '../../../core/contract/search.ts'
import { MAX_SEARCH_PAGE } from '../../../core/base/limits.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import { parseTypedPosition } from '../../../core/model/geometry/typed-position.ts'
import { readQuery, type ReadQuery } from '../../../core/model/search/read-query.ts'
import { isImagePublic } from '../../../core/queries/images/public-image.ts'
import { intersectYears } from '../../../core/model/search/intersect-years.ts'
import type { ImageSearchFilter } from '../../../core/queries/searches/search-filter.ts'
import { findSubjectsOfItem } from '../../../core/queries/searches/find-named.ts'
import { getChosenModel } from '../../../core/queries/settings/chosen-model.ts'
import { toImageSearchFilter } from '../../http/list-filters.ts'
import { IMAGE_FILTERS, type GivenFilters, type ShownFilters } from '../../pages/images/filters.ts'
import { listUrl, pageUrl } from '../../pages/parts/list-url.ts'
import { SEARCH_MODES } from '../../pages/search-modes.ts'
import { createSearchPage, type SearchOutcome } from '../../pages/search.ts'
import type { RouteRequest } from '../../http/route.ts'
import { TOO_MANY_PLACE_SEARCHES } from '../place-search.ts'
import { readFilters, readParameters } from './image-filters.ts'
import { pageRoute } from './page-route.ts'
import { LAST_IN_VIEW_PAGE, runSearch, type PageSearch } from './run-search.ts'

/** Whatever the address says, the page shows the form. */
const searchPageQuery = z.object({
  q: z.string().trim().catch('').describe('Words, coordinates, `12` or a Wikidata item.'),
  mode: z.enum(SEARCH_MODES).catch('text').describe('Kind of search.'),
  group: z
    .enum(SEARCH_GROUPS)
    .exclude(['images'])
    .nullable()
    .catch(null)
    .describe('Show only this group of the results of words.'),
  lat: z.string().optional().describe('Latitude of a position in view, instead of `q`.'),
  lon: z.string().optional().describe('Longitude of a position in view, instead of `q`.'),
  page: clampedInteger({ min: 1, max: MAX_SEARCH_PAGE, fallback: 1 })
    .catch(1)
    .describe('Page number, from 1.'),
})

const FILTERS = [...IMAGE_FILTERS, 'ordering'] as const

type SearchPageQuery = z.output<typeof searchPageQuery>

export const searchPageRoute = pageRoute({
  path: '/search/',
  summary: 'Show the search',
  handlerInput: {
    query: searchPageQuery
      .extend(searchFilters.shape)
      .extend(groupedSearchQuery.pick({ ordering: true }).shape),
  },
  hasRedirects: true,
  errorResponses: {
    400: 'The text is too long, or a filter is invalid. The page shows which.',
    429: TOO_MANY_PLACE_SEARCHES,
    503: 'No embedding model can be used, the search took too long, or too many searches are waiting.',
  },
  async show(visit, request) {
    const given = searchPageQuery.parse(request.query)
    const query = readQuery(given.q)
    const shortcut = await findShortcut(request, given.q, query)
    if (shortcut !== undefined) return { redirectTo: shortcut }
    const { given: filters, empty } = readParameters(request.query, FILTERS, [], '/search/')
    if (empty.length > 0) {
      const without = Object.fromEntries(empty.map((name) => [name, null]))
      return { redirectTo: listUrl(visit, without) }
    }
    const position = findPosition(given, visit.language)
    const text = given.q || (position ? `${position.latitude}, ${position.longitude}` : '')
    const mode = position ? 'in-view' : given.mode
    const page = mode === 'in-view' ? Math.min(given.page, LAST_IN_VIEW_PAGE) : given.page
    const search = { mode, text, position, page, group: given.group }
    const answered = await answer(request, visit.language, { ...search, query }, filters)
    const last = findLastPage(answered.outcome)
    if (page > last) return { redirectTo: pageUrl(visit, last) }
    return createSearchPage(visit, { ...search, isPosition: position !== undefined, ...answered })
  },
})

/** Returns the number of the last page with results; infinity if it is unknown. */
function findLastPage(outcome: SearchOutcome | null): number {
  if (!outcome || 'problem' in outcome || outcome.count === null) return Infinity
  return Math.max(1, Math.ceil(outcome.count / outcome.pageSize))
}

/** Runs the search, and reads what else the page shows. Searches for what is in view have no filters. */
async function answer(
  request: RouteRequest,
  language: Language,
  search: Omit<PageSearch, 'language' | 'filter' | 'order'>,
  given: GivenFilters,
) {
  const parsed = imageQuery.safeParse(given)
  const filter = toImageSearchFilter(parsed.data ?? {})
  const order = IMAGE_SEARCH_ORDERS.find((one) => one === given.ordering)
  const isFiltered = search.mode !== 'in-view' && search.text !== ''
  const isInvalid = isFiltered && !parsed.success
  const [outcome, filters, model] = await Promise.all([
    isInvalid ? null : runSearch(request, { ...search, filter, order, language }),
    isFiltered ? readShown(request, given, { search, filter, parsed }) : undefined,
    getChosenModel(request.catalog.reads),
  ])
  return { outcome, filters, hasModel: model !== null }
}

interface SearchFilters {
  search: Pick<PageSearch, 'mode' | 'text' | 'query'>
  filter: ImageSearchFilter
  parsed: z.ZodSafeParseResult<ImageQuery>
}

/** Reads what the form of the filters shows. The date of words fills in the years. */
async function readShown(
  { catalog }: RouteRequest,
  given: GivenFilters,
  { search, filter, parsed: { data, error } }: SearchFilters,
): Promise<ShownFilters> {
  const { text, date } = search.mode === 'text' ? search.query : { text: search.text, date: null }
  const { yearMin, yearMax } = intersectYears(date, filter)
  const shown = {
    ...given,
    ...(data && yearMin !== undefined && { year_min: String(yearMin) }),
    ...(data && yearMax !== undefined && { year_max: String(yearMax) }),
    ...(text !== '' && { q: text }),
    ...(search.mode !== 'text' && { mode: search.mode }),
  }
  const invalid = new Set(error?.issues.map(({ path }) => String(path[0])))
  return { ...(await readFilters(catalog, shown, data)), invalid }
}

/** Returns the URL of the image or subject that the text names. */
async function findShortcut(
  { catalog, links }: RouteRequest,
  text: string,
  { named }: ReadQuery,
): Promise<string | undefined> {
  if (!named) return undefined
  if ('image' in named) {
    const { image } = named
    const isFound = text.startsWith('#') || (await isImagePublic(catalog.reads, image))
    return isFound ? links.image(image) : undefined
  }
  const [subject] = await findSubjectsOfItem(catalog.reads, named.item)
  return subject && links.base(`/subjects/${subject.slug}/`)
}

function findPosition({ q, lat, lon }: SearchPageQuery, language: string): Coordinate | undefined {
  return (
    parseTypedPosition(q, language) ?? (q === '' ? parseTypedPosition(`${lat}, ${lon}`) : undefined)
  )
}
