import {
  placeSearchQuery,
  placeSearchResults,
  type PlaceSearchResults,
} from '../../core/contract/place-search.ts'
import { parseParameters } from '../../core/contract/parse-fields.ts'
import { parseTypedPosition } from '../../core/model/geometry/typed-position.ts'
import { searchPlaces, type PlaceQuery } from '../../core/queries/searches/place-search.ts'
import { json } from '../http/reply.ts'
import { route, type RouteRequest } from '../http/route.ts'
import { presentFoundPlaces, presentTypedPlace } from '../presenters/place-search.ts'

/** People search a few times for each image. */
const SEARCHES_PER_MINUTE = 60

/** Searches for places that a text names, on pages and in the API. @param language of the text */
export async function findPlaces(
  {
    catalog,
    clientAddress,
    disconnectSignal,
  }: Pick<RouteRequest, 'catalog' | 'clientAddress' | 'disconnectSignal'>,
  { language, ...query }: PlaceQuery & { language: string | undefined },
): Promise<PlaceSearchResults> {
  const position = parseTypedPosition(query.text, language)
  if (position) return presentTypedPlace(position)
  return presentFoundPlaces(await searchPlaces(catalog, query, clientAddress(), disconnectSignal()))
}

export const placeSearchRoute = route({
  method: 'GET',
  path: '/api/v2/search/places/',
  summary: 'Search places by name',
  responses: { 200: placeSearchResults },
  errorResponses: { 400: 'A parameter is missing or invalid.' },
  errorKey: 'error',
  perMinute: SEARCHES_PER_MINUTE,
  handlerInput: { query: placeSearchQuery },
  async handle(request) {
    const { q, lat, lon, lang } = parseParameters(placeSearchQuery, request.query)
    const near = lat === undefined || lon === undefined ? null : { latitude: lat, longitude: lon }
    return json(await findPlaces(request, { text: q, near, language: lang }))
  },
})
