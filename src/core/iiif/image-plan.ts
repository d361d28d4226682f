/** The exact operations that make the image of a request: Image API 3.0 and 2.1, 4.6. */

import type { FullImage, Rectangle, Size } from './full-image.ts'
import type { ImageRequest } from './image-request.ts'
import { scaleRegion } from './output-size.ts'
import type { ImageFormat, Quality } from './quality-and-format.ts'
import { locateRegion } from './region.ts'
import type { Rotation } from './rotation.ts'

/** The operations in their order: crop, scale, mirror, rotate, convert. */
export interface ImagePlan {
  /** In pixels of the corrected picture, never empty and never beyond its edges. */
  region: Rectangle
  /** Of the scaled region. A rotation by 90 or 270 degrees swaps the sides of the response. */
  size: Size
  rotation: Rotation
  quality: Quality
  format: ImageFormat
}

/**
 * Applies a request to an image.
 *
 * @throws CatalogError kind `invalid` if the region or the size is impossible, `not_implemented` if version 2 asks for
 * upscaling
 */
export function planImage(request: ImageRequest, image: FullImage): ImagePlan {
  const { version, rotation, quality, format } = request
  const region = locateRegion(request.region, image)
  const size = scaleRegion(version, request.size, region, image)
  return { region, size, rotation, quality, format }
}
