import type { Database } from 'better-sqlite3'
import { PLACEMENT_VERDICTS } from '../../model/placement-verdict.ts'
import { GEOREFERENCE_ORDERS } from '../../model/orders.ts'
import {
  orderGeoreferences,
  CONFIDENCE_RANKS,
  type AreaFilter,
  type PointFilter,
} from '../../queries/lists/georeferences.ts'
import type { IdPage } from '../../queries/lists/list-ids.ts'
import type { AreaQuery, PointQuery } from '../../queries/lists/list-query.ts'
import type { BoxColumns } from '../../model/tiles/placed-extent.ts'
import type { Cell } from '../../model/tiles/cells.ts'
import type { Tile } from '../../model/tiles/tile.ts'
import type { DrawnArea } from '../../model/tiles/tile-layers.ts'
import type { Reads } from '../../database/store.ts'
import type { InViewPage, InViewQuery } from '../../queries/searches/in-view-search.ts'
import {
  createFindIntersecting,
  filterAreasInBox,
  filterPointsInBox,
  pickAreas,
  pickPoints,
} from './box-filters.ts'
import type { ChangedIds } from '../../database/changes.ts'
import type { ListContext } from './image-list.ts'
import {
  createBitmap,
  filterListed,
  filterYears,
  selectLiveRows,
  setRows,
  type Bitmap,
  createBitmapCache,
} from '../columns/bitmap.ts'
import { clearDrawn, createFindDrawn } from './drawn-areas.ts'
import { indexInView } from '../in-view/in-view-index.ts'
import { pickPage } from './pick-page.ts'
import {
  loadAreaTable,
  loadPointTable,
  type AreaTable,
  type PointTable,
} from '../columns/georeference-tables.ts'
import { loadSortIndexes } from '../columns/sort-index.ts'
import { findRows } from '../columns/tagged-images.ts'
import { createTileIndex } from './tile-index.ts'

/** A list of georeferences in memory. */
export interface GeoreferenceList<Query extends PointQuery | AreaQuery> {
  /** Returns undefined if the query is not supported. */
  findPage(query: Query): IdPage | undefined
  /** Lists the bounding boxes of those that match. */
  listBoxes(filter: Query['filter']): BoxColumns
  /** Sets the rows of the images with a georeference that matches. */
  addImages(images: Bitmap, filter: Pick<AreaFilter, 'box' | 'users' | 'verdict'>): void
  /** Sorts the list in one more order. @returns false if all orders were sorted already */
  sortNext(): boolean
  apply(changed: ChangedIds): void
}

/** The list of points, and the search for images in view. */
export interface PointList extends GeoreferenceList<PointQuery> {
  /** @param viewingCone width in degrees */
  findInView(query: InViewQuery, viewingCone: number): InViewPage
  /** Lists the cells of a tile. */
  listCells(tile: Tile, filter: PointFilter): Cell[]
}

/** The list of areas. */
export interface AreaList extends GeoreferenceList<AreaQuery> {
  /** Finds the areas on a tile: those that are counted by their center, and those that are drawn. */
  findOnTile(tile: Tile, filter: AreaFilter | null): { counted: Cell[]; drawn: DrawnArea[] }
}

export function loadPointList(db: Database, reads: Reads, context: ListContext): PointList {
  const table = loadPointTable(db, {
    collections: context.collections,
    images: context.images.rows,
  })
  const orders = loadOrders(db, reads, table, 'point_current')
  const inView = indexInView(table, context)
  const tiles = createTileIndex(table.rows)
  const select = (filter: PointFilter): Bitmap => {
    const bitmap = selectRows(table, context, filter)
    if (filter.box) filterPointsInBox(bitmap, table, filter.box)
    return bitmap
  }
  const onTiles = createBitmapCache(select)
  return {
    findInView: (query, viewingCone) => inView.find(query, viewingCone),
    findPage({ filter, terms, page }) {
      const order = orders.find(terms)
      return order && pickPage(table.rows.columns.id, select(filter), order, page)
    },
    listBoxes: (filter) => pickPoints(table, select(filter)),
    addImages: (images, filter) =>
      setImages(images, table, select({ visibility: 'everything', ...filter })),
    listCells: (tile, filter) => tiles.listCells(tile, onTiles.select(filter)),
    sortNext: () => orders.sortNext() || tiles.sort(),
    apply(changed) {
      const rows = table.reload(changed('point'))
      orders.invalidate(rows)
      inView.apply(rows)
      tiles.invalidate(rows)
      onTiles.clear()
    },
  }
}

