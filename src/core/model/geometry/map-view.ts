import { MAX_LATITUDE } from './coordinate-limits.ts'

/** Center and zoom level of a map, as in the parameter `map=15.2/47.56/7.59`. */
export interface MapView {
  /** Zoom level of 256 pixels a tile, with fractions. */
  zoom: number
  /** Of the center, in degrees. */
  latitude: number
  longitude: number
}

const MAX_ZOOM = 24
const WORLD_PIXELS = 256

/** Parses `zoom/latitude/longitude`. Returns undefined for anything else. */
export function parseMapView(text: string): MapView | undefined {
  const parts = text.split('/')
  const [zoom = NaN, latitude = NaN, longitude = NaN] = parts.map((part) =>
    /^-?\d{1,3}(?:\.\d{1,20})?$/.test(part) ? Number(part) : NaN,
  )
  const isView =
    parts.length === 3 &&
    zoom >= 0 &&
    zoom <= MAX_ZOOM &&
    Math.abs(latitude) <= MAX_LATITUDE &&
    Math.abs(longitude) <= 180
  return isView ? { zoom, latitude, longitude } : undefined
}

/**
 * Returns the box that a window of this size in pixels shows, in Web Mercator.
 * @returns the text of a box, `west,south,east,north` in degrees
 */
export function findViewBox(
  { zoom, latitude, longitude }: MapView,
  { width, height }: { width: number; height: number },
): string {
  const pixels = WORLD_PIXELS * 2 ** zoom
  const sideways = Math.min(180, (180 * width) / pixels)
  const upward = (Math.PI * height) / pixels
  const middle = Math.asinh(Math.tan((latitude * Math.PI) / 180))
  const south = toLatitude(middle - upward)
  const north = toLatitude(middle + upward)
  return [longitude - sideways, south, longitude + sideways, north].map(round).join()
}

/** About a meter. */
function round(degrees: number): number {
  return Number(degrees.toFixed(5))
}

function toLatitude(mercator: number): number {
  return (Math.atan(Math.sinh(mercator)) * 180) / Math.PI
}
