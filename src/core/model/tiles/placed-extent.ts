import type { AreaBounds } from './areas.ts'

/** Bounding boxes in degrees, one at each index. Those of points have no width and height. */
export interface BoxColumns {
  west: Float64Array
  east: Float64Array
  south: Float64Array
  north: Float64Array
}

/** Bounds of a map of georeferences. Longitudes beyond 180 degrees lie across the antimeridian. */
export interface PlacedExtent {
  all: AreaBounds
  /** Without those far away from most others. */
  main: AreaBounds
}

/** Greatest distance from the median of georeferences in the main extent, in median deviations. */
const MAX_DEVIATIONS = 5
/** In degrees, about a kilometer: so that many georeferences at one position do not leave out their surroundings. */
const MIN_DEVIATION = 0.01
/** Medians are taken from up to this many georeferences, since they need sorting. */
const MAX_SAMPLE = 10_000

/**
 * Finds the bounding box of all georeferences, and of those near most others. Medians do not move as long as less than
 * half of the georeferences lie elsewhere.
 * @returns null without any
 */
export function findPlacedExtent(lists: readonly BoxColumns[]): PlacedExtent | null {
  const boxes = lists.filter(({ west }) => west.length > 0)
  if (boxes.length === 0) return null
  const latitudes = findRange(boxes, ({ south, north }, index) => middle(south, north, index))
  // Around the antimeridian, neighbors have longitudes of both signs.
  const turns = [0, 1].map((turn) => {
    const turned = boxes.map((one) => turnLongitudes(one, turn))
    const longitudes = findRange(turned, ({ west, east }, index) => middle(west, east, index))
    const isNear = ({ west, east, south, north }: BoxColumns, index: number) =>
      longitudes.contains(middle(west, east, index)) &&
      latitudes.contains(middle(south, north, index))
    return { turned, deviation: longitudes.deviation, isNear }
  })
  const [best] = turns.toSorted((one, other) => one.deviation - other.deviation)
  const [all] = turns
    .map(({ turned }) => findBounds(turned, () => true))
    .toSorted((one, other) => one.east - one.west - (other.east - other.west))
  if (!best || !all) return null
  const main = findBounds(best.turned, best.isNear)
  // Those near in one direction may all be far away in the other.
  return { all, main: main.west > main.east ? all : main }
}

/** Moves each box by whole turns, so that its center is between −180 and 180, or between 0 and 360 degrees. */
function turnLongitudes(boxes: BoxColumns, turn: number): BoxColumns {
  const { west, east } = boxes
  const move = (values: Float64Array): Float64Array =>
    values.map((value, index) => {
      const center = middle(west, east, index)
      const wrapped = center + findShift(center)
      return value + findShift(center) + (turn === 1 && wrapped < 0 ? 360 : 0)
    })
  return { ...boxes, west: move(west), east: west === east ? move(west) : move(east) }
}

/** Returns the whole turn that brings a longitude between −180 and 180 degrees. */
function findShift(longitude: number): number {
  if (longitude > 180) return -360
  return longitude < -180 ? 360 : 0
}

function middle(from: Float64Array, to: Float64Array, index: number): number {
  return ((from[index] ?? 0) + (to[index] ?? 0)) / 2
}

function findRange(
  boxes: readonly BoxColumns[],
  read: (one: BoxColumns, index: number) => number,
): { deviation: number; contains: (value: number) => boolean } {
  const count = boxes.reduce((sum, { west }) => sum + west.length, 0)
  const step = Math.ceil(count / MAX_SAMPLE)
  const sample: number[] = []
  for (const one of boxes)
    for (let index = 0; index < one.west.length; index += step) sample.push(read(one, index))
  const center = findMedian(sample)
  const deviation = findMedian(sample.map((value) => Math.abs(value - center)))
  const distance = MAX_DEVIATIONS * Math.max(MIN_DEVIATION, deviation)
  return { deviation, contains: (value) => Math.abs(value - center) <= distance }
}

function findMedian(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0
}

/** This loop runs over a million rows. */
function findBounds(
  boxes: readonly BoxColumns[],
  isIncluded: (one: BoxColumns, index: number) => boolean,
): AreaBounds {
  const bounds = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
  for (const one of boxes) {
    for (let index = 0; index < one.west.length; index++) {
      if (!isIncluded(one, index)) continue
      bounds.west = Math.min(bounds.west, one.west[index] ?? Infinity)
      bounds.east = Math.max(bounds.east, one.east[index] ?? -Infinity)
      bounds.south = Math.min(bounds.south, one.south[index] ?? Infinity)
      bounds.north = Math.max(bounds.north, one.north[index] ?? -Infinity)
    }
  }
  return bounds
}
