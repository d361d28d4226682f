import type { Reads } from '../../database/store.ts'
import type { Coordinate } from '../../model/geometry/geodesic.ts'
import { findCameras } from './find-cameras.ts'
import { findImages, type ImageRow } from './images.ts'

/** In meters. Each is tried until enough images are found: the first in a town, the last in the country. */
const RADII = [50, 250, 1000, 5000]

export type NearbyImage = ImageRow & {
  /** In meters. */
  distance: number
}

/**
 * Finds public images whose cameras stood near a position, the nearest first. Where very many stood within the smallest
 * radius, some of them.
 * @param except ids of images to leave out
 * @param limit the number of images
 */
export async function findNearby(
  reads: Reads,
  { except, position, limit }: { except: ReadonlySet<number>; position: Coordinate; limit: number },
): Promise<NearbyImage[]> {
  const found = new Map<number, number>()
  for (const radius of RADII) {
    const cameras = await findCameras(reads, position, radius)
    // Those of a smaller radius stay, because a larger one may read others.
    for (const { imageId, distance } of cameras)
      if (!except.has(imageId)) found.set(imageId, distance)
    if (found.size >= limit) break
  }
  const nearest = [...found].toSorted(([, one], [, other]) => one - other).slice(0, limit)
  const images = await findImages(
    reads,
    nearest.map(([id]) => id),
  )
  return images.map((image) => ({ ...image, distance: found.get(image.id) ?? 0 }))
}
