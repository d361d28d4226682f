import { parseParameters } from '../../core/contract/parse-fields.ts'
import {
  inViewSearchQuery,
  inViewSearchResults,
  semanticSearchQuery,
  semanticSearchResults,
  similarSearchQuery,
  textSearchQuery,
  textSearchResults,
  type InViewSearchResults,
  type SharedSearchQuery,
} from '../../core/contract/search.ts'
import {
  searchInView,
  searchSemantic,
  searchSimilar,
  searchText,
} from '../../core/queries/searches/search.ts'
import type { SearchFilter } from '../../core/queries/searches/search-filter.ts'
import { presentInViewResult, presentRankedResults } from '../presenters/search.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { groupedSearchRoute } from './grouped-search.ts'
import { placeSearchRoute } from './place-search.ts'

const INVALID = 'A parameter is missing or invalid.'
const UNAVAILABLE =
  'No embedding model can be used, the search took too long, or too many searches are waiting.'

/** All callers get the same results. Importers, too, find public images only. */
export const searchRoutes = [
  groupedSearchRoute,
  placeSearchRoute,
  route({
    method: 'GET',
    path: '/api/v2/search/text/',
    cacheable: true,
    summary: 'Search by text',
    responses: { 200: textSearchResults },
    errorResponses: {
      400: INVALID,
      503: 'The search took too long, or too many searches are waiting.',
    },
    errorKey: 'error',
    handlerInput: { query: textSearchQuery },
    async handle({ catalog, query, links, clientAddress, disconnectSignal }) {
      const { q, threshold, page, page_size, ...shared } = parseParameters(textSearchQuery, query)
      const search = {
        text: q,
        threshold,
        filter: toSearchFilter(shared),
        page: { number: page, size: page_size },
      }
      const found = await searchText(catalog, search, clientAddress(), disconnectSignal())
      return json(presentRankedResults(found, q, { page, page_size, links }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/search/semantic/',
    summary: 'Search by what images show',
    responses: { 200: semanticSearchResults },
    errorResponses: { 400: INVALID, 503: UNAVAILABLE },
    errorKey: 'error',
    handlerInput: { query: semanticSearchQuery },
    async handle({ catalog, query, links, clientAddress, disconnectSignal }) {
      const { q, page, page_size, ...shared } = parseParameters(semanticSearchQuery, query)
      const search = {
        text: q,
        filter: toSearchFilter(shared),
        page: { number: page, size: page_size },
      }
      const found = await searchSemantic(catalog, search, clientAddress(), disconnectSignal())
      return json(presentRankedResults(found, q, { page, page_size, links }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/search/similar/',
    summary: 'Search images that look like an image',
    responses: { 200: semanticSearchResults },
    errorResponses: {
      400: INVALID,
      404: 'The image does not exist, or is not public.',
      409: 'The embedding model has not processed the image yet.',
      503: UNAVAILABLE,
    },
    errorKey: 'error',
    handlerInput: { query: similarSearchQuery },
    async handle({ catalog, query, links, clientAddress, disconnectSignal }) {
      const { image, page, page_size, ...shared } = parseParameters(similarSearchQuery, query)
      const search = {
        imageId: image,
        filter: toSearchFilter(shared),
        page: { number: page, size: page_size },
      }
      const found = await searchSimilar(catalog, search, clientAddress(), disconnectSignal())
      return json(presentRankedResults(found, String(image), { page, page_size, links }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/search/in-view/',
    cacheable: true,
    summary: 'Search images that show a position',
    responses: { 200: inViewSearchResults },
    errorResponses: { 400: INVALID },
    errorKey: 'error',
    handlerInput: { query: inViewSearchQuery },
    async handle({ catalog, query, links }) {
      const given = parseParameters(inViewSearchQuery, query)
      const { lat: latitude, lon: longitude, radius, page, page_size, ...shared } = given
      const found = await searchInView(catalog, {
        latitude,
        longitude,
        radius,
        filter: toSearchFilter(shared),
        page: { number: page, size: page_size },
      })
      return json({
        latitude,
        longitude,
        radius,
        page,
        page_size,
        count: found.count,
        has_more: found.hasMore,
        results: found.rows.map((row) => presentInViewResult(row, { links })),
      } satisfies InViewSearchResults)
    },
  }),
]

function toSearchFilter(query: Omit<SharedSearchQuery, 'page' | 'page_size'>): SearchFilter {
  return {
    sources: query.source,
    collections: query.collection,
    subjects: query.subject,
    yearMin: query.year_min,
    yearMax: query.year_max,
    georeferenced: query.georeferenced,
  }
}
