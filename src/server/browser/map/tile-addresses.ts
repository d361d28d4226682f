/** West, south, east and north, in meters of Web Mercator. */
export type MapExtent = number[]

/** The address of a tile: zoom level, column and row. */
export type TileAddress = readonly [z: number, x: number, y: number]

/** Half the width of the world in Web Mercator, in meters. */
export const HALF_WORLD = 20_037_508.342789244

export const MAX_TILE_ZOOM = 14

/** Tiles are as wide as two of the view's zoom levels, which have 256 pixels. The server's `toTileZoom` is the same. */
export function findTileZoom(zoom: number): number {
  return Math.min(MAX_TILE_ZOOM, Math.max(0, Math.round(zoom) - 1))
}

/** Lists the tiles of a zoom level that an extent intersects. */
export function listTiles(
  z: number,
  [west = 0, south = 0, east = 0, north = 0]: MapExtent,
): TileAddress[] {
  const size = (2 * HALF_WORLD) / 2 ** z
  const columns = 2 ** z
  const first = Math.floor((west + HALF_WORLD) / size)
  const last = Math.min(first + columns - 1, Math.floor((east + HALF_WORLD) / size))
  const rows = [north, south].map((edge) =>
    Math.min(columns - 1, Math.max(0, Math.floor((HALF_WORLD - edge) / size))),
  )
  const [top = 0, bottom = 0] = rows
  const tiles: TileAddress[] = []
  for (let x = first; x <= last; x++)
    for (let y = top; y <= bottom; y++) tiles.push([z, ((x % columns) + columns) % columns, y])
  return tiles
}

export function fillTemplate(template: string, [z, x, y]: TileAddress): string {
  return template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
}
