import type { FullImage, Size } from '../../../../src/core/iiif/full-image.ts'
import { type ImagePlan, planImage } from '../../../../src/core/iiif/image-plan.ts'
import { parseImageRequest } from '../../../../src/core/iiif/image-request.ts'
import type { ImageApiVersion } from '../../../../src/core/iiif/size.ts'
import { IIIF_LIMITS } from '../../../../src/core/base/limits.ts'

/** Adds the widest limits of the service to a size. */
export function withLimits({ width, height }: Size, limits = {}): FullImage {
  return { width, height, ...IIIF_LIMITS, maxUpscaling: 5, ...limits }
}

export function plan(version: ImageApiVersion, path: string, image: FullImage): ImagePlan {
  return planImage(parseImageRequest(version, path), image)
}

/** Replaces the given parameters of a request for the whole image. */
export function request({ region = 'full', size = 'max', rotation = '0', name = 'default.jpg' }) {
  return `${region}/${size}/${rotation}/${name}`
}

export function isValid(version: ImageApiVersion, path: string, image: FullImage): boolean {
  try {
    plan(version, path, image)
    return true
  } catch {
    return false
  }
}
