/** Sizes of pictures in pixels, and the limits that a service sets for them. */

import { IIIF_LIMITS } from '../base/limits.ts'

export interface Size {
  width: number
  height: number
}

/** `x` and `y` count from the upper left corner. */
export interface Rectangle extends Size {
  x: number
  y: number
}

/** The largest sizes that a service returns: Image API 3.0, 5.2. */
export interface SizeLimits {
  /** Also the greatest height, because no `maxHeight` is announced. */
  maxWidth: number
  /** Width × height. */
  maxArea: number
}

/** The picture after its correction by rotation and mirror: the "full image" of Image API 3.0, 1.2. */
export interface FullImage extends Size, SizeLimits {
  /** Greatest enlargement of a side; 1 for none. An enlarged image has at most its square in megapixels. */
  maxUpscaling: number
}

/** Describes a picture with the limits of the service, which are smaller for a picture that is smaller. */
export function describeFullImage({ width, height }: Size, maxUpscaling: number): FullImage {
  const area = width * height
  const enlarged = Math.min(area * maxUpscaling ** 2, enlargedArea(maxUpscaling))
  return {
    width,
    height,
    maxWidth: Math.min(IIIF_LIMITS.maxWidth, Math.max(width, height) * maxUpscaling),
    maxArea: Math.min(IIIF_LIMITS.maxArea, Math.max(area, enlarged)),
    maxUpscaling,
  }
}

/** The most pixels of an enlarged image. */
export function enlargedArea(maxUpscaling: number): number {
  return maxUpscaling ** 2 * 1e6
}

export function isWithinLimits({ width, height }: Size, { maxWidth, maxArea }: SizeLimits) {
  return width <= maxWidth && height <= maxWidth && width * height <= maxArea
}

export function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height
}
