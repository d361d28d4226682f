import type { AreaBounds } from '../model/tiles/areas.ts'
import type { Bitmap } from './bitmap.ts'
import type { AreaTable, PointTable } from './georeference-tables.ts'

/** Finds the bounding box of the points of a bitmap; null without points. */
export function findPointExtent({ rows }: PointTable, bitmap: Bitmap): AreaBounds | null {
  const { longitude, latitude } = rows.columns
  return findBounds(bitmap, [longitude, longitude, latitude, latitude])
}

/** Finds the bounding box of the areas of a bitmap; null without areas. */
export function findAreaExtent({ rows }: AreaTable, bitmap: Bitmap): AreaBounds | null {
  const { xmin, xmax, ymin, ymax } = rows.columns
  return findBounds(bitmap, [xmin, xmax, ymin, ymax])
}

type Sides = [west: Float64Array, east: Float64Array, south: Float64Array, north: Float64Array]

/** Like those in `bitmap.ts`, this loop runs over a million rows. */
function findBounds(bitmap: Bitmap, [xmin, xmax, ymin, ymax]: Sides): AreaBounds | null {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let row = 0; row < bitmap.length; row++) {
    if (bitmap[row] !== 1) continue
    west = Math.min(west, xmin[row] ?? Infinity)
    east = Math.max(east, xmax[row] ?? -Infinity)
    south = Math.min(south, ymin[row] ?? Infinity)
    north = Math.max(north, ymax[row] ?? -Infinity)
  }
  return west > east ? null : { west, east, south, north }
}
