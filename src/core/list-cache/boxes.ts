import type { Database } from 'better-sqlite3'
import type { Box, Span } from '../model/geometry/box.ts'
import { idsMeeting, spansOf } from '../queries/lists/in-box.ts'
import type { Reads } from '../db/store.ts'
import { emptyBitmap, intersect, filterMin, filterMax, mark, type Bitmap } from './bitmap.ts'
import type { AreaTable, PointTable } from './placed-tables.ts'
import { rowsOfIds } from './tagged-images.ts'

/** Leaves only points in the box. */
export function keepPointsIn(mask: Bitmap, { rows }: PointTable, box: Box): void {
  const { latitude, longitude } = rows.columns
  filterMin(mask, latitude, box.south)
  filterMax(mask, latitude, box.north)
  const [span, ...others] = spansWithin(box)
  if (span && others.length === 0) {
    filterMin(mask, longitude, span.west)
    filterMax(mask, longitude, span.east)
  } else keepSpans(mask, longitude, spansWithin(box))
}

/** Points lie between −180 and 180. */
function spansWithin(box: Box): Span[] {
  return spansOf(box).filter(({ west, east }) => west <= 180 && east >= -180)
}

function keepSpans(mask: Bitmap, longitudes: Float64Array, spans: readonly Span[]): void {
  for (let row = 0; row < mask.length; row++) {
    const place = longitudes[row] ?? Number.NaN
    if (mask[row] === 1 && !spans.some(({ west, east }) => place >= west && place <= east)) {
      mask[row] = 0
    }
  }
}

/** Asks the database which of these areas truly meet a box. */
export type Meeting = (ids: readonly number[], box: Box) => readonly number[]

export function createMeeting(db: Database, reads: Reads): Meeting {
  return (ids, box) => {
    if (ids.length === 0) return []
    const { sql, parameters } = idsMeeting(ids, box).compile(reads as never)
    return db
      .prepare<unknown[], number>(sql)
      .pluck()
      .all(...parameters)
  }
}

/** Leaves only areas that meet the box; those whose rounded box tells enough are not looked at closer. */
export function keepAreasIn(mask: Bitmap, { rows }: AreaTable, box: Box, meeting: Meeting): void {
  const met: number[] = []
  const doubtful: number[] = []
  for (let row = 0; row < mask.length; row++) {
    if (mask[row] === 0) continue
    const place = placeOf(rows.columns, row, box)
    if (place === 'inside') met.push(row)
    if (place === 'doubtful') doubtful.push(rows.columns.id[row] ?? 0)
  }
  const found = mark(emptyBitmap(mask.length), met)
  intersect(mask, mark(found, rowsOfIds(rows, meeting(doubtful, box))))
}

function placeOf(
  { xmin, xmax, ymin, ymax }: AreaTable['rows']['columns'],
  row: number,
  { south, north, ...box }: Box,
): 'inside' | 'outside' | 'doubtful' {
  const heights: Extent = [ymin[row], ymax[row]]
  const widths: Extent = [xmin[row], xmax[row]]
  if (!meets(heights, south, north)) return 'outside'
  const near = spansOf(box).filter(({ west, east }) => meets(widths, west, east))
  if (near.length === 0) return 'outside'
  const isLevel = isWithin(heights, south, north)
  const isInside = isLevel && near.some(({ west, east }) => isWithin(widths, west, east))
  return isInside ? 'inside' : 'doubtful'
}

type Extent = readonly [least: number | undefined, most: number | undefined]

function meets([least = 0, most = 0]: Extent, from: number, to: number): boolean {
  return least <= to && most >= from
}

function isWithin([least = 0, most = 0]: Extent, from: number, to: number): boolean {
  return least >= from && most <= to
}
