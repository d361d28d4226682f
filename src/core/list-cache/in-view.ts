import type { PointFilter } from '../queries/lists/georeferences.ts'
import type { InViewPage, InViewQuery } from '../search/in-view-search.ts'
import { countInView } from '../search/in-view/count-in-view.ts'
import { findNearest } from '../search/in-view/find-nearest.ts'
import { createPointIndex } from '../search/in-view/point-index.ts'
import { createView } from '../search/in-view/view.ts'
import { createBitmap, LIVE, type Bitmap } from './bitmap.ts'
import type { PointTable } from './georeference-tables.ts'
import type { AnyRows } from './rows.ts'

/** The search for images in view among the newest points of images. */
export interface InViewIndex {
  /** @param viewingCone width in degrees */
  find(query: InViewQuery, viewingCone: number): InViewPage
  /** Must be called after each change of the catalog. @param points rows that were added, changed or deleted */
  apply(points: Iterable<number>): void
}

const SEARCHED = { visibility: 'public', fromAbove: false } as const

export function indexInView(
  { rows }: PointTable,
  images: AnyRows,
  selectRows: (filter: PointFilter) => Bitmap,
): InViewIndex {
  const index = createPointIndex({
    getColumns: () => rows.columns,
    listRows: () => listSearched(rows),
  })
  const toHit = ({ row, distance }: { row: number; distance: number }) => ({
    imageId: images.columns.id[rows.columns.image[row] ?? 0] ?? 0,
    georeferenceId: rows.columns.id[row] ?? 0,
    distance,
  })
  /** The selection of searches without a filter, until the next change: it takes longer than the search. */
  let unfiltered: Bitmap | undefined
  const select = ({ filter: { georeferenced, ...filter } }: InViewQuery): Bitmap => {
    // An image with a point is georeferenced, unless it was taken from above.
    if (georeferenced === false) return createBitmap(rows.size)
    const isFiltered = Object.values(filter).some((value) => value !== undefined)
    if (isFiltered) return selectRows({ ...filter, ...SEARCHED })
    unfiltered ??= selectRows(SEARCHED)
    return unfiltered.slice()
  }
  return {
    find(query, viewingCone) {
      const { radius, page } = query
      const view = createView({ searched: query, radius: radius ?? Infinity, viewingCone })
      const selected = index.select(select(query))
      const end = page.number * page.size
      const found = findNearest(view, selected, end + 1).map(toHit)
      found.sort((a, b) => a.distance - b.distance || a.imageId - b.imageId)
      return {
        hits: found.slice(end - page.size, end),
        count: radius === null ? null : countInView(view, selected),
        hasMore: found.length > end,
      }
    },
    apply(changed) {
      index.invalidate(changed)
      unfiltered = undefined
    },
  }
}

/** Lists the points of images that were not taken from above. */
function listSearched({ columns: { flags }, size }: PointTable['rows']): Uint32Array {
  const listed = new Uint32Array(size)
  let count = 0
  for (let row = 0; row < size; row++) if (flags[row] === LIVE) listed[count++] = row
  return listed.subarray(0, count)
}
