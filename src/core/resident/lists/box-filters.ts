import type { Database } from 'better-sqlite3'
import type { Box, Span } from '../../model/geometry/box.ts'
import { isOnlyCounted, isOnlyDrawn, type ShownOnMap } from '../../model/tiles/shown-on-map.ts'
import { wrapLongitude } from '../../model/tiles/world.ts'
import { selectIntersecting, listSpans } from '../../queries/lists/in-box.ts'
import type { Reads } from '../../database/store.ts'
import {
  createBitmap,
  intersect,
  filterMin,
  filterMax,
  setRows,
  type Bitmap,
} from '../columns/bitmap.ts'
import type { AreaTable, PointTable } from '../columns/georeference-tables.ts'
import { createIsDrawn } from './drawn-areas.ts'
import { findRows } from '../columns/tagged-images.ts'
import type { BoxColumns } from '../../model/tiles/placed-extent.ts'

/** Clears points outside the box. */
export function filterPointsInBox(bitmap: Bitmap, { rows }: PointTable, box: Box): void {
  const { latitude, longitude } = rows.columns
  filterMin(bitmap, latitude, box.south)
  filterMax(bitmap, latitude, box.north)
  const [span, ...others] = listPointSpans(box)
  if (span && others.length === 0) {
    filterMin(bitmap, longitude, span.west)
    filterMax(bitmap, longitude, span.east)
  } else filterSpans(bitmap, longitude, listPointSpans(box))
}

/** The longitude of a point is between −180 and 180. */
function listPointSpans(box: Box): Span[] {
  return listSpans(box).filter(({ west, east }) => west <= 180 && east >= -180)
}

function filterSpans(bitmap: Bitmap, longitudes: Float64Array, spans: readonly Span[]): void {
  for (let row = 0; row < bitmap.length; row++) {
    const value = longitudes[row] ?? Number.NaN
    if (bitmap[row] === 1 && !spans.some(({ west, east }) => value >= west && value <= east)) {
      bitmap[row] = 0
    }
  }
}

/** Returns which of these areas intersect a box, according to the database. */
export type FindIntersecting = (ids: readonly number[], box: Box) => readonly number[]

export function createFindIntersecting(db: Database, reads: Reads): FindIntersecting {
  return (ids, box) => {
    if (ids.length === 0) return []
    const { sql, parameters } = selectIntersecting(reads, ids, box).compile()
    return db
      .prepare<unknown[], number>(sql)
      .pluck()
      .all(...parameters)
  }
}

/**
 * Clears areas that a map does not show in the box, or that do not intersect it. Queries the database only where the
 * bounding box does not decide.
 */
export function filterAreasInBox(
  bitmap: Bitmap,
  table: AreaTable,
  box: Box,
  findIntersecting: FindIntersecting,
): void {
  const { rows } = table
  const { shown = EVERYTHING } = box
  const inside: number[] = []
  const undecided: number[] = []
  const isDrawn = shown.zoom === undefined ? () => true : createIsDrawn(table, shown.zoom)
  const compare = (row: number): Position => {
    if (!isDrawn(row)) return isOnlyDrawn(shown) ? 'outside' : compareCenter(rows.columns, row, box)
    return isOnlyCounted(shown) ? 'outside' : compareToBox(rows.columns, row, box)
  }
  for (let row = 0; row < bitmap.length; row++) {
    if (bitmap[row] === 0) continue
    const position = compare(row)
    if (position === 'inside') inside.push(row)
    if (position === 'undecided') undecided.push(rows.columns.id[row] ?? 0)
  }
  const found = setRows(createBitmap(bitmap.length), inside)
  intersect(bitmap, setRows(found, findRows(rows, findIntersecting(undecided, box))))
}

type Position = 'inside' | 'outside' | 'undecided'

const EVERYTHING: ShownOnMap = { zoom: undefined, kind: undefined }

function compareCenter(
  { xmin, xmax, ymin, ymax }: AreaTable['rows']['columns'],
  row: number,
  { south, north, ...box }: Box,
): Position {
  const latitude = middle(ymin[row], ymax[row])
  const longitude = wrapLongitude(middle(xmin[row], xmax[row]))
  const isInside =
    latitude >= south &&
    latitude <= north &&
    listSpans(box).some(({ west, east }) => longitude >= west && longitude <= east)
  return isInside ? 'inside' : 'outside'
}

function middle(from = Number.NaN, to = Number.NaN): number {
  return (from + to) / 2
}

function compareToBox(
  { xmin, xmax, ymin, ymax }: AreaTable['rows']['columns'],
  row: number,
  { south, north, ...box }: Box,
): Position {
  const latitudes: Extent = [ymin[row], ymax[row]]
  const longitudes: Extent = [xmin[row], xmax[row]]
  if (!overlaps(latitudes, south, north)) return 'outside'
  const spans = listSpans(box).filter(({ west, east }) => overlaps(longitudes, west, east))
  if (spans.length === 0) return 'outside'
  const isInside =
    isWithin(latitudes, south, north) &&
    spans.some(({ west, east }) => isWithin(longitudes, west, east))
  return isInside ? 'inside' : 'undecided'
}

type Extent = readonly [min: number | undefined, max: number | undefined]

function overlaps([min = 0, max = 0]: Extent, from: number, to: number): boolean {
  return min <= to && max >= from
}

function isWithin([min = 0, max = 0]: Extent, from: number, to: number): boolean {
  return min >= from && max <= to
}

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
