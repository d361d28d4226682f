/** Sizes of pictures in pixels, and the limits that a service sets for them. */

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
export interface FullImage extends Size, SizeLimits {}

export function isWithinLimits({ width, height }: Size, { maxWidth, maxArea }: SizeLimits) {
  return width <= maxWidth && height <= maxWidth && width * height <= maxArea
}

export function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height
}
