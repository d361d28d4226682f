import { estimateFrom, findOffset, moveBy } from '../geometry/estimate-distance.ts'
import type { Coordinate } from '../geometry/geodesic.ts'

/** Greatest distance between the nearest images of two streets, and from there to their crossing, in meters. */
const NEAR = 1000
/** A bound of the same distance, in degrees of latitude. */
const NEAR_DEGREES = 0.01
/** Within this distance, streets are taken for straight, in meters. */
const STRAIGHT = 3000
const MIN_IMAGES = 3
/** A line of images is at least this long, as a standard deviation in meters, and so many times longer than it is wide. */
const MIN_LENGTH = 100
const MIN_SLIMNESS = 4
/** The sine of the least angle at which streets cross. */
const MIN_ANGLE = 0.4

/**
 * Estimates where two streets cross that are nearly straight.
 * @param one where cameras stood in one street
 * @param other where they stood in the other
 * @returns undefined if their images are too few, too far apart, or not on lines that cross
 */
export function findCrossing(
  one: readonly Coordinate[],
  other: readonly Coordinate[],
): Coordinate | undefined {
  if (Math.min(one.length, other.length) < MIN_IMAGES) return undefined
  const origin = findNearest(one, other)
  const first = origin && fitLine(origin, one)
  const second = origin && fitLine(origin, other)
  if (!first || !second) return undefined
  const sine = first.east * second.north - first.north * second.east
  if (Math.abs(sine) < MIN_ANGLE) return undefined
  const [east, north] = [
    second.middle.east - first.middle.east,
    second.middle.north - first.middle.north,
  ]
  const along = (east * second.north - north * second.east) / sine
  const offset = {
    east: first.middle.east + along * first.east,
    north: first.middle.north + along * first.north,
  }
  return Math.hypot(offset.east, offset.north) <= NEAR ? moveBy(origin, offset) : undefined
}

/** Finds the position in one street that is the nearest to the other street. */
function findNearest(
  one: readonly Coordinate[],
  other: readonly Coordinate[],
): Coordinate | undefined {
  let nearest: { position?: Coordinate; distance: number } = { distance: NEAR }
  for (const position of one) {
    const distanceTo = estimateFrom(position)
    for (const facing of other) {
      // Most are far away, and this is much quicker than a distance.
      if (Math.abs(facing.latitude - position.latitude) > NEAR_DEGREES) continue
      const distance = position === facing ? Infinity : distanceTo(facing)
      if (distance < nearest.distance) nearest = { position, distance }
    }
  }
  return nearest.position
}

interface Line {
  /** Of the unit vector along it. */
  east: number
  north: number
  middle: { east: number; north: number }
}

/** Fits a line through positions by their principal axis, in meters from an origin; undefined if they are not on a line. */
function fitLine(origin: Coordinate, positions: readonly Coordinate[]): Line | undefined {
  const near = positions
    .map((position) => findOffset(origin, position))
    .filter(({ east, north }) => Math.hypot(east, north) <= STRAIGHT)
  if (near.length < MIN_IMAGES) return undefined
  const mean = (value: (offset: Line['middle']) => number) =>
    near.reduce((total, offset) => total + value(offset), 0) / near.length
  const middle = { east: mean(({ east }) => east), north: mean(({ north }) => north) }
  const [xx, xy, yy] = [
    mean(({ east }) => (east - middle.east) ** 2),
    mean(({ east, north }) => (east - middle.east) * (north - middle.north)),
    mean(({ north }) => (north - middle.north) ** 2),
  ]
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const [east, north] = [Math.cos(angle), Math.sin(angle)]
  const length = Math.sqrt(xx * east * east + 2 * xy * east * north + yy * north * north)
  const width = Math.sqrt(Math.max(0, xx + yy - length ** 2))
  return length >= MIN_LENGTH && length >= MIN_SLIMNESS * width
    ? { east, north, middle }
    : undefined
}
