import { tileIdToZxy, zxyToTileId } from 'pmtiles'
import type { Box } from '../geometry/box.ts'
import type { Tile } from '../tiles/tile.ts'
import { toWorldX, toWorldY, WORLD_BITS } from '../tiles/world.ts'

/** Tile ids of PMTiles: first inclusive, end exclusive. */
export interface IdRange {
  first: number
  end: number
}

/** Columns and rows of one zoom level, inclusive. */
interface TileRectangle {
  zoom: number
  left: number
  top: number
  right: number
  bottom: number
}

/** Finds the tiles that touch a box, as ascending ranges of ids. Ids follow a Hilbert curve through each zoom level. */
export function findTileIds(box: Box, minZoom: number, maxZoom: number): IdRange[] {
  const found: IdRange[] = []
  for (let zoom = minZoom; zoom <= maxZoom; zoom += 1)
    for (const rectangle of findRectangles(box, zoom))
      collectRanges(rectangle, { z: 0, x: 0, y: 0 }, found)
  return mergeRanges(found)
}

function findRectangles({ south, north, spans }: Box, zoom: number): TileRectangle[] {
  const unit = 2 ** (WORLD_BITS - zoom)
  const [top, bottom] = [toWorldY(north), toWorldY(south)].map((row) => Math.floor(row / unit))
  return (spans ?? [{ west: -180, east: 180 }])
    .filter(({ west, east }) => west <= 180 && east >= -180)
    .map(({ west, east }) => ({
      zoom,
      left: Math.floor(toWorldX(west) / unit),
      top: top ?? 0,
      right: Math.floor(toWorldX(east) / unit),
      bottom: bottom ?? 0,
    }))
}

/** A tile and all that it contains on a lower zoom level have ids in a row, so that few parts need a closer look. */
function collectRanges(
  rectangle: TileRectangle,
  { z, x, y }: Record<'z' | 'x' | 'y', number>,
  found: IdRange[],
): void {
  const { zoom, left, top, right, bottom } = rectangle
  const width = 2 ** (zoom - z)
  const [west, north] = [x * width, y * width]
  const [east, south] = [west + width - 1, north + width - 1]
  if (west > right || east < left || north > bottom || south < top) return
  if (west >= left && east <= right && north >= top && south <= bottom) {
    const first = firstIdOf(zoom) + (zxyToTileId(z, x, y) - firstIdOf(z)) * width ** 2
    found.push({ first, end: first + width ** 2 })
    return
  }
  for (const [column, row] of [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ] as const)
    // prettier-ignore
    collectRanges(rectangle, { z: z + 1, x: 2 * x + column, y: 2 * y + row }, found)
}

/** Returns the id of the first tile of a zoom level. */
export function firstIdOf(zoom: number): number {
  return (4 ** zoom - 1) / 3
}

/**
 * Returns the place of a tile on the Hilbert curve through its zoom level. A quarter of it, rounded down, is the place of
 * the tile around it.
 */
export function placeOnCurve({ z, x, y }: Tile): number {
  return zxyToTileId(z, x, y) - firstIdOf(z)
}

/** Returns the tile at a place of the Hilbert curve through a zoom level. */
export function tileAtPlace(z: number, place: number): Tile {
  const [, x, y] = tileIdToZxy(firstIdOf(z) + place)
  return { z, x, y }
}

/** Sorts ranges, and joins those that touch or overlap. */
function mergeRanges(ranges: IdRange[]): IdRange[] {
  const merged: IdRange[] = []
  for (const { first, end } of ranges.toSorted((one, other) => one.first - other.first)) {
    const last = merged.at(-1)
    if (last && first <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ first, end })
  }
  return merged
}
