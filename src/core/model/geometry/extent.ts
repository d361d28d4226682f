import { wrapLongitude } from '../tiles/world.ts'
import type { Coordinate } from './geodesic.ts'
import { MAX_LATITUDE } from './coordinate-limits.ts'

/** West, south, east and north, in degrees. East is over 180 if the extent crosses the antimeridian. */
export type Extent = readonly [west: number, south: number, east: number, north: number]

const WHOLE_TURN = 360

/** Of latitude, where it is shortest. */
const METERS_PER_DEGREE = 110_574

/** Returns the extent of a position, which has no width and height. */
export function pointExtent({ latitude, longitude }: Coordinate): Extent {
  return [longitude, latitude, longitude, latitude]
}

/** Returns the smallest extent around a circle, with a margin of a few per mille. @param radius in meters */
export function extentAround({ latitude, longitude }: Coordinate, radius: number): Extent {
  const height = radius / METERS_PER_DEGREE
  const south = Math.max(latitude - height, -MAX_LATITUDE)
  const north = Math.min(latitude + height, MAX_LATITUDE)
  const shortest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const width = Math.min(height / shortest, WHOLE_TURN / 2)
  return [longitude - width, south, longitude + width, north]
}

/**
 * Finds the extent of positions, as longitude and latitude. It crosses the antimeridian if it would otherwise be wider
 * than half of the world.
 * @returns null without positions
 */
export function findExtent(positions: readonly (readonly [number, number])[]): Extent | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  // The same across the antimeridian.
  let [westAcross, eastAcross] = [Infinity, -Infinity]
  for (const [longitude, latitude] of positions) {
    const across = longitude < 0 ? longitude + WHOLE_TURN : longitude
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    westAcross = Math.min(westAcross, across)
    eastAcross = Math.max(eastAcross, across)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  if (west > east) return null
  const isAcross = east - west > WHOLE_TURN / 2 && eastAcross - westAcross < WHOLE_TURN / 2
  return isAcross ? [westAcross, south, eastAcross, north] : [west, south, east, north]
}

/** Adds a turn to an east that is less than west, as in boxes of GeoJSON across the antimeridian (RFC 7946, section 5.2). */
export function unwrapExtent([west, south, east, north]: Extent): Extent {
  return [west, south, east < west ? east + WHOLE_TURN : east, north]
}

/** Returns the smallest extent that contains both. */
export function joinExtents(one: Extent, other: Extent): Extent {
  const beside = moveBeside(other, one)
  const west = Math.min(one[0], beside[0])
  const east = Math.max(one[2], beside[2])
  const turn = west < -WHOLE_TURN / 2 ? WHOLE_TURN : 0
  return [west + turn, Math.min(one[1], other[1]), east + turn, Math.max(one[3], other[3])]
}

/** Moves an extent by whole turns, so that its longitudes can be compared with those of another one. */
export function moveBeside(extent: Extent, other: Extent): Extent {
  const [west, south, east, north] = extent
  const turns = Math.round((other[0] + other[2] - west - east) / 2 / WHOLE_TURN)
  return [west + turns * WHOLE_TURN, south, east + turns * WHOLE_TURN, north]
}

/** Whether a position is in an extent, edges inclusive. */
export function isWithin(position: Coordinate, extent: Extent): boolean {
  const [longitude, latitude] = moveBeside(pointExtent(position), extent)
  const [west, south, east, north] = extent
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}

/** Returns the middle, with a longitude between −180 and 180. */
export function findMiddle([west, south, east, north]: Extent): Coordinate {
  return { latitude: (south + north) / 2, longitude: wrapLongitude((west + east) / 2) }
}
