import type { Database } from 'better-sqlite3'
import type { Polygon } from '../../model/geometry/geometry.ts'
import {
  listCovered,
  MAX_DRAWN,
  MIN_AREA_ZOOM,
  minDrawnDegrees,
  overlaps,
  type AreaBounds,
} from '../../model/tiles/areas.ts'
import type { Tile } from '../../model/tiles/tile.ts'
import type { DrawnArea } from '../../model/tiles/tile-layers.ts'
import type { Bitmap } from '../columns/bitmap.ts'
import { getVerdict, type AreaTable } from '../columns/georeference-tables.ts'
import { getMiddleDay } from '../columns/middle-day.ts'

/** Returns a bitmap without the areas that are drawn at the zoom level of a tile. */
export function clearDrawn(bitmap: Bitmap, table: AreaTable, { z }: Tile): Bitmap {
  if (z < MIN_AREA_ZOOM) return bitmap
  const rest = bitmap.slice()
  const isDrawn = createIsDrawn(table, z)
  for (let row = 0; row < table.rows.size; row++) if (isDrawn(row)) rest[row] = 0
  return rest
}

/** Returns a test of rows, quick enough for all areas of a large catalog: the threshold and the columns are looked up once. */
export function createIsDrawn({ rows }: AreaTable, z: number): (row: number) => boolean {
  const { xmin, xmax, ymin, ymax } = rows.columns
  const min = minDrawnDegrees(z)
  return (row) =>
    (xmax[row] ?? 0) - (xmin[row] ?? 0) >= min || (ymax[row] ?? 0) - (ymin[row] ?? 0) >= min
}

/** Prepares a search for the areas of a bitmap that are drawn on a tile. */
export function createFindDrawn(db: Database, table: AreaTable) {
  const polygonOf = db
    .prepare<[number], string>('select polygon from from_above_georeference where id = ?')
    .pluck()
  return (tile: Tile, bitmap: Bitmap): DrawnArea[] => {
    if (tile.z < MIN_AREA_ZOOM) return []
    const { columns } = table.rows
    return listDrawn(tile, table, bitmap).map((row) => ({
      id: columns.id[row] ?? 0,
      confidence: columns.confidence[row] ?? 0,
      verdict: getVerdict(columns, row),
      day: getMiddleDay(columns, row),
      polygon: JSON.parse(polygonOf.get(columns.id[row] ?? 0) ?? '') as Polygon,
    }))
  }
}

function listDrawn(tile: Tile, table: AreaTable, bitmap: Bitmap): number[] {
  const covered = listCovered(tile)
  const isDrawn = createIsDrawn(table, tile.z)
  const rows: number[] = []
  for (let row = 0; row < table.rows.size; row++) {
    if (bitmap[row] !== 1 || !isDrawn(row)) continue
    const bounds = boundsOf(table, row)
    if (covered.some((one) => overlaps(bounds, one))) rows.push(row)
  }
  const idOf = (row: number): number => table.rows.columns.id[row] ?? 0
  return rows.sort((a, b) => idOf(b) - idOf(a)).slice(0, MAX_DRAWN)
}

function boundsOf({ rows }: AreaTable, row: number): AreaBounds {
  const { xmin, xmax, ymin, ymax } = rows.columns
  return {
    west: xmin[row] ?? 0,
    east: xmax[row] ?? 0,
    south: ymin[row] ?? 0,
    north: ymax[row] ?? 0,
  }
}
