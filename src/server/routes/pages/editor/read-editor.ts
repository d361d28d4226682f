import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { findMapHints } from '../../../../core/queries/images/map-hints.ts'
import { MAX_POSITION_LENGTH } from '../../../../core/model/geometry/typed-position.ts'
import { findBasemap } from '../../../basemap/find-basemap.ts'
import type { Links } from '../../../http/links.ts'
import type { Scope } from '../../../pages/editor/scope.ts'
import type { Visit } from '../../../pages/visit.ts'
import { findMiddle, presentMapStart, type MapStart } from '../../../presenters/map-start.ts'
import { readImagePage } from '../../read-image-page.ts'
import { findScopeNames } from './scope-filter.ts'
import { findPlaces } from '../../search-places.ts'
import type { RouteRequest } from '../../../http/route.ts'
import type { Where } from '../../../pages/editor/where.ts'

/**
 * Reads what both editors show of an image, in the language of the visit.
 * @throws CatalogError kind `not_found`
 */
export async function readEditor(
  { catalog, links }: { catalog: Catalog; links: Links },
  { visit, id, scope }: { visit: Pick<Visit, 'session' | 'language'>; id: number; scope: Scope },
) {
  const presented = await readImagePage({ catalog, links }, { visit, id })
  const { collection, subjects } = presented.image
  const subjectIds = subjects.map((subject) => subject.id)
  const [basemap, hints, scopeNames] = await Promise.all([
    findBasemap(catalog.config, links),
    findMapHints(catalog, { collectionId: collection.id, subjectIds }),
    findScopeNames(catalog.reads, scope),
  ])
  const start = presentMapStart(presented.image, hints)
  return { ...presented, basemap, start, scope, scopeNames }
}

/** Searches for what was typed into the box over the map; undefined if that is nothing. */
export async function findWhere(
  request: RouteRequest,
  { where: given = '', start }: { where?: string | undefined; start: MapStart },
  { session, language }: Pick<Visit, 'session' | 'language'>,
): Promise<Where | undefined> {
  const text = given.slice(0, MAX_POSITION_LENGTH).replaceAll('\0', '')
  if (text === '') return undefined
  const near = findMiddle(start.box ?? start.nearby)
  // Pages of visitors are not limited by client address, as the API is.
  const catalog = session ? request.catalog : { ...request.catalog, geocoder: null }
  return { text, found: await findPlaces({ ...request, catalog }, { text, near, language }) }
}