export function loadAreaList(db: Database, reads: Reads, context: ListContext): AreaList {
  const table = loadAreaTable(db, {
    collections: context.collections,
    images: context.images.rows,
  })
  const orders = loadOrders(db, reads, table, 'area_current')
  const findIntersecting = createFindIntersecting(db, reads)
  const tiles = createTileIndex(table.rows)
  const findDrawn = createFindDrawn(db, table)
  const select = (filter: AreaFilter): Bitmap => {
    const bitmap = selectRows(table, context, filter)
    if (filter.box) filterAreasInBox(bitmap, table, filter.box, findIntersecting)
    return bitmap
  }
  const onTiles = createBitmapCache(select)
  return {
    findPage({ filter, terms, page }) {
      const order = orders.find(terms)
      return order && pickPage(table.rows.columns.id, select(filter), order, page)
    },
    listBoxes: (filter) => pickAreas(table, select(filter)),
    addImages: (images, filter) =>
      setImages(images, table, select({ visibility: 'everything', ...filter })),
    findOnTile(tile, filter) {
      if (filter === null) return { counted: [], drawn: [] }
      const bitmap = onTiles.select(filter)
      const small = clearDrawn(bitmap, table, tile)
      return { counted: tiles.listCells(tile, small), drawn: findDrawn(tile, bitmap) }
    },
    sortNext: () => orders.sortNext() || tiles.sort(),
    apply(changed) {
      const rows = table.reload(changed('area'))
      orders.invalidate(rows)
      tiles.invalidate(rows)
      onTiles.clear()
    },
  }
}

function loadOrders(
  db: Database,
  reads: Reads,
  { rows }: PointTable | AreaTable,
  table: 'point_current' | 'area_current',
) {
  return loadSortIndexes(db, rows, {
    from: reads.selectFrom(`${table} as georef`) as never,
    order: orderGeoreferences,
    fields: GEOREFERENCE_ORDERS,
  })
}

function selectRows(
  { rows }: PointTable | AreaTable,
  { collections, images }: ListContext,
  filter: PointFilter,
): Bitmap {
  const { columns } = rows
  const { fromAbove, subjects, confidence, verdict, users, creator } = filter
  const bitmap = selectLiveRows(columns, rows.size, collections.select(filter), { fromAbove })
  filterYears(bitmap, columns, filter)
  if (subjects) filterListed(bitmap, columns.image, images.tagged.select(subjects))
  if (filter.images) {
    const { rows } = images
    filterListed(
      bitmap,
      columns.image,
      setRows(createBitmap(rows.size), findRows(rows, filter.images)),
    )
  }
  if (creator !== undefined) filterListed(bitmap, columns.image, images.findByCreator(creator))
  if (confidence !== undefined)
    filterValues(bitmap, columns.confidence, [CONFIDENCE_RANKS[confidence]])
  if (verdict) filterValues(bitmap, columns.verdict, [PLACEMENT_VERDICTS.indexOf(verdict)])
  if (users) filterValues(bitmap, columns.user, users)
  return bitmap
}

/** Sets the rows of the images of selected georeferences. */
function setImages(images: Bitmap, { rows }: PointTable | AreaTable, selected: Bitmap): void {
  const { image } = rows.columns
  for (let row = 0; row < selected.length; row++) {
    if (selected[row] === 1) images[image[row] ?? 0] = 1
  }
}

/** Clears rows with none of these values. */
function filterValues(
  bitmap: Bitmap,
  values: Float64Array | Uint8Array,
  allowed: readonly number[],
): void {
  const set = new Set(allowed)
  for (let row = 0; row < bitmap.length; row++) {
    if (bitmap[row] === 1 && !set.has(values[row] ?? Number.NaN)) bitmap[row] = 0
  }
}
