import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import type { AreaBounds } from '../../model/tiles/areas.ts'
import { selectSides } from '../lists/area-sides.ts'

/** Bounding box of an image on the map: a point for its camera, or the extent of the area that it shows from above. */
export interface PlacementBox extends AreaBounds {
  kind: 'point' | 'area'
  /** Of the georeference. */
  id: number
  /** Viewing direction of a camera, in degrees clockwise from north; null if unknown. */
  direction?: number | null
}

/** Finds where images are, by their ids. Images without a place are missing. */
export async function findPlacements(
  reads: Reads,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, PlacementBox>> {
  const ids = inList(imageIds)
  const [points, areas] = await Promise.all([
    reads
      .selectFrom('point_current')
      .select(['id', 'image_id', 'longitude', 'latitude'])
      .where('from_above', '=', 0)
      .where('image_id', 'in', ids)
      .execute(),
    reads
      .selectFrom('area_current')
      .innerJoin('from_above_georeference as made', 'made.id', 'area_current.id')
      .select(['area_current.id', 'area_current.image_id'])
      .select(selectSides('made'))
      .where('area_current.image_id', 'in', ids)
      .execute(),
  ])
  return new Map<number, PlacementBox>([
    ...areas.map(({ image_id, ...area }) => [image_id, { kind: 'area', ...area }] as const),
    ...points.map(({ image_id, id, longitude: west, latitude: south }) => {
      const point = { kind: 'point', id, west, south, east: west, north: south } as const
      return [image_id, point] as const
    }),
  ])
}
