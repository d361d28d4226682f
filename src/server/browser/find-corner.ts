import { boundingExtent, buffer, extend, type Extent } from 'ol/extent.js'
import type Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import type OpenLayersMap from 'ol/Map.js'
import { fromLonLat, toLonLat } from 'ol/proj.js'
import type { CatalogLayer } from './catalog-layer.ts'
import { isArea } from './catalog-style.ts'
import { findFeature, formatBox, toDegrees, TOLERANCE } from './map-marks.ts'
import type { Corner } from './map/map-address.ts'
import { parseBounds } from './map/merge-clusters.ts'

/** Corner at a pixel of the map. */
export interface FoundCorner extends Corner {
  /** Its middle, in units of the map. */
  center: number[]
}

/** Distance from a click within which pictures belong to its corner, in pixels. */
const REACH = 24

/** Around a cluster of the highest zoom level, whose members have the same position. Wider than a unit of the tiles. */
const SPOT_METERS = 1

/** Finds the corner at a pixel, with all members of its clusters. Without marks, it has the areas at the pixel. */
export function findCorner(
  map: OpenLayersMap,
  catalog: CatalogLayer,
  pixel: number[],
): FoundCorner | undefined {
  const resolution = map.getView().getResolution() ?? 1
  // The features are on the first of the worlds beside each other.
  const center = fromLonLat(toLonLat(map.getCoordinateFromPixel(pixel)))
  const around = (pixels: number) => buffer(boundingExtent([center]), pixels * resolution)
  const hit = findFeature(map, catalog, pixel)
  const near = catalog.layer.getSource()?.getFeaturesInExtent(around(REACH)) ?? []
  const marks = [...new Set(hit ? [hit, ...near] : near)].filter(isMark)
  if (marks.length > 0) {
    const box = marks.map(findMembers).reduce(extend, toDegrees(around(REACH)))
    return { center, kind: combineKinds(marks.map(getKind)), box: formatBox(box) }
  }
  return hit && { center, kind: 'areas', box: formatBox(toDegrees(around(TOLERANCE))) }
}

function isMark(feature: Feature): boolean {
  return feature.getGeometry() instanceof Point
}

/** Returns the box of what a mark stands for, in degrees. */
function findMembers(mark: Feature): Extent {
  const bounds: unknown = mark.get('bounds')
  const place = mark.getGeometry()?.getExtent() ?? []
  return typeof bounds === 'string' ? parseBounds(bounds) : toDegrees(buffer(place, SPOT_METERS))
}

function getKind(mark: Feature): Corner['kind'] {
  const kind = mark.get('kind') as Corner['kind'] | undefined
  return kind ?? (isArea(mark) ? 'areas' : 'points')
}

function combineKinds(kinds: readonly Corner['kind'][]): Corner['kind'] {
  const [first = 'all', ...others] = kinds
  return others.every((kind) => kind === first) ? first : 'all'
}
