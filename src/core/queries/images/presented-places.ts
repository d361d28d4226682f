import { column } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { isAnyOf } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'

/** A current georeference. The polygon is GeoJSON. */
export type PresentedPlace =
  | { id: number; polygon: string }
  | { id: number; latitude: number; longitude: number }

/**
 * Finds the newest georeference of each image: an area for an image from above if there is one, else a point.
 * @param maxBytes areas with longer GeoJSON are left out
 * @returns by id of the image
 */
export async function findPlaces(
  reads: Reads,
  imageIds: readonly number[],
  maxBytes: number,
): Promise<Map<number, PresentedPlace>> {
  const ids = JSON.stringify(imageIds)
  const [points, areas] = await Promise.all([
    selectPoints(reads, { ids }),
    selectAreas(reads, { ids, maxBytes }),
  ])
  return new Map([...points, ...areas].map(({ image_id, ...place }) => [image_id, place]))
}

const selectPoints = preparedQuery((reads: Reads, { ids }: Params<{ ids: string }>) =>
  reads
    .selectFrom('point_current')
    .select(['image_id', 'id', 'latitude', 'longitude'])
    .where(isAnyOf(column('image_id'), ids)),
)

const selectAreas = preparedQuery(
  (reads: Reads, { ids, maxBytes }: Params<{ ids: string; maxBytes: number }>) =>
    reads
      .selectFrom('area_current as current')
      .innerJoin('from_above_georeference as georef', 'georef.id', 'current.id')
      .select(['current.image_id', 'georef.id', 'georef.polygon'])
      .where(isAnyOf(column('current.image_id'), ids))
      .where(({ fn }) => fn<number>('octet_length', ['georef.polygon']), '<=', maxBytes),
)
