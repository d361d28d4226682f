import { EXTENT } from '../mvt/encode-tile.ts'
import { toWorldX, toWorldY, WORLD_BITS } from './world.ts'

/** The address of a tile of the usual scheme: column and row from the north-west. */
export interface Tile {
  z: number
  x: number
  y: number
}

/** Clients enlarge the tiles of this zoom level for higher ones. */
export const MAX_ZOOM = 14

/** Returns the zoom level of the tiles of a map. They are as wide as two of those of the map, which have 256 pixels. */
export function toTileZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(0, Math.round(zoom) - 1))
}

/** Parses an address. Returns undefined if there is no such tile. */
export function parseTile(z: string, x: string, y: string): Tile | undefined {
  const [zoom = NaN, ...position] = [z, x, y].map(parseNumber)
  const [column = NaN, row = NaN] = position
  const isKnown = zoom <= MAX_ZOOM && column < 2 ** zoom && row < 2 ** zoom
  return isKnown ? { z: zoom, x: column, y: row } : undefined
}

function parseNumber(text: string): number {
  return /^\d{1,5}$/.test(text) ? Number(text) : NaN
}

const EXTENT_BITS = Math.log2(EXTENT)

/** Returns the size of a unit of the tile's extent, in units of the world. */
export function unitOf({ z }: Tile): number {
  return 2 ** (WORLD_BITS - z - EXTENT_BITS)
}

/** Returns a position of the world in units of the tile's extent, without rounding. */
export function toTileUnits(tile: Tile, worldX: number, worldY: number): [x: number, y: number] {
  const unit = unitOf(tile)
  return [worldX / unit - tile.x * EXTENT, worldY / unit - tile.y * EXTENT]
}

/** The outermost degrees of a tile, all of which are on it and on no other tile of its zoom level. */
export interface TileEdges {
  west: number
  east: number
  south: number
  north: number
}

export function findEdges(tile: Tile): TileEdges {
  const [west, nextWest] = splitLongitudes(tile, 1)
  const [north, nextNorth] = splitLatitudes(tile, 1)
  return {
    west: west?.from ?? -180,
    east: nextWest?.before ?? 180,
    south: nextNorth?.from ?? -90,
    north: north?.before ?? 90,
  }
}

/** Border of a column or row: the lowest degree on one side, and the highest one on the other side. */
export interface Split {
  from: number
  before: number
}

/**
 * Divides the tile into columns of equal width, and returns where each begins, and where the next tile begins.
 * Undefined at the edge of the world.
 */
export function splitLongitudes({ z, x }: Tile, columns: number): (Split | undefined)[] {
  return listBorders(z, x, columns).map((border) =>
    isEdge(border) ? undefined : findSplit(180, (longitude) => toWorldX(longitude) >= border),
  )
}

/** Divides the tile into rows, from the north. `from` is the lowest degree to the north of the border. */
export function splitLatitudes({ z, y }: Tile, rows: number): (Split | undefined)[] {
  return listBorders(z, y, rows).map((border) =>
    isEdge(border) ? undefined : findSplit(90, (latitude) => toWorldY(latitude) < border),
  )
}

function listBorders(z: number, position: number, parts: number): number[] {
  const size = 2 ** (WORLD_BITS - z)
  return Array.from({ length: parts + 1 }, (_, part) => (position + part / parts) * size)
}

function isEdge(border: number): boolean {
  return border === 0 || border === 2 ** WORLD_BITS
}

/** Finds the two neighboring numbers between which a condition becomes true. */
function findSplit(max: number, isBeyond: (degrees: number) => boolean): Split {
  let [before, from] = [-max, max]
  for (;;) {
    const middle = (before + from) / 2
    if (middle === before || middle === from) return { from, before }
    if (isBeyond(middle)) from = middle
    else before = middle
  }
}
