/** The size to which the region of an image request is scaled: Image API 3.0 and 2.1, 4.2. */

import {
  type FullImage,
  type Rectangle,
  type Size,
  enlargedArea,
  isWithinLimits,
} from './full-image.ts'
import { isGreater, scalePixels, takePercent } from './numbers.ts'
import { listPromisedSizes } from './pyramid.ts'
import { badRequest, notOffered } from './request-error.ts'
import type { ImageApiVersion, RequestedSize } from './size.ts'

/**
 * Computes the size of the scaled region, before its rotation. A side that follows from the aspect ratio is rounded to
 * the nearest pixel, and at least one pixel.
 *
 * @throws CatalogError kind `invalid` if the size is empty, too large or, in version 3, larger than the region without
 * `^`; kind `not_implemented` if it is larger than the region in version 2, or enlarged more than the service offers
 */
export function scaleRegion(
  version: ImageApiVersion,
  requested: RequestedSize,
  region: Rectangle,
  image: FullImage,
): Size {
  const size = computeSize(requested, region, image)
  if (size.width < 1 || size.height < 1)
    throw badRequest('The size is smaller than one pixel. Request a larger one.')
  if (!requested.canUpscale && isUpscaled(requested, size, region))
    throw rejectUpscaling(version, region)
  if (!isWithinLimits(size, image)) throw rejectLargeSize(size, image)
  if (exceedsUpscaling(size, region, image)) throw rejectGreatUpscaling(region, image)
  return size
}

/** Computes the largest size of a region: Image API 3.0, 4.2, `max` and `^max`. */
export function findMaxSize(region: Size, image: FullImage, canUpscale: boolean): Size {
  const { maxWidth } = image
  return fitInside(region, { width: maxWidth, height: maxWidth }, image, canUpscale)
}

/**
 * Computes the size of `w,`. Viewers of version 2 request tiles in this form. They expect the height that `info.json`
 * implies, which is rounded up instead of to the nearest pixel.
 */
export function scaleToWidth(width: number, region: Rectangle, image: Size): Size {
  const promised = listPromisedSizes(image, region).find((size) => size.width === width)
  return promised ?? { width, height: scaleSide(region.height, width, region.width) }
}

function computeSize(requested: RequestedSize, region: Rectangle, image: FullImage): Size {
  const { width, height } = region
  switch (requested.form) {
    case 'full':
      return { width, height }
    case 'max':
      return findMaxSize(region, image, requested.canUpscale)
    case 'confined':
      return fitInside(region, requested, image, requested.canUpscale)
    case 'exact':
      return { width: requested.width, height: requested.height }
    case 'percent':
      return {
        width: takePercent(requested.percent, width),
        height: takePercent(requested.percent, height),
      }
    case 'width':
      return scaleToWidth(requested.width, region, image)
    default:
      return scaleToHeight(requested.height, region, image)
  }
}

function scaleToHeight(height: number, region: Rectangle, image: Size): Size {
  const promised = listPromisedSizes(image, region).find((size) => size.height === height)
  return promised ?? { width: scaleSide(region.width, height, region.height), height }
}

/** Finds the largest size with the aspect ratio of the region that fits into a box and the limits. */
function fitInside(region: Size, box: Size, image: FullImage, canUpscale: boolean): Size {
  const { width, height } = region
  const scale = canUpscale ? image.maxUpscaling : 1
  const maxWidth = Math.min(box.width, image.maxWidth, width * scale)
  const maxHeight = Math.min(box.height, image.maxWidth, height * scale)
  const maxArea = Math.min(image.maxArea, Math.max(width * height, enlargedArea(scale)))
  if (maxWidth < 1 || maxHeight < 1) return { width: 0, height: 0 }
  const fitted =
    maxWidth * height <= maxHeight * width
      ? { width: maxWidth, height: scaleSide(height, maxWidth, width) }
      : { width: scaleSide(width, maxHeight, height), height: maxHeight }
  if (fitted.width * fitted.height <= maxArea) return fitted
  return fitArea(region, fitted, maxArea)
}

/**
 * Finds the largest size with the aspect ratio of the region whose area does not exceed the limit, by bisection of its
 * longer side.
 *
 * @param tooLarge a size with the same aspect ratio that exceeds the limit
 */
function fitArea({ width, height }: Size, tooLarge: Size, maxArea: number): Size {
  const isWide = width >= height
  const [long, short] = isWide ? [width, height] : [height, width]
  let fitting = 1
  let exceeding = isWide ? tooLarge.width : tooLarge.height
  while (exceeding - fitting > 1) {
    const middle = Math.floor((fitting + exceeding) / 2)
    if (middle * scaleSide(short, middle, long) > maxArea) exceeding = middle
    else fitting = middle
  }
  const scaledShort = scaleSide(short, fitting, long)
  return isWide ? { width: fitting, height: scaledShort } : { width: scaledShort, height: fitting }
}

/** A side of zero pixels scales to zero, so that a request for it fails. */
function scaleSide(side: number, numerator: number, denominator: number): number {
  return numerator === 0 ? 0 : Math.max(1, scalePixels(side, numerator, denominator))
}

/** A percentage above 100 is upscaling even if it rounds to the size of the region. */
function isUpscaled(requested: RequestedSize, size: Size, region: Size): boolean {
  if (requested.form === 'percent') return isGreater(requested.percent, 100)
  return size.width > region.width || size.height > region.height
}

/** Whether a size is enlarged by more than the service offers. */
function exceedsUpscaling(size: Size, region: Size, { maxUpscaling }: FullImage): boolean {
  if (size.width <= region.width && size.height <= region.height) return false
  return (
    size.width > region.width * maxUpscaling ||
    size.height > region.height * maxUpscaling ||
    size.width * size.height > enlargedArea(maxUpscaling)
  )
}

function rejectGreatUpscaling({ width, height }: Size, { maxUpscaling }: FullImage) {
  if (maxUpscaling === 1) return notOffered('This service does not enlarge images.')
  return notOffered(
    `This service enlarges each side of a region at most ${maxUpscaling} times, and up to ${enlargedArea(maxUpscaling)} pixels. The region has ${width} × ${height} pixels. Use ^max for the largest size.`,
  )
}

function rejectUpscaling(version: ImageApiVersion, { width, height }: Size) {
  const message = `The size is larger than the region of ${width} × ${height} pixels.`
  return version === 3
    ? badRequest(`${message} Put ^ before the size to upscale.`)
    : notOffered(`${message} Upscaling is available in version 3 of the Image API.`)
}

function rejectLargeSize({ width, height }: Size, { maxWidth, maxArea }: FullImage) {
  return badRequest(
    `The size of ${width} × ${height} pixels is too large. A side may have ${maxWidth} and the whole image ${maxArea} pixels. Use max for the largest size.`,
  )
}
