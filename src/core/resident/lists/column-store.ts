import type { Database } from 'better-sqlite3'
import type { IdPage } from '../../queries/lists/list-ids.ts'
import type { ListQuery } from '../../queries/lists/list-query.ts'
import type { ImageListFilter } from '../../queries/lists/images.ts'
import { findPlacedExtent, type PlacedExtent } from '../../model/tiles/placed-extent.ts'
import type { PlacedFilters, TileQuery } from '../../queries/tiles/tile-query.ts'
import type { DecadeCount } from '../../edtf/count-decades.ts'
import { encodeContent } from '../../model/tiles/tile-layers.ts'
import type { Reads } from '../../database/store.ts'
import type { InViewPage, InViewQuery } from '../../queries/searches/in-view-search.ts'
import { createBitmap, type Bitmap } from '../columns/bitmap.ts'
import { groupChanges, type Change } from '../../database/changes.ts'
import { createCollectionIndex } from '../columns/collection-index.ts'
import { loadImageList } from './image-list.ts'
import { loadAreaList, loadPointList } from './georeference-lists.ts'

/** The lists in memory, with exact counts for a catalog of any size. */
export interface ColumnStore {
  /**
   * Returns the same page as the database would for the state last applied; undefined if the column store does not
   * support the query.
   * @throws CatalogError kind `not_found` for a page past the end
   */
  findPage(query: ListQuery): IdPage | undefined
  /** @param viewingCone width in degrees */
  findInView(query: InViewQuery, viewingCone: number): InViewPage
  /** Returns the bytes of a vector tile. */
  cutTile(query: TileQuery): Uint8Array
  /** Returns undefined if the filter is not supported. */
  countDecades(filter: ImageListFilter): DecadeCount[] | undefined
  /** Returns null if no georeference matches. */
  findExtent(filters: PlacedFilters): PlacedExtent | null
  /** Sorts a list in one more order. @returns false if all lists were sorted in all orders already */
  sortNext(): boolean
  /** Reloads the rows of these changes. */
  apply(changes: readonly Change[]): void
}

/** Loads all columns. Lists are sorted by `sortNext`, or when they are first read in an order. Must be called inside a transaction. */
export function loadColumnStore(db: Database, reads: Reads): ColumnStore {
  const collections = createCollectionIndex(db)
  collections.reload()
  const images = loadImageList(db, reads, collections)
  const points = loadPointList(db, reads, { collections, images })
  const areas = loadAreaList(db, reads, { collections, images })
  const lists = [images, points, areas]
  /** Selects the images with a point or an area that matches a filter; undefined if any place does. */
  const findPlaced = ({ box, placedBy }: ImageListFilter): Bitmap | undefined => {
    if (!box && !placedBy) return undefined
    const placed = createBitmap(images.table.rows.size)
    for (const list of [points, areas]) list.addImages(placed, { box, users: placedBy })
    return placed
  }
  return {
    findPage(question) {
      if (question.list === 'images') return images.findPage(question, findPlaced(question.filter))
      return question.list === 'points' ? points.findPage(question) : areas.findPage(question)
    },
    findInView: (query, viewingCone) => points.findInView(query, viewingCone),
    cutTile({ tile, ...filters }) {
      const { counted, drawn } = areas.findOnTile(tile, filters.areas)
      return encodeContent(tile, {
        points: points.listCells(tile, filters.points),
        countedAreas: counted,
        drawnAreas: drawn,
      })
    },
    countDecades: (filter) => images.countDecades(filter, findPlaced(filter)),
    findExtent: (filters) =>
      findPlacedExtent([
        points.listBoxes(filters.points),
        ...(filters.areas ? [areas.listBoxes(filters.areas)] : []),
      ]),
    sortNext: () => lists.some((list) => list.sortNext()),
    apply(changes) {
      const changed = groupChanges(changes)
      if (changed('collection').size > 0) collections.reload()
      // Georeferences refer to the rows of their images, so images come first.
      for (const list of lists) list.apply(changed)
    },
  }
}
