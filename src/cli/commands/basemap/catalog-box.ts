import { CatalogError } from '../../../core/base/errors.ts'
import type { AreaBounds } from '../../../core/model/tiles/areas.ts'
import type { Cli } from '../../cli.ts'
import { withCatalog, type DataOption } from '../../host/with-catalog.ts'

/** Around the placements: a part of their width and height, and at least so many degrees, about 3 km. */
const MARGIN = 0.1
const MIN_MARGIN = 0.03
/** The end of Web Mercator. */
const LAST_LATITUDE = 85

/**
 * Returns the box of the placements of a catalog with a margin, `west,south,east,north`. Those far away from most others
 * do not count, as at the start of the map.
 * @throws CatalogError kind `invalid` if nothing is placed
 */
export async function findCatalogBox(cli: Cli, options: DataOption): Promise<string> {
  const { findExtent } = await import('../../../core/queries/tiles/find-extent.ts')
  const everything = { visibility: 'everything' } as const
  const extent = await withCatalog(cli, options, ({ reads }) =>
    findExtent(reads, { points: everything, areas: everything }),
  )
  if (extent) return addMargin(extent.main)
  throw new CatalogError('invalid', 'Nothing is placed on the map yet, so the area is unknown.', {
    code: 'usage',
    hint: 'Name it in degrees: catalog basemap fetch --bbox WEST,SOUTH,EAST,NORTH',
  })
}

function addMargin({ west, south, east, north }: AreaBounds): string {
  const height = Math.max(MIN_MARGIN, (north - south) * MARGIN)
  const widening = 1 / Math.max(0.1, Math.cos((((south + north) / 2) * Math.PI) / 180))
  const width = Math.max(MIN_MARGIN * widening, (east - west) * MARGIN)
  // Extents across the antimeridian go on beyond it, and others may be a turn away.
  const turn = west >= 180 ? 360 : 0
  const box = [
    west - width - turn,
    Math.max(-LAST_LATITUDE, south - height),
    east + width - turn,
    Math.min(LAST_LATITUDE, north + height),
  ]
  return box.map((degrees) => Number(degrees.toFixed(4))).join()
}
