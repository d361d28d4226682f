import type { InViewHit, InViewPage, InViewQuery } from '../../queries/searches/in-view-search.ts'
import { countInView } from './count-in-view.ts'
import { findNearest, type NearPoint } from './find-nearest.ts'
import { createPointIndex } from './point-index.ts'
import { createView } from './view.ts'
import type { SearchFilter } from '../../queries/searches/search-filter.ts'
import {
  createBitmap,
  filterListed,
  filterYears,
  LIVE,
  selectLiveRows,
  type Bitmap,
} from '../columns/bitmap.ts'
import type { PointTable } from '../columns/georeference-tables.ts'
import type { ListContext } from '../lists/image-list.ts'

/** The search for images in view among the newest points of images. */
export interface InViewIndex {
  /** @param viewingCone width in degrees */
  find(query: InViewQuery, viewingCone: number): InViewPage
  /** Must be called after each change of the catalog. @param points rows that were added, changed or deleted */
  apply(points: Iterable<number>): void
}

export function indexInView(
  { rows }: PointTable,
  { collections, images }: ListContext,
): InViewIndex {
  const index = createPointIndex({
    getColumns: () => rows.columns,
    listRows: () => listSearched(rows),
  })
  const imageRows = images.rows
  const getImageId = (row: number): number =>
    imageRows.columns.id[rows.columns.image[row] ?? 0] ?? 0
  const toHit = ({ row, distance }: NearPoint): InViewHit => ({
    imageId: getImageId(row),
    georeferenceId: rows.columns.id[row] ?? 0,
    distance,
  })
  /** The points of public images until the next change. Selecting them takes longer than a search. */
  let publicPoints: Bitmap | undefined
  const selectPublic = (): Bitmap =>
    selectLiveRows(rows.columns, rows.size, collections.select(PUBLIC), { fromAbove: false })
  const select = ({ georeferenced, ...filter }: SearchFilter): Bitmap => {
    // An image with a point is georeferenced, unless it was taken from above.
    if (georeferenced === false) return createBitmap(rows.size)
    publicPoints ??= selectPublic()
    const bitmap = publicPoints.slice()
    filterYears(bitmap, rows.columns, filter)
    if (filter.sources || filter.collections) {
      filterListed(bitmap, rows.columns.collection, collections.select({ ...PUBLIC, ...filter }))
    }
    if (filter.subjects) {
      filterListed(bitmap, rows.columns.image, images.tagged.select(filter.subjects))
    }
    return bitmap
  }
  return {
    find(query, viewingCone) {
      const { radius, page } = query
      const view = createView({ searched: query, radius: radius ?? Infinity, viewingCone })
      const selected = index.select(select(query.filter))
      const end = page.number * page.size
      const found = findNearest(view, selected, { limit: end + 1, idOf: getImageId })
      return {
        hits: found.slice(end - page.size, end).map(toHit),
        count: radius === null ? null : countInView(view, selected),
        hasMore: found.length > end,
      }
    },
    apply(changed) {
      index.invalidate(changed)
      publicPoints = undefined
    },
  }
}

const PUBLIC = { visibility: 'public' } as const

/** Lists the points of images that were not taken from above. */
function listSearched({ columns: { flags }, size }: PointTable['rows']): Uint32Array {
  const listed = new Uint32Array(size)
  let count = 0
  for (let row = 0; row < size; row++) if (flags[row] === LIVE) listed[count++] = row
  return listed.subarray(0, count)
}
