import { EXTENT } from '../mvt/encode-tile.ts'
import type { PlacementVerdict } from '../placement-verdict.ts'
import { MAX_ZOOM, splitLatitudes, splitLongitudes, type Tile } from './tile.ts'

/** A georeference at a position of a tile. */
export interface Placed {
  id: number
  /** In whole units of the tile's extent. */
  x: number
  y: number
  /** The middle of the date, in days since 1970-01-01. NaN without a date. */
  day: number
  /** 1 to 3. */
  confidence: number
  verdict: PlacementVerdict
  /** In degrees clockwise from north. NaN if unknown. */
  direction: number
}

/** The georeferences in one part of a tile. */
export interface Cell {
  count: number
  /** Their mean position, in units of the tile's extent. */
  x: number
  y: number
  /** The first and last of the days of `Placed`. Infinity and −Infinity without a date. */
  firstDay: number
  lastDay: number
  /** The georeferences, if they are drawn one by one; else empty. */
  members: readonly Placed[]
  /** Below the highest zoom level. */
  square?: Square
}

/** Columns and rows of cells, both inclusive, from the north-west. */
interface Square {
  left: number
  top: number
  right: number
  bottom: number
}

/** Up to this many georeferences on a tile are handled one by one. */
export const MAX_LISTED = 4000

/** Up to this many georeferences of a cell are drawn one by one. */
export const MAX_ALONE = 4

const CELLS_PER_SIDE = 8
/** Number for a tile of the highest zoom level that has more georeferences than are handled one by one. */
const CROWDED_CELLS_PER_SIDE = 32

/** Returns the number of cells along a side of a tile with any number of georeferences. */
export function cellsPerSide(z: number): number {
  return z < MAX_ZOOM ? CELLS_PER_SIDE : CROWDED_CELLS_PER_SIDE
}

/**
 * Groups the georeferences on a tile, of which there are few, by cell. At the highest zoom level, a cell is a single
 * position.
 */
export function groupByCell(z: number, placed: readonly Placed[]): Cell[] {
  const isHighest = z === MAX_ZOOM
  const side = isHighest ? EXTENT : cellsPerSide(z)
  const size = EXTENT / side
  const groups = new Map<number, Placed[]>()
  for (const one of placed.toSorted((a, b) => a.id - b.id)) {
    const cell = Math.floor(one.y / size) * side + Math.floor(one.x / size)
    const group = groups.get(cell)
    if (group) group.push(one)
    else groups.set(cell, [one])
  }
  return [...groups.values()].map((group) => describeGroup(group, isHighest ? 1 : MAX_ALONE))
}

function describeGroup(group: readonly Placed[], maxAlone: number): Cell {
  const days = group.map(({ day }) => day).filter(Number.isFinite)
  return {
    count: group.length,
    x: computeMean(group.map(({ x }) => x)),
    y: computeMean(group.map(({ y }) => y)),
    firstDay: days.reduce((one, other) => Math.min(one, other), Infinity),
    lastDay: days.reduce((one, other) => Math.max(one, other), -Infinity),
    members: group.length <= maxAlone ? group : [],
  }
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Clusters closer than this, which is 40 pixels of a tile that is shown with 512, are drawn as one. */
const MIN_DISTANCE = (40 * EXTENT) / 512

/**
 * Merges clusters that are close to a larger one. Cells whose members are drawn one by one stay.
 * @param cells of a zoom level below the highest one
 */
export function mergeClose(cells: readonly Cell[]): Cell[] {
  const merged: Cell[] = []
  for (const cell of cells.map(findSquare).toSorted(compareCells)) {
    const near = cell.members.length > 0 ? -1 : merged.findIndex((other) => isClose(cell, other))
    const other = merged[near]
    if (other) merged[near] = merge(cell, other)
    else merged.push(cell)
  }
  return merged
}

/** The mean of positions in a cell is in the cell. */
function findSquare(cell: Cell): Cell {
  const size = EXTENT / CELLS_PER_SIDE
  const [left, top] = [Math.floor(cell.x / size), Math.floor(cell.y / size)]
  return { ...cell, square: { left, top, right: left, bottom: top } }
}

function compareCells(one: Cell, other: Cell): number {
  return other.count - one.count || one.y - other.y || one.x - other.x
}

function isClose(cell: Cell, other: Cell): boolean {
  return other.members.length === 0 && Math.hypot(cell.x - other.x, cell.y - other.y) < MIN_DISTANCE
}

function merge(one: Cell, other: Cell): Cell {
  const count = one.count + other.count
  return {
    count,
    x: (one.x * one.count + other.x * other.count) / count,
    y: (one.y * one.count + other.y * other.count) / count,
    firstDay: Math.min(one.firstDay, other.firstDay),
    lastDay: Math.max(one.lastDay, other.lastDay),
    members: [],
    ...(one.square && other.square && { square: uniteSquares(one.square, other.square) }),
  }
}

function uniteSquares(one: Square, other: Square): Square {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}

/** Formats the box of cells as `west,south,east,north` in degrees, which contains their georeferences. */
export type FormatBounds = (square: Square) => string

/** Creates the format of boxes on a tile. Its borders are found once for all of its clusters. */
export function createBoundsFormat(tile: Tile): FormatBounds {
  const longitudes = splitLongitudes(tile, CELLS_PER_SIDE)
  const latitudes = splitLatitudes(tile, CELLS_PER_SIDE)
  return ({ left, top, right, bottom }) => {
    const west = longitudes[left]?.from ?? -180
    const south = latitudes[bottom + 1]?.from ?? -90
    const east = longitudes[right + 1]?.before ?? 180
    const north = latitudes[top]?.before ?? 90
    return [west, south, east, north].map((degrees) => Number(degrees.toFixed(6))).join()
  }
}
