import type { Database } from 'better-sqlite3'
import { foldText } from '../model/fold.ts'
import { IMAGE_ORDERS } from '../model/orders.ts'
import { PROCESSING_STATES } from '../model/processing.ts'
import { imageOrder, isByReference, type ImageFilter } from '../queries/lists/images.ts'
import type { IdPage } from '../queries/lists/list-ids.ts'
import type { ImageQuery } from '../queries/lists/list-query.ts'
import type { Reads } from '../db/store.ts'
import type { Changed } from './changed.ts'
import type { HoldingColumns } from './holdings.ts'
import { loadImageTable, type ImageTable } from './image-table.ts'
import {
  emptyBitmap,
  intersect,
  keepListed,
  keepYears,
  liveRows,
  mark,
  type Bitmap,
} from './bitmap.ts'
import { pageOfRows } from './page-of-rows.ts'
import { loadOrders } from './sorting.ts'
import { createTaggedImages, rowsOfIds, type TaggedImages } from './tagged-images.ts'

/** The list of images in memory. */
export interface ImageList {
  readonly table: ImageTable
  readonly tagged: TaggedImages
  /** Undefined for what is not kept in memory. */
  find(question: ImageQuery): IdPage | undefined
  apply(changed: Changed): void
}

export function loadImageList(db: Database, reads: Reads, holdings: HoldingColumns): ImageList {
  const table = loadImageTable(db, holdings)
  const tagged = createTaggedImages(db, table.rows)
  const orders = loadOrders(db, table.rows, {
    from: reads.selectFrom('image') as never,
    order: imageOrder,
    fields: IMAGE_ORDERS,
  })
  return {
    table,
    tagged,
    find({ filter, terms, page }) {
      const order = orders.find(terms)
      if (!order || isByReference(filter)) return undefined
      const mask = matching(table, holdings, filter)
      if (filter.subjects) intersect(mask, tagged.with(filter.subjects))
      return pageOfRows(table.rows.columns.id, mask, order, page)
    },
    apply(changed) {
      orders.changed(table.reread(changed('image')))
      orders.changed(table.reread(changed('georeferenced')), ['last_georeferenced_at'])
      // No list is sorted by it.
      table.reread(changed('processing'))
      for (const subject of changed('subject')) tagged.forget(subject)
    },
  }
}

function matching(
  { rows, creators }: ImageTable,
  holdings: HoldingColumns,
  filter: ImageFilter,
): Bitmap {
  const mask = liveRows(rows.columns, rows.size, holdings.among(filter), filter)
  keepYears(mask, rows.columns, filter)
  const { creator, ids, processing } = filter
  if (ids) intersect(mask, mark(emptyBitmap(rows.size), rowsOfIds(rows, ids)))
  if (processing) {
    const listed = [null, ...PROCESSING_STATES].map((state) =>
      processing.some((one) => one === state),
    )
    keepListed(mask, rows.columns.processing, Uint8Array.from(listed, Number))
  }
  if (creator !== undefined) {
    keepListed(mask, rows.columns.creator, creators.containing(foldText(creator)))
  }
  return mask
}
