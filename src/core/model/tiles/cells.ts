import { EXTENT } from '../mvt/encode-tile.ts'
import type { PlacementVerdict } from '../placement-verdict.ts'
import { MAX_ZOOM, splitLatitudes, splitLongitudes, type Split, type Tile } from './tile.ts'

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
  /** Missing if all of them have the same position. */
  square?: Square
}

type SquaredCell = Cell & { square: Square }

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

/** Clusters closer than this are drawn as one. */
const MIN_DISTANCE = toUnits(40)
/** Points closer than this to the middle of a cluster would be hidden by its mark. */
const HIDDEN_DISTANCE = toUnits(16)

/** @param pixels of a tile that is shown with 512 */
function toUnits(pixels: number): number {
  return (pixels * EXTENT) / 512
}

/**
 * Merges clusters that are close to each other, and cells whose members would lie under a cluster or in its square. So a
 * square has no other georeferences than those that its cluster counts.
 * @param cells of a zoom level below the highest one
 */
export function mergeClose(cells: readonly Cell[]): Cell[] {
  const separate: SquaredCell[] = []
  for (const cell of cells.map(findSquare(CELLS_PER_SIDE)).toSorted(compareCells)) {
    let merged = cell
    for (;;) {
      const index = separate.findIndex((other) => belongTogether(merged, other))
      const [other] = index === -1 ? [] : separate.splice(index, 1)
      if (!other) break
      merged = merge(merged, other)
    }
    separate.push(merged)
  }
  return separate
}

/** Whether cells are drawn as one cluster, which one of them is already. */
function belongTogether(one: SquaredCell, other: SquaredCell): boolean {
  if (!isCluster(one)) return isCluster(other) && belongTogether(other, one)
  return overlap(one.square, other.square) || isClose(one, other)
}

function isClose(cluster: Cell, other: Cell): boolean {
  const isNear = (distance: number) => (mark: Pick<Cell, 'x' | 'y'>) =>
    Math.hypot(mark.x - cluster.x, mark.y - cluster.y) < distance
  return isCluster(other)
    ? isNear(MIN_DISTANCE)(other)
    : other.members.some(isNear(HIDDEN_DISTANCE))
}

export function isCluster({ members }: Cell): boolean {
  return members.length === 0
}

function overlap(one: Square, other: Square): boolean {
  return (
    one.left <= other.right &&
    one.right >= other.left &&
    one.top <= other.bottom &&
    one.bottom >= other.top
  )
}

/** Finds the squares of the cells of a tile of the highest zoom level, which are positions unless it is crowded. */
export function findCrowdedSquares(cells: readonly Cell[]): readonly Cell[] {
  const count = cells.reduce((sum, cell) => sum + cell.count, 0)
  return count > MAX_LISTED ? cells.map(findSquare(CROWDED_CELLS_PER_SIDE)) : cells
}

/** The mean of positions in a cell is in the cell. */
function findSquare(cellsPerSide: number): (cell: Cell) => SquaredCell {
  const size = EXTENT / cellsPerSide
  return (cell) => {
    const [left, top] = [Math.floor(cell.x / size), Math.floor(cell.y / size)]
    return { ...cell, square: { left, top, right: left, bottom: top } }
  }
}

function compareCells(one: Cell, other: Cell): number {
  return other.count - one.count || one.y - other.y || one.x - other.x
}

function merge(one: SquaredCell, other: SquaredCell): SquaredCell {
  const count = one.count + other.count
  return {
    count,
    x: (one.x * one.count + other.x * other.count) / count,
    y: (one.y * one.count + other.y * other.count) / count,
    firstDay: Math.min(one.firstDay, other.firstDay),
    lastDay: Math.max(one.lastDay, other.lastDay),
    members: [],
    square: uniteSquares(one.square, other.square),
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
  let borders: { longitudes: Borders; latitudes: Borders } | undefined
  return ({ left, top, right, bottom }) => {
    const { longitudes, latitudes } = (borders ??= findBorders(tile))
    const west = longitudes[left]?.from ?? -180
    const south = latitudes[bottom + 1]?.from ?? -90
    const east = longitudes[right + 1]?.before ?? 180
    const north = latitudes[top]?.before ?? 90
    return [...[west, south].map(roundUp), ...[east, north].map(roundDown)].join()
  }
}

type Borders = readonly (Split | undefined)[]

function findBorders(tile: Tile) {
  const side = cellsPerSide(tile.z)
  return { longitudes: splitLongitudes(tile, side), latitudes: splitLatitudes(tile, side) }
}

/** Parts of a degree: about a centimeter. Edges are rounded inwards, so that boxes of neighbors have no edge in common. */
const PRECISION = 1e7

function roundUp(degrees: number): number {
  return Math.ceil(degrees * PRECISION) / PRECISION
}

function roundDown(degrees: number): number {
  return Math.floor(degrees * PRECISION) / PRECISION
}
