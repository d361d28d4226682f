import type { Polygon, Ring } from '../geometry/geometry.ts'
import { computeDoubleArea, EXTENT, type TilePosition } from '../mvt/encode-tile.ts'
import { BUFFER, clipRing, simplifyRing } from './clip-ring.ts'
import { findEdges, MAX_ZOOM, toTileUnits, type Tile } from './tile.ts'
import { projectLatitude, projectLongitude, WORLD_SIZE } from './world.ts'

/** Below this zoom level, areas are counted by their center. */
export const MIN_AREA_ZOOM = 8

/** The most areas that are drawn on a tile, the newest ones. */
export const MAX_DRAWN = 250

/**
 * Returns the width or height in degrees from which an area is drawn: 1/8 of the width of a tile. Smaller areas are
 * counted by their center. At the highest zoom level nearly all are drawn, because maps only enlarge it.
 */
export function minDrawnDegrees(z: number): number {
  if (z < MIN_AREA_ZOOM) return Infinity
  const share = z < MAX_ZOOM ? 1 / 8 : 1 / 256
  return (share * 360) / 2 ** z
}

/** The bounding box of an area in degrees. Longitudes are between −360 and 360. */
export interface AreaBounds {
  west: number
  east: number
  south: number
  north: number
}

/** Lists the boxes of degrees that a tile with its buffer covers, one for each turn that areas are written in. */
export function listCovered(tile: Tile): AreaBounds[] {
  const { west, east, south, north } = findEdges(tile)
  const more = ((east - west) * BUFFER) / EXTENT
  // A degree of latitude is never shorter in Web Mercator than one of longitude.
  const latitudes = { south: south - more, north: north + more }
  return TURNS.map((turn) => ({
    west: west - more - 360 * turn,
    east: east + more - 360 * turn,
    ...latitudes,
  }))
}

export function overlaps(one: AreaBounds, other: AreaBounds): boolean {
  return (
    one.west <= other.east &&
    one.east >= other.west &&
    one.south <= other.north &&
    one.north >= other.south
  )
}

/** Areas across the antimeridian have longitudes beyond 180 degrees, and are seen from both sides. */
const TURNS = [-1, 0, 1]

/** Returns the rings of each part of a polygon that is on a tile. The outline is first. */
export function drawPolygon(tile: Tile, { coordinates }: Polygon): TilePosition[][][] {
  return TURNS.flatMap((turn) => {
    const [outline, ...holes] = coordinates.map((ring) => drawRing(tile, ring, turn))
    return outline && isVisible(outline) ? [[outline, ...holes.filter(isVisible)]] : []
  })
}

function isVisible(ring: readonly TilePosition[]): boolean {
  return computeDoubleArea(ring) !== 0
}

function drawRing(tile: Tile, ring: Ring, turn: number): TilePosition[] {
  const open = ring.slice(0, -1).map(([longitude, latitude]) => {
    const worldX = projectLongitude(longitude) + turn * WORLD_SIZE
    const worldY = Math.min(WORLD_SIZE, Math.max(0, projectLatitude(latitude)))
    return toTileUnits(tile, worldX, worldY)
  })
  return simplifyRing(clipRing(open))
}
