/** The canonical form of image requests: Image API 3.0, 4.8, and 2.1, 4.7. */

import { type FullImage, type Rectangle, isSameSize } from './full-image.ts'
import type { ImagePlan } from './image-plan.ts'
import { findMaxSize, scaleToWidth } from './output-size.ts'
import type { ImageApiVersion } from './size.ts'

/**
 * Formats a plan as `{region}/{size}/{rotation}/{quality}.{format}`, the same for all requests with the same result.
 * It may contain `^`, which a URI must percent-encode.
 */
export function formatCanonicalRequest(
  version: ImageApiVersion,
  plan: ImagePlan,
  image: FullImage,
): string {
  const { mirror, degrees } = plan.rotation
  const size = version === 3 ? formatSize3(plan, image) : formatSize2(plan, image)
  const rotation = `${mirror ? '!' : ''}${degrees}`
  return `${formatRegion(plan.region, image)}/${size}/${rotation}/${plan.quality}.${plan.format}`
}

/** `full` always starts in the corner, because a region never extends beyond the image. */
function formatRegion(region: Rectangle, image: FullImage): string {
  const { x, y, width, height } = region
  return isSameSize(region, image) ? 'full' : `${x},${y},${width},${height}`
}

function formatSize3({ region, size }: ImagePlan, image: FullImage): string {
  if (isSameSize(size, findMaxSize(region, image, false))) return 'max'
  if (isSameSize(size, findMaxSize(region, image, true))) return '^max'
  const isUpscaled = size.width > region.width || size.height > region.height
  return `${isUpscaled ? '^' : ''}${size.width},${size.height}`
}

function formatSize2({ region, size }: ImagePlan, image: FullImage): string {
  if (isSameSize(size, region)) return 'full'
  const { width, height } = size
  return isSameSize(size, scaleToWidth(width, region, image)) ? `${width},` : `${width},${height}`
}
