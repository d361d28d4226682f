import { z } from 'zod'
import { clampedInteger } from '../../../core/contract/number-parameters.ts'
import { MAX_IN_VIEW_RESULTS } from '../../../core/base/limits.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import { parseTypedPosition } from '../../../core/model/geometry/typed-position.ts'
import { readQuery, type ReadQuery } from '../../../core/model/search/read-query.ts'
import { isImagePublic } from '../../../core/queries/images/public-image.ts'
import { findSubjectsOfItem } from '../../../core/queries/searches/find-named.ts'
import { getChosenModel } from '../../../core/queries/site/chosen-model.ts'
import { SEARCH_MODES } from '../../pages/search-modes.ts'
import { createSearchPage } from '../../pages/search.ts'
import type { RouteRequest } from '../../http/route.ts'
import { pageRoute } from './page-route.ts'
import { PAGE_SIZE, runSearch } from './run-search.ts'

/** Whatever the address says, the page shows the form. */
const searchPageQuery = z.object({
  q: z.string().trim().catch('').describe('Words, coordinates, `12` or a Wikidata item.'),
  mode: z.enum(SEARCH_MODES).catch('text').describe('Kind of search.'),
  lat: z.string().optional().describe('Latitude of a position in view, instead of `q`.'),
  lon: z.string().optional().describe('Longitude of a position in view, instead of `q`.'),
  page: clampedInteger({ min: 1, max: MAX_IN_VIEW_RESULTS / PAGE_SIZE, fallback: 1 })
    .catch(1)
    .describe('Page number, from 1.'),
})

type SearchPageQuery = z.output<typeof searchPageQuery>

export const searchPageRoute = pageRoute({
  path: '/search/',
  summary: 'Show the search',
  query: searchPageQuery,
  hasRedirects: true,
  errorResponses: {
    400: 'The text is too long, or is no position.',
    503: 'No embedding model can be used, the search took too long, or too many searches are waiting.',
  },
  async show(visit, request) {
    const given = request.query
    const query = readQuery(given.q)
    const shortcut = await findShortcut(request, given.q, query)
    if (shortcut !== undefined) return { redirectTo: shortcut }
    const position = findPosition(given, visit.language)
    const text = given.q || (position ? `${position.latitude}, ${position.longitude}` : '')
    const mode = position ? 'in-view' : given.mode
    const search = { mode, text, position, page: given.page }
    const outcome = await runSearch(request, { ...search, query, language: visit.language })
    const hasModel = (await getChosenModel(request.catalog.reads)) !== null
    return createSearchPage(visit, { ...search, outcome, hasModel })
  },
})

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
