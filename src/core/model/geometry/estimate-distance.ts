import { wrapLongitude } from '../tiles/world.ts'
import type { Coordinate } from './geodesic.ts'

const METERS_PER_DEGREE = 111_195

/** Estimates the distance between two positions in meters: right to 1% within some kilometers, and quicker than a geodesic. */
export function estimateDistance(one: Coordinate, other: Coordinate): number {
  return estimateFrom(one)(other)
}

/** Returns a function that estimates distances from a position, quicker for many. */
export function estimateFrom(from: Coordinate): (to: Coordinate) => number {
  const measure = measureFrom(from)
  return (to) => {
    const { east, north } = measure(to)
    return Math.sqrt(east * east + north * north)
  }
}

/** Computes how far a position is to the east and to the north of another, in meters, on the plane that touches it there. */
export function findOffset(from: Coordinate, to: Coordinate): { east: number; north: number } {
  return measureFrom(from)(to)
}

function measureFrom({ latitude, longitude }: Coordinate) {
  const perLongitude = metersPerLongitude(latitude)
  return (to: Coordinate) => ({
    east: wrapLongitude(to.longitude - longitude) * perLongitude,
    north: (to.latitude - latitude) * METERS_PER_DEGREE,
  })
}

/** Moves a position by meters: the opposite of `findOffset`. */
export function moveBy(
  from: Coordinate,
  { east, north }: { east: number; north: number },
): Coordinate {
  return {
    latitude: from.latitude + north / METERS_PER_DEGREE,
    longitude: wrapLongitude(from.longitude + east / metersPerLongitude(from.latitude)),
  }
}

function metersPerLongitude(latitude: number): number {
  return METERS_PER_DEGREE * Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
}
