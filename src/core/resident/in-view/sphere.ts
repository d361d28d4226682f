import type { Coordinate } from '../../model/geometry/geodesic.ts'

/** A vector in a frame whose z axis points to the North Pole and whose x axis points to 0° N 0° E. */
export type Vector = readonly [x: number, y: number, z: number]

/** Radians in a degree. */
export const RADIANS = Math.PI / 180

/** Maps a coordinate to the unit sphere; its latitude and longitude stay the same. */
export function toUnitVector({ latitude, longitude }: Coordinate): Vector {
  const [phi, lambda] = [latitude * RADIANS, longitude * RADIANS]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** Returns where the ray along a vector meets the sphere. */
export function toCoordinate([x, y, z]: Vector): Coordinate {
  return {
    latitude: Math.atan2(z, Math.hypot(x, y)) / RADIANS,
    longitude: Math.atan2(y, x) / RADIANS,
  }
}

/** Returns the horizontal unit vector that points into a direction at a coordinate. NaN yields NaN. */
export function toHorizontalVector({ latitude, longitude }: Coordinate, direction: number): Vector {
  const [phi, lambda, alpha] = [latitude * RADIANS, longitude * RADIANS, direction * RADIANS]
  const [north, east] = [Math.cos(alpha), Math.sin(alpha)]
  return [
    -north * Math.sin(phi) * Math.cos(lambda) - east * Math.sin(lambda),
    -north * Math.sin(phi) * Math.sin(lambda) + east * Math.cos(lambda),
    north * Math.cos(phi),
  ]
}

/*
 * A path has the same latitudes and longitudes on a sphere as on the WGS 84 ellipsoid. Its length on the ellipsoid is
 * between those on the spheres of the smallest and the greatest radius of curvature, because this is true for each
 * piece of it. The geodesic distance is therefore between the great-circle distances on these two spheres, however far
 * apart the coordinates are.
 */
const SEMI_MAJOR_AXIS = 6_378_137
const FLATTENING = 1 / 298.257223563
/** Radii of curvature along the meridian at the equator, and at the poles. */
const SMALLEST_RADIUS = SEMI_MAJOR_AXIS * (1 - FLATTENING) ** 2
const GREATEST_RADIUS = SEMI_MAJOR_AXIS / (1 - FLATTENING)

/** Covers rounding errors, in meters. */
const TOLERANCE = 1e-6

export function getSquaredChord(one: Vector, other: Vector): number {
  const chord = subtract(one, other)
  return multiply(chord, chord)
}

export function add(one: Vector, other: Vector): Vector {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

export function subtract(one: Vector, other: Vector): Vector {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}

/** Returns the scalar product. */
export function multiply(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

export function getLength(vector: Vector): number {
  return Math.sqrt(multiply(vector, vector))
}

/** Returns the least possible geodesic distance in meters of two points with this squared chord on the unit sphere. */
export function getLeastDistance(squaredChord: number): number {
  return SMALLEST_RADIUS * getAngle(squaredChord) - TOLERANCE
}

/** Returns the greatest possible geodesic distance in meters of two points with this squared chord. */
export function getGreatestDistance(squaredChord: number): number {
  return GREATEST_RADIUS * getAngle(squaredChord) + TOLERANCE
}

function getAngle(squaredChord: number): number {
  return 2 * Math.asin(Math.min(1, Math.sqrt(squaredChord) / 2))
}

/** Squared chords on the unit sphere that decide about a geodesic distance. */
export interface ChordBounds {
  /** Up to this one, the distance is within the radius. */
  within: number
  /** Above this one, the distance is beyond the radius. */
  beyond: number
}

/** @param radius in meters */
export function getChordBounds(radius: number): ChordBounds {
  return {
    within: squareChord((radius - TOLERANCE) / GREATEST_RADIUS),
    beyond: squareChord((radius + TOLERANCE) / SMALLEST_RADIUS),
  }
}

function squareChord(angle: number): number {
  if (angle < 0) return -1
  return angle >= Math.PI ? Infinity : (2 * Math.sin(angle / 2)) ** 2
}
