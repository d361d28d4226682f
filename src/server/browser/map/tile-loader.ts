import Feature from 'ol/Feature.js'
import MVT from 'ol/format/MVT.js'
import MultiLineString from 'ol/geom/MultiLineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import type RenderFeature from 'ol/render/Feature.js'
import { createBackoff } from './backoff.ts'
import { takeResponse } from './early-requests.ts'
import type { FailureNotice } from './failure-notice.ts'
import { cutRing, listEdges, type Position as AreaPosition } from './area-parts.ts'
import { fillTemplate, HALF_WORLD, type TileAddress } from './tile-addresses.ts'

/** Tiles that are kept, of which a window shows up to 20. */
const MAX_KEPT = 300

/** Loads the features of tiles, and keeps them. */
export interface TileLoader {
  /** Returns the features of a tile; undefined until it is loaded. Calls `onLoad` then. */
  get(tile: TileAddress): readonly Feature[] | undefined
  /** Loads those again that failed. */
  retry(): void
}

/**
 * @param template address of the tiles with `{z}`, `{x}` and `{y}`
 * @param onLoad is called after each tile, and when it is time to load others again
 * @param failure is shown after the last of several attempts
 */
export function createTileLoader(
  template: string,
  onLoad: () => void,
  failure: FailureNotice,
): TileLoader {
  const format = new MVT()
  const kept = new Map<string, readonly Feature[] | undefined>()
  const failed = new Set<string>()
  const forgetFailed = (): void => {
    for (const url of failed) kept.delete(url)
    failed.clear()
    onLoad()
  }
  const backoff = createBackoff(forgetFailed, failure.show)
  const load = async (url: string, tile: TileAddress): Promise<void> => {
    try {
      const response = await takeResponse(url)
      if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
      const all = format.readFeatures(await response.arrayBuffer())
      kept.set(
        url,
        all.flatMap((feature) => placeOnMap(feature, tile)),
      )
      failure.hide()
      backoff.succeed()
      onLoad()
    } catch {
      failed.add(url)
      backoff.fail()
    }
  }
  return {
    retry: backoff.restart,
    get(tile) {
      const url = fillTemplate(template, tile)
      const features = kept.get(url)
      if (kept.has(url)) {
        // The oldest are deleted first.
        kept.delete(url)
        kept.set(url, features)
        return features
      }
      kept.set(url, undefined)
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
      void load(url, tile)
      return undefined
    },
  }
}

/** Without an id, since a point and an area may have the same one, and an area may be on several tiles. */
function placeOnMap(feature: RenderFeature, tile: TileAddress): Feature[] {
  const properties = feature.getProperties()
  const toMap = createProjection(tile)
  const flat = feature.getFlatCoordinates()
  if (feature.getType() === 'Point') {
    // Positions are rounded down to whole units.
    const middle: AreaPosition = [(flat[0] ?? 0) + 0.5, (flat[1] ?? 0) + 0.5]
    return [new Feature({ ...properties, geometry: new Point(toMap(middle)) })]
  }
  const rings = splitRings(flat, feature.getEnds() ?? [])
  const filled = rings.map(cutRing).filter(({ length }) => length > 3)
  const edges = rings.flatMap(listEdges).map((edge) => edge.map(toMap))
  return [
    new Feature({ ...properties, geometry: new Polygon(filled.map((ring) => ring.map(toMap))) }),
    new Feature({ ...properties, isOutline: true, geometry: new MultiLineString(edges) }),
  ]
}

function createProjection([z, x, y]: TileAddress): (position: AreaPosition) => number[] {
  const size = (2 * HALF_WORLD) / 2 ** z
  return ([right, down]) => [
    (x + right / TILE_UNITS) * size - HALF_WORLD,
    HALF_WORLD - (y + down / TILE_UNITS) * size,
  ]
}

/** @param ends where each ring ends in the coordinates */
function splitRings(flat: readonly number[], ends: readonly number[]): AreaPosition[][] {
  return ends.map((end, index) => {
    const ring: AreaPosition[] = []
    for (let n = ends[index - 1] ?? 0; n < end; n += 2) ring.push([flat[n] ?? 0, flat[n + 1] ?? 0])
    return ring
  })
}

/** Units along the side of a tile. */
const TILE_UNITS = 4096
