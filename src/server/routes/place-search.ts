import {
  placeSearchQuery,
  placeSearchResults,
  type PlaceSearchResults,
} from '../../core/contract/place-search.ts'
import { PLACE_SEARCHES_PER_MINUTE } from '../../core/base/limits.ts'
import { parseParameters } from '../../core/contract/parse-fields.ts'
import type { Coordinate } from '../../core/model/geometry/geodesic.ts'
import { findNearestCell, parseShortPlusCode } from '../../core/model/geometry/plus-code.ts'
import { parseTypedPosition } from '../../core/model/geometry/typed-position.ts'
import { searchPlaces, type PlaceQuery } from '../../core/queries/searches/place-search.ts'
import { json } from '../http/reply.ts'
import { route, type RouteRequest } from '../http/route.ts'
import { presentFoundPlaces, presentTypedPlace } from '../presenters/place-search.ts'

/** The error 429 of routes that search for places. */
export const TOO_MANY_PLACE_SEARCHES = `More than ${PLACE_SEARCHES_PER_MINUTE} searches for places per minute from one client address.`

type SearchRequest = Pick<RouteRequest, 'catalog' | 'clientAddress' | 'disconnectSignal'>

/**
 * Searches for places that a text names, on pages and in the API.
 * @param language of the text
 * @throws CatalogError kind `rate_limited`
 */
export async function findPlaces(
  request: SearchRequest,
  { language, ...query }: PlaceQuery & { language: string | undefined },
): Promise<PlaceSearchResults> {
  await request.catalog.addressLimits.placeSearches(request.clientAddress())
  const position = parseTypedPosition(query.text, language) ?? (await findShortCode(request, query))
  return position ? presentTypedPlace(position) : findNamed(request, query)
}

async function findNamed(
  { catalog, clientAddress, disconnectSignal }: SearchRequest,
  query: PlaceQuery,
): Promise<PlaceSearchResults> {
  return presentFoundPlaces(await searchPlaces(catalog, query, clientAddress(), disconnectSignal()))
}

/** Finds the position of a short Open Location Code near the place after it, or else near the given position. */
async function findShortCode(
  request: SearchRequest,
  { text, near }: PlaceQuery,
): Promise<Coordinate | undefined> {
  const short = parseShortPlusCode(text)
  if (!short) return undefined
  const { code, place } = short
  const reference = place === '' ? near : await findFirst(request, { text: place, near })
  return reference ? findNearestCell(code, reference) : undefined
}

async function findFirst(request: SearchRequest, query: PlaceQuery): Promise<Coordinate | null> {
  const { results } = await findNamed(request, query)
  return results[0] ?? null
}

export const placeSearchRoute = route({
  method: 'GET',
  path: '/api/v2/search/places/',
  summary: 'Search places by name',
  responses: { 200: placeSearchResults },
  errorResponses: { 400: 'A parameter is missing or invalid.', 429: TOO_MANY_PLACE_SEARCHES },
  errorKey: 'error',
  handlerInput: { query: placeSearchQuery },
  async handle(request) {
    const { q, lat, lon, lang } = parseParameters(placeSearchQuery, request.query)
    const near = lat === undefined || lon === undefined ? null : { latitude: lat, longitude: lon }
    return json(await findPlaces(request, { text: q, near, language: lang }))
  },
})
