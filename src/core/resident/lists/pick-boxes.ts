import type { BoxColumns } from '../../model/tiles/placed-extent.ts'
import type { Bitmap } from '../columns/bitmap.ts'
import type { AreaTable, PointTable } from '../columns/georeference-tables.ts'

/** Copies the positions of the points of a bitmap. */
export function pickPoints({ rows }: PointTable, bitmap: Bitmap): BoxColumns {
  const [west, south] = pick(bitmap, [rows.columns.longitude, rows.columns.latitude])
  return { west, east: west, south, north: south }
}

/** Copies the bounding boxes of the areas of a bitmap. */
export function pickAreas({ rows }: AreaTable, bitmap: Bitmap): BoxColumns {
  const { xmin, xmax, ymin, ymax } = rows.columns
  const [west, east, south, north] = pick(bitmap, [xmin, xmax, ymin, ymax])
  return { west, east, south, north }
}

/** Like those in `bitmap.ts`, these loops run over a million rows. */
function pick<Columns extends readonly Float64Array[]>(bitmap: Bitmap, columns: Columns): Columns {
  let count = 0
  for (let row = 0; row < bitmap.length; row++) count += bitmap[row] ?? 0
  const rows = new Uint32Array(count)
  for (let row = 0, next = 0; row < bitmap.length; row++) if (bitmap[row] === 1) rows[next++] = row
  const picked = columns.map((column) => Float64Array.from(rows, (row) => column[row] ?? 0))
  return picked as unknown as Columns
}
