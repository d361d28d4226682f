import { boundingExtent, buffer, getCenter } from 'ol/extent.js'
import type Feature from 'ol/Feature.js'
import Point from 'ol/geom/Point.js'
import type OpenLayersMap from 'ol/Map.js'
import { fromLonLat, toLonLat } from 'ol/proj.js'
import type { CatalogLayer } from './catalog-layer.ts'
import { isArea } from './catalog-style.ts'
import { formatBox, toDegrees } from './map/boxes.ts'
import { findFeature, TOLERANCE } from './map-marks.ts'
import type { Corner } from './map/map-address.ts'
import type { Cluster } from './map/merge-clusters.ts'

/** Corner at a pixel of the map. */
export interface FoundCorner extends Corner {
  /** Its middle, in units of the map. */
  center: number[]
}

/** Distance from a click within which pictures belong to its corner, in pixels. */
const REACH = 24

/**
 * Finds the corner at a pixel: what the cluster there counts, or else all pictures around. Without marks, it has the
 * areas at the pixel.
 */
export function findCorner(
  map: OpenLayersMap,
  catalog: CatalogLayer,
  pixel: number[],
): FoundCorner | undefined {
  const resolution = map.getView().getResolution() ?? 1
  const tileZoom = catalog.getTileZoom()
  // The features are on the first of the worlds beside each other.
  const center = fromLonLat(toLonLat(map.getCoordinateFromPixel(pixel)))
  const around = (pixels: number) => buffer(boundingExtent([center]), pixels * resolution)
  const hit = findFeature(map, catalog, pixel)
  const near = catalog.layer.getSource()?.getFeaturesInExtent(around(REACH)) ?? []
  const marks = [...new Set(hit ? [hit, ...near] : near)].filter(isMark)
  const cluster = hit && isMark(hit) ? [hit].find(isCluster) : marks.find(isCluster)
  const describeBox = (pixels: number) => formatBox(toDegrees(around(pixels)), tileZoom)
  if (cluster) return describeCluster(cluster, tileZoom)
  if (marks.length > 0) return { center, kind: combineKinds(marks), box: describeBox(REACH) }
  return hit && { center, kind: 'drawn', box: describeBox(TOLERANCE) }
}

function describeCluster(cluster: Feature, tileZoom: number): FoundCorner {
  const { kind, box } = cluster.getProperties() as Cluster
  const center = getCenter(cluster.getGeometry()?.getExtent() ?? [])
  return { center, kind, box: formatBox(box, tileZoom) }
}

function isMark(feature: Feature): boolean {
  return feature.getGeometry() instanceof Point
}

function isCluster(feature: Feature): boolean {
  return feature.get('count') !== undefined
}

function combineKinds(marks: readonly Feature[]): Corner['kind'] {
  const kinds = new Set(marks.map((mark) => (isArea(mark) ? 'areas' : 'points')))
  const [kind = 'all'] = kinds
  return kinds.size === 1 ? kind : 'all'
}
