import type { InViewHit, InViewPage, InViewQuery } from '../search/in-view-search.ts'
import { computeGeodesic } from '../model/geometry/geodesic.ts'
import { isInViewingCone } from '../model/viewing-cone.ts'
import { createBitmap, type Bitmap } from './bitmap.ts'
import type { PointTable } from './georeference-tables.ts'
import type { PointList } from './georeference-lists.ts'
import type { AnyRows } from './rows.ts'

/** Finds a page of images in view, by computing the distance of every point that matches the filter. */
export function findInView(
  points: PointList,
  images: AnyRows,
  query: InViewQuery,
  viewingCone: number,
): InViewPage {
  const { radius, page } = query
  const { image } = points.table.rows.columns
  const found: InViewHit[] = []
  const bitmap = selectPoints(points, query)
  for (let row = 0; row < bitmap.length; row++) {
    const seen = bitmap[row] === 1 ? seePoint(points.table, row, query, viewingCone) : undefined
    if (seen && seen.distance <= (radius ?? Infinity)) {
      found.push({ imageId: images.columns.id[image[row] ?? 0] ?? 0, ...seen })
    }
  }
  found.sort((a, b) => a.distance - b.distance || a.imageId - b.imageId)
  const end = page.number * page.size
  return {
    hits: found.slice(end - page.size, end),
    count: radius === null ? null : found.length,
    hasMore: found.length > end,
  }
}

/** Selects the points of public images that match the filter. Images with a point are georeferenced. */
function selectPoints(points: PointList, { filter }: InViewQuery): Bitmap {
  const { georeferenced, ...others } = filter
  if (georeferenced === false) return createBitmap(points.table.rows.size)
  return points.selectRows({ ...others, visibility: 'public', fromAbove: false })
}

function seePoint({ rows }: PointTable, row: number, query: InViewQuery, viewingCone: number) {
  const { id, latitude, longitude, direction } = rows.columns
  const position = { latitude: latitude[row] ?? 0, longitude: longitude[row] ?? 0 }
  const { distance, azimuth } = computeGeodesic(position, query)
  const looks = direction[row] ?? Number.NaN
  const isSeen =
    distance === 0 || Number.isNaN(looks) || isInViewingCone(looks, azimuth, viewingCone)
  return isSeen ? { georeferenceId: id[row] ?? 0, distance } : undefined
}
