import type { Extent } from 'ol/extent.js'
import { toLonLat } from 'ol/proj.js'

/** The width of the world in meters. */
export const WORLD = 40_075_016.68

/** Converts an extent of the map to degrees. */
export function toDegrees(extent: Extent): Extent {
  const [west = 0, south = 0, east = 0, north = 0] = extent
  const [left = 0, bottom = 0] = toLonLat([west, south])
  const [right = 0, top = 0] = toLonLat([east, north])
  const isWorld = east - west >= WORLD
  return isWorld ? [-180, bottom, 180, top] : [left, bottom, right, top]
}

/** Formats degrees as `west,south,east,north`, to a centimeter, and the zoom level of tiles: `7.5,47.5,7.6,47.6@9`. */
export function formatBox(box: Extent, tileZoom: number): string {
  return `${box.map((one) => Number(one.toFixed(7))).join()}@${tileZoom}`
}

/** Parses `west,south,east,north`, which the zoom level of tiles may follow. */
export function parseBounds(text: string): Extent {
  return text.split(',').map((degrees) => Number.parseFloat(degrees))
}
