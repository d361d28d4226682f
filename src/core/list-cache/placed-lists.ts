import type { Database } from 'better-sqlite3'
import { GEOREFERENCE_ORDERS } from '../model/orders.ts'
import { georeferenceOrder, RANK, type PointFilter } from '../queries/lists/georeferences.ts'
import type { IdPage } from '../queries/lists/list-ids.ts'
import type { AreaQuery, PointQuery } from '../queries/lists/list-query.ts'
import type { Reads } from '../db/store.ts'
import { createMeeting, keepAreasIn, keepPointsIn } from './boxes.ts'
import type { Changed } from './changed.ts'
import type { HoldingColumns } from './holdings.ts'
import type { ImageList } from './image-list.ts'
import { emptyBitmap, keepListed, keepYears, liveRows, mark, type Bitmap } from './bitmap.ts'
import { pageOfRows } from './page-of-rows.ts'
import { loadAreaTable, loadPointTable, type AreaTable, type PointTable } from './placed-tables.ts'
import { loadOrders } from './sorting.ts'
import { rowsOfIds } from './tagged-images.ts'

/** A list of georeferences in memory. */
export interface PlacedList<Question> {
  /** Undefined for what is not kept in memory. */
  find(question: Question): IdPage | undefined
  apply(changed: Changed): void
}

export interface Around {
  holdings: HoldingColumns
  images: ImageList
}

export function loadPointList(db: Database, reads: Reads, around: Around): PlacedList<PointQuery> {
  const table = loadPointTable(db, { holdings: around.holdings, images: around.images.table.rows })
  const orders = ordersOf(db, reads, table, 'point_current')
  return {
    find({ filter, terms, page }) {
      const order = orders.find(terms)
      if (!order) return undefined
      const mask = matching(table, around, filter)
      if (filter.box) keepPointsIn(mask, table, filter.box)
      return pageOfRows(table.rows.columns.id, mask, order, page)
    },
    apply: (changed) => orders.changed(table.reread(changed('point'))),
  }
}

export function loadAreaList(db: Database, reads: Reads, around: Around): PlacedList<AreaQuery> {
  const table = loadAreaTable(db, { holdings: around.holdings, images: around.images.table.rows })
  const orders = ordersOf(db, reads, table, 'area_current')
  const meeting = createMeeting(db, reads)
  return {
    find({ filter, terms, page }) {
      const order = orders.find(terms)
      if (!order) return undefined
      const mask = matching(table, around, filter)
      if (filter.box) keepAreasIn(mask, table, filter.box, meeting)
      return pageOfRows(table.rows.columns.id, mask, order, page)
    },
    apply: (changed) => orders.changed(table.reread(changed('area'))),
  }
}

function ordersOf(
  db: Database,
  reads: Reads,
  { rows }: PointTable | AreaTable,
  table: 'point_current' | 'area_current',
) {
  return loadOrders(db, rows, {
    from: reads.selectFrom(`${table} as placed`) as never,
    order: georeferenceOrder,
    fields: GEOREFERENCE_ORDERS,
  })
}

function matching(
  { rows }: PointTable | AreaTable,
  { holdings, images }: Around,
  filter: PointFilter,
): Bitmap {
  const { columns } = rows
  const { fromAbove, subjects, confidence, users } = filter
  const mask = liveRows(columns, rows.size, holdings.among(filter), { fromAbove })
  keepYears(mask, columns, filter)
  if (subjects) keepListed(mask, columns.image, images.tagged.with(subjects))
  if (filter.images) {
    const { rows } = images.table
    keepListed(mask, columns.image, mark(emptyBitmap(rows.size), rowsOfIds(rows, filter.images)))
  }
  if (confidence !== undefined) keepAnyOf(mask, columns.confidence, [RANK[confidence]])
  if (users) keepAnyOf(mask, columns.user, users)
  return mask
}

/** Leaves only rows with one of a few values. */
function keepAnyOf(
  mask: Bitmap,
  values: Float64Array | Uint8Array,
  wanted: readonly number[],
): void {
  const set = new Set(wanted)
  for (let row = 0; row < mask.length; row++) {
    if (mask[row] === 1 && !set.has(values[row] ?? Number.NaN)) mask[row] = 0
  }
}
