import { inList, selectByBoundingBox } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { boxAround } from '../../model/geometry/box.ts'
import { computeGeodesic, type Coordinate } from '../../model/geometry/geodesic.ts'
import { findVerdict } from '../../model/placement-verdict.ts'
import { listFlatBoxes } from '../lists/in-box.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** The most georeferences that one search reads, so that its time does not grow with the catalog. */
const MAX_CANDIDATES = 300

/** Position and direction of the camera of an image. */
export interface Camera extends Coordinate {
  imageId: number
  /** Degrees clockwise from north; null if unknown. */
  direction: number | null
  /** From the searched position, in meters. */
  distance: number
  isFromAbove: boolean
  hasPicture: boolean
  /** Whether its placement has incorrect verdicts and no correct ones. */
  isRefuted: boolean
}

/**
 * Finds cameras of public images around a position, in no particular order. If there are more than `MAX_CANDIDATES`
 * georeferences within the radius, some cameras are missing.
 * @param radius in meters
 */
export async function findCameras(
  reads: Reads,
  position: Coordinate,
  radius: number,
): Promise<Camera[]> {
  const nearby = selectByBoundingBox('georeference', listFlatBoxes(boxAround(position, radius)))
  const candidates = await reads
    .selectFrom(nearby.as('nearby'))
    .select('nearby.id')
    .limit(MAX_CANDIDATES)
    .execute()
  const rows = await reads
    .selectFrom('point_current as current')
    .innerJoin('image', 'image.id', 'current.image_id')
    .select(['image.id as imageId', 'image.from_above', 'image.generation'])
    .select(['current.latitude', 'current.longitude', 'current.direction'])
    .select(['current.correct_count', 'current.incorrect_count'])
    .where('current.id', 'in', inList(candidates.map(({ id }) => id)))
    .where('image.duplicate_of', 'is', null)
    .where('current.collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .execute()
  return rows
    .map(({ from_above, generation, correct_count, incorrect_count, ...camera }) => ({
      ...camera,
      isRefuted: findVerdict({ correct_count, incorrect_count }) === 'refuted',
      isFromAbove: from_above === 1,
      hasPicture: generation !== null,
      distance: computeGeodesic(position, camera).distance,
    }))
    .filter(({ distance }) => distance <= radius)
}
