import type { PlacedFilters } from '../../../core/queries/tiles/tile-query.ts'
import { getViewingCone } from '../../../core/queries/settings/viewing-cone.ts'
import { findBasemap } from '../../basemap/find-basemap.ts'
import type { CatalogMap } from '../../pages/parts/catalog-map.ts'
import type { RouteRequest } from '../../http/route.ts'

/** Reads what a map of the images that match needs. */
export async function readCatalogMap(
  { catalog, links }: Pick<RouteRequest, 'catalog' | 'links'>,
  placed: PlacedFilters,
): Promise<CatalogMap> {
  const [extent, viewingCone, basemap] = await Promise.all([
    catalog.lists.ask('extent', placed),
    getViewingCone(catalog.reads),
    findBasemap(catalog.config, links),
  ])
  return { extent, viewingCone, basemap }
}
