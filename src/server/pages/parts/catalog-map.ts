import type { Html } from '../../../core/base/html.ts'
import type { AreaBounds } from '../../../core/model/tiles/areas.ts'
import type { PlacedExtent } from '../../../core/model/tiles/placed-extent.ts'
import type { Basemap } from '../../basemap/find-basemap.ts'
import type { Visit } from '../visit.ts'
import { renderMapFrame, type MapFrame } from './map-frame.ts'

/** Images on a map, with their clusters, cones and areas. */
export interface CatalogMap {
  /** Extent of the images; null if there are none. */
  extent: PlacedExtent | null
  /** Width of what a camera sees, in degrees. */
  viewingCone: number
  basemap: Basemap
}

/** Members that depend on the page. */
interface CatalogMapFrame extends Pick<MapFrame, 'enhance' | 'id' | 'label' | 'caption'> {
  /** The filters of the tiles: a query with its question mark, or nothing. */
  query: string
  data?: Readonly<Record<string, string>>
}

/** Renders the element in which a script shows images on a map. A click on one of them shows its preview. */
export function renderCatalogMap(
  visit: Visit,
  { extent, viewingCone, basemap }: CatalogMap,
  { query, data, ...frame }: CatalogMapFrame,
): Html {
  const { links, language, messages } = visit
  const { map } = messages
  return renderMapFrame(visit, {
    ...frame,
    basemap,
    help: map.help,
    reset: map.reset,
    data: {
      tiles: links.api(`/tiles/{z}/{x}/{y}.mvt${query}`),
      pictures: links.base(`/map/pictures/${query}`),
      start: extent ? formatBounds(extent.main) : '',
      extent: extent ? formatBounds(extent.all) : '',
      cone: String(viewingCone),
      language,
      corner: map.corner,
      position: map.position('{n}', '{count}'),
      previous: map.previous,
      next: map.next,
      close: map.close,
      nothing: map.nothingInView,
      failed: map.failed,
      ...data,
    },
  })
}

function formatBounds({ west, south, east, north }: AreaBounds): string {
  return [west, south, east, north].map((degrees) => Number(degrees.toFixed(6))).join()
}
