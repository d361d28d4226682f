import { findOffset, moveBy } from '../geometry/estimate-distance.ts'
import type { Coordinate } from '../geometry/geodesic.ts'

/** A position in a street with a number for a name. */
export interface NumberedPosition {
  position: Coordinate
  number: number
}

/** Maximum distance from the start, in meters. Within it, numbers are assumed to increase linearly. */
const MAX_DISTANCE = 1500
/** Numbers that are further from the sought one do not count. */
const MAX_STEPS = 20
const MIN_POSITIONS = 4
const MIN_NUMBERS = 3
/** The least share of the variance of the numbers that the plane explains. */
const MIN_EXPLAINED = 0.8
/** Streets whose numbers follow each other are at most this far apart, in meters. */
export const MAX_BLOCK = 300
/** Keeps the plane level across a line of positions: the square of 50 meters. */
const RIDGE = 50 ** 2

/**
 * Estimates where the street with a number is that is the nearest to a start, from others of its kind: a plane is fitted to
 * their numbers, and followed where it rises or falls, as a street does that crosses them.
 * @returns undefined if too few are near, or their numbers do not increase linearly
 */
export function followNumbers(
  start: Coordinate,
  numbered: readonly NumberedPosition[],
  sought: number,
): Coordinate | undefined {
  const near = numbered.flatMap(({ position, number }) => {
    const steps = number - sought
    if (Math.abs(steps) > MAX_STEPS) return []
    const offset = findOffset(start, position)
    return Math.hypot(offset.east, offset.north) <= MAX_DISTANCE ? [{ ...offset, steps }] : []
  })
  if (near.length < MIN_POSITIONS) return undefined
  if (new Set(near.map(({ steps }) => steps)).size < MIN_NUMBERS) return undefined
  const plane = fitPlane(near)
  const slope = plane && Math.hypot(plane.east, plane.north)
  if (!slope || slope < 1 / MAX_BLOCK) return undefined
  const distance = -plane.atStart / slope
  if (Math.abs(distance) > MAX_DISTANCE) return undefined
  const part = distance / slope
  return moveBy(start, { east: part * plane.east, north: part * plane.north })
}

interface Step {
  east: number
  north: number
  /** From the sought number. */
  steps: number
}

/** Fits steps as a linear function of offsets by least squares; undefined if it explains too little of them. */
function fitPlane(near: readonly Step[]) {
  const mean = (value: (one: Step) => number) =>
    near.reduce((total, one) => total + value(one), 0) / near.length
  const [east, north, steps] = [
    mean((one) => one.east),
    mean((one) => one.north),
    mean((one) => one.steps),
  ]
  const covariance = (value: (one: Step) => number, other: (one: Step) => number) =>
    mean((one) => value(one) * other(one))
  const [x, y, z] = [
    (one: Step) => one.east - east,
    (one: Step) => one.north - north,
    (one: Step) => one.steps - steps,
  ] as const
  const [xx, yy] = [covariance(x, x) + RIDGE / near.length, covariance(y, y) + RIDGE / near.length]
  const [xy, xz, yz] = [covariance(x, y), covariance(x, z), covariance(y, z)]
  const determinant = xx * yy - xy * xy
  const perEast = (yy * xz - xy * yz) / determinant
  const perNorth = (xx * yz - xy * xz) / determinant
  if (perEast * xz + perNorth * yz < MIN_EXPLAINED * covariance(z, z)) return undefined
  return { east: perEast, north: perNorth, atStart: steps - perEast * east - perNorth * north }
}
