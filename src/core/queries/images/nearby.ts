import { inList, selectByBoundingBox } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { boxAround } from '../../model/geometry/box.ts'
import { computeGeodesic, type Coordinate } from '../../model/geometry/geodesic.ts'
import { findImages, type ImageRow } from './images.ts'
import { listFlatBoxes } from '../lists/in-box.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** In meters. Each is tried until enough images are found: the first in a town, the last in the country. */
const RADII = [50, 250, 1000, 5000]

/** The most georeferences that one radius reads, so that the time does not grow with the catalog. */
const MAX_CANDIDATES = 300

export type NearbyImage = ImageRow & {
  /** In meters. */
  distance: number
}

/**
 * Finds public images whose cameras stood near a position, the nearest first. Where more than `MAX_CANDIDATES` stood
 * within the smallest radius, some of them.
 * @param imageId the image to leave out
 * @param limit the number of images
 */
export async function findNearby(
  reads: Reads,
  { imageId, position, limit }: { imageId: number; position: Coordinate; limit: number },
): Promise<NearbyImage[]> {
  const found = new Map<number, Camera>()
  for (const radius of RADII) {
    const cameras = await findCameras(reads, position, radius)
    // Those of a smaller radius stay, because a larger one may read others.
    for (const camera of cameras) if (camera.id !== imageId) found.set(camera.id, camera)
    if (found.size >= limit) break
  }
  const nearest = [...found.values()].toSorted((one, other) => one.distance - other.distance)
  const distances = new Map(nearest.slice(0, limit).map(({ id, distance }) => [id, distance]))
  const images = await findImages(reads, [...distances.keys()])
  return images.map((image) => ({ ...image, distance: distances.get(image.id) ?? 0 }))
}

interface Camera {
  /** Of the image. */
  id: number
  /** From the position, in meters. */
  distance: number
}

async function findCameras(reads: Reads, position: Coordinate, radius: number): Promise<Camera[]> {
  const nearby = selectByBoundingBox('georeference', listFlatBoxes(boxAround(position, radius)))
  const candidates = await reads
    .selectFrom(nearby.as('nearby'))
    .select('nearby.id')
    .limit(MAX_CANDIDATES)
    .execute()
  const rows = await reads
    .selectFrom('point_current as current')
    .innerJoin('image', 'image.id', 'current.image_id')
    .select(['image.id', 'current.latitude', 'current.longitude'])
    .where('current.id', 'in', inList(candidates.map(({ id }) => id)))
    .where('image.duplicate_of', 'is', null)
    .where('current.collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .execute()
  return rows
    .map(({ id, ...camera }) => ({ id, distance: computeGeodesic(position, camera).distance }))
    .filter(({ distance }) => distance <= radius)
}
