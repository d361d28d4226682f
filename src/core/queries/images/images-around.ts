import type { Reads } from '../../database/store.ts'
import type { Coordinate } from '../../model/geometry/geodesic.ts'
import { findCameras, type Camera } from './find-cameras.ts'
import { findImages, type ImageRow } from './images.ts'

/** In meters. Each is tried until enough images are found: the first in a town, the last in the country. */
const RADII = [50, 250, 1000, 5000]

export type NearbyImage = ImageRow & { camera: Camera }

interface Search {
  /** Ids of images to leave out. */
  except: ReadonlySet<number>
  position: Coordinate
  /** The number of images. */
  limit: number
  /** Whether images with a refuted placement are among them. */
  withRefuted?: boolean
  /** The farthest that a camera may have stood, in meters. */
  within?: number
}

/**
 * Finds public images whose cameras stood near a position, the nearest first. If very many stood within the smallest
 * radius, some are missing.
 */
export async function findNearby(
  reads: Reads,
  { except, position, limit, withRefuted = false, within = Infinity }: Search,
): Promise<NearbyImage[]> {
  const found = new Map<number, Camera>()
  for (const radius of RADII) {
    const cameras = await findCameras(reads, position, Math.min(radius, within))
    // Those of a smaller radius stay, because a larger one may read others.
    for (const camera of cameras)
      if (!except.has(camera.imageId) && (withRefuted || !camera.isRefuted))
        found.set(camera.imageId, camera)
    if (found.size >= limit || radius >= within) break
  }
  const nearest = [...found.values()]
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, limit)
  const images = await findImages(
    reads,
    nearest.map(({ imageId }) => imageId),
  )
  return images.flatMap((image) => {
    const camera = found.get(image.id)
    return camera ? [{ ...image, camera }] : []
  })
}
