import { findNewestPoint } from '../../../../core/queries/places/newest-point.ts'
import { suggestPlacesFor } from '../../../../core/queries/places/suggest-for-image.ts'
import { MAX_POSITION_LENGTH } from '../../../../core/model/geometry/typed-position.ts'
import { findBasemap } from '../../../basemap/find-basemap.ts'
import type { Scope } from '../../../pages/editor/scope.ts'
import type { Visit } from '../../../pages/visit.ts'
import { presentMapStart, type MapStart } from '../../../presenters/map-start.ts'
import { presentPlaceSuggestions } from '../../../presenters/place-suggestions.ts'
import { readImagePage } from '../../read-image-page.ts'
import { findScopeNames } from './scope-filter.ts'
import { findPlaces } from '../../place-search.ts'
import type { RouteRequest } from '../../../http/route.ts'
import type { Where } from '../../../pages/editor/where.ts'

/**
 * Reads what both editors show of an image, in the language of the visit.
 * @throws CatalogError kind `not_found`
 */
export async function readEditor(
  {
    catalog,
    links,
    clientAddress,
    disconnectSignal,
  }: Pick<RouteRequest, 'catalog' | 'links' | 'clientAddress' | 'disconnectSignal'>,
  { visit, id, scope }: { visit: Pick<Visit, 'session' | 'language'>; id: number; scope: Scope },
) {
  const presented = await readImagePage({ catalog, links }, { visit, id })
  const { collection, ...image } = presented.image
  const client = { address: clientAddress(), signal: disconnectSignal() }
  const [basemap, newest, places, scopeNames] = await Promise.all([
    findBasemap(catalog.config, links),
    findNewestPoint(catalog, collection.id),
    suggestPlacesFor(catalog, { ...image, collection_id: collection.id }, client),
    findScopeNames(catalog.reads, scope),
  ])
  const { results: suggestions } = presentPlaceSuggestions(places)
  const start = presentMapStart(presented.image, { suggestions, newest })
  return { ...presented, basemap, start, suggestions, scope, scopeNames }
}

/** Searches for what was typed into the box over the map; undefined if that is nothing. */
export async function findWhere(
  request: RouteRequest,
  { where: given = '', start }: { where?: string | undefined; start: MapStart },
  { session, language }: Pick<Visit, 'session' | 'language'>,
): Promise<Where | undefined> {
  const text = given.slice(0, MAX_POSITION_LENGTH).replaceAll('\0', '')
  if (text === '') return undefined
  // Visitors without a session do not use up the quota of the geocoder.
  const catalog = session ? request.catalog : { ...request.catalog, geocoder: null }
  return {
    text,
    found: await findPlaces({ ...request, catalog }, { text, near: start.center, language }),
  }
}
