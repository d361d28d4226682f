import { wrapLongitude } from '../tiles/world.ts'
import type { Coordinate } from './geodesic.ts'

const METERS_PER_DEGREE = 111_195

/** Estimates the distance between two positions in meters: right to 1% within some kilometers, and quicker than a geodesic. */
export function estimateDistance(one: Coordinate, other: Coordinate): number {
  return estimateFrom(one)(other)
}

/** Returns the function that estimates the distance of other positions, for many of them. */
export function estimateFrom({ latitude, longitude }: Coordinate): (to: Coordinate) => number {
  const perLongitude = metersPerLongitude({ latitude })
  return (to) => {
    const east = wrapLongitude(to.longitude - longitude) * perLongitude
    const north = (to.latitude - latitude) * METERS_PER_DEGREE
    return Math.sqrt(east * east + north * north)
  }
}

/** Computes how far a position is to the east and to the north of another, in meters, on the plane that touches it there. */
export function findOffset(from: Coordinate, to: Coordinate): { east: number; north: number } {
  return {
    east: wrapLongitude(to.longitude - from.longitude) * metersPerLongitude(from),
    north: (to.latitude - from.latitude) * METERS_PER_DEGREE,
  }
}

/** Moves a position by meters: the opposite of `findOffset`. */
export function moveBy(
  from: Coordinate,
  { east, north }: { east: number; north: number },
): Coordinate {
  return {
    latitude: from.latitude + north / METERS_PER_DEGREE,
    longitude: wrapLongitude(from.longitude + east / metersPerLongitude(from)),
  }
}

function metersPerLongitude({ latitude }: Pick<Coordinate, 'latitude'>): number {
  return METERS_PER_DEGREE * Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
}
