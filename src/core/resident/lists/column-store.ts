import type { Database } from 'better-sqlite3'
import type { ImageListFilter } from '../../queries/lists/images.ts'
import { findPlacedExtent } from '../../model/tiles/placed-extent.ts'
import { showsAreas, showsPoints } from '../../model/tiles/shown-on-map.ts'
import { encodeContent } from '../../model/tiles/tile-layers.ts'
import type { Reads } from '../../database/store.ts'
import { createBitmap, type Bitmap } from '../columns/bitmap.ts'
import { groupChanges, type Change } from '../../database/changes.ts'
import type { Images } from '../columns/images.ts'
import { createImageList } from './image-list.ts'
import { loadAreaList, loadPointList } from './georeference-lists.ts'
import type { QueryName, ReaderQueries } from './readers.ts'
import { DEFAULT_VIEWING_CONE } from '../../base/limits.ts'

/** Answers as the database would for the state last applied; undefined if the column store does not support the query. */
type Answers = {
  [Name in QueryName]: (
    query: ReaderQueries[Name]['query'],
  ) => ReaderQueries[Name]['result'] | undefined
}

/** The lists in memory, with exact counts for a catalog of any size. */
export interface ColumnStore {
  /**
   * Answers a query of this name; returns undefined if the column store does not support it.
   * @throws CatalogError kind `not_found` for a page past the end
   */
  readonly ask: <Name extends QueryName>(
    name: Name,
    query: ReaderQueries[Name]['query'],
  ) => ReaderQueries[Name]['result'] | undefined
  /** Sorts a list in one more order. @returns false if all lists were sorted in all orders already */
  sortNext(): boolean
  /** Reloads the rows of these changes, but not those of images. */
  apply(changes: readonly Change[]): void
}

/**
 * Loads the other columns beside those of images, which must be up to date. Lists are sorted by `sortNext`, or when they
 * are first read in an order. Must be called inside a transaction.
 */
export function loadColumnStore(db: Database, reads: Reads, columns: Images): ColumnStore {
  const { collections } = columns
  const images = createImageList(db, reads, columns)
  const points = loadPointList(db, reads, { collections, images })
  const areas = loadAreaList(db, reads, { collections, images })
  const lists = [images, points, areas]
  /** Selects the images with a point or an area that matches a filter; undefined if any place does. */
  const findPlaced = ({ box, placedBy, verdict }: ImageListFilter): Bitmap | undefined => {
    if (!box && !placedBy && !verdict) return undefined
    const placed = createBitmap(images.rows.size)
    const matching = { box, users: placedBy, verdict }
    if (showsPoints(box?.shown)) points.addImages(placed, matching)
    if (showsAreas(box?.shown)) areas.addImages(placed, matching)
    return placed
  }
  const answers: Answers = {
    page(query) {
      if (query.list === 'images') return images.findPage(query, findPlaced(query.filter))
      return query.list === 'points' ? points.findPage(query) : areas.findPage(query)
    },
    statistics: () => undefined,
    decades: (filter) => images.countDecades(filter, findPlaced(filter)),
    creators: (query) => images.findCreators(query),
    inView: (query) => points.findInView(query, readViewingCone(db)),
    tile({ tile, ...filters }) {
      const { counted, drawn } = areas.findOnTile(tile, filters.areas)
      return encodeContent(tile, {
        points: points.listCells(tile, filters.points),
        countedAreas: counted,
        drawnAreas: drawn,
      })
    },
    extent: (filters) =>
      findPlacedExtent([
        points.listBoxes(filters.points),
        ...(filters.areas ? [areas.listBoxes(filters.areas)] : []),
      ]),
  }
  return {
    ask: (name, query) => answers[name](query),
    sortNext: () => lists.some((list) => list.sortNext()),
    apply(changes) {
      const changed = groupChanges(changes)
      if (changed('collection').size > 0) collections.reload()
      // Georeferences refer to the rows of their images, so images come first.
      for (const list of lists) list.apply(changed)
    },
  }
}

/** Reads the setting `viewing_cone`, a width in degrees. Returns the default if it is absent or invalid. */
function readViewingCone(db: Database): number {
  const value = db
    .prepare<[], string>(`select value from setting where name = 'viewing_cone'`)
    .pluck()
    .get()
  const width: unknown = value === undefined ? undefined : JSON.parse(value)
  return typeof width === 'number' && width >= 0 ? width : DEFAULT_VIEWING_CONE
}
