/** The eight orientations of a stored picture, and the transformation that makes it upright. */

import type { Size } from '../iiif/full-image.ts'

export type Rotation = 0 | 90 | 180 | 270
export type Mirror = 'none' | 'h' | 'v'

/** Flopped first (left and right swapped), then rotated clockwise. */
export interface Orientation {
  flop: boolean
  rotation: Rotation
}

const UPRIGHT: Orientation = { flop: false, rotation: 0 }

/** The transformation for each EXIF orientation: EXIF 3.0, 4.6.5. */
const EXIF_ORIENTATIONS: Readonly<Record<number, Orientation>> = {
  2: { flop: true, rotation: 0 },
  3: { flop: false, rotation: 180 },
  4: { flop: true, rotation: 180 },
  5: { flop: true, rotation: 270 },
  6: { flop: false, rotation: 90 },
  7: { flop: true, rotation: 90 },
  8: { flop: false, rotation: 270 },
}

/**
 * Combines EXIF orientation, then mirror (`h` swaps left and right, `v` top and bottom), then clockwise rotation.
 */
export function combineOrientation(
  orientation: number,
  mirror: Mirror,
  rotation: Rotation,
): Orientation {
  const exif = EXIF_ORIENTATIONS[orientation] ?? UPRIGHT
  const rotated: Orientation = { flop: false, rotation }
  if (mirror === 'none') return compose(exif, rotated)
  const mirrored: Orientation = { flop: true, rotation: mirror === 'h' ? 0 : 180 }
  return compose(compose(exif, mirrored), rotated)
}

export function rotatedSize({ width, height }: Size, { rotation }: Orientation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Rotating and then flopping equals flopping and then rotating in the other direction. */
function compose(first: Orientation, second: Orientation): Orientation {
  const firstRotation = second.flop ? 360 - first.rotation : first.rotation
  const rotation = ((firstRotation + second.rotation) % 360) as Rotation
  return { flop: first.flop !== second.flop, rotation }
}

/** Finds the region of the stored picture that becomes these rows of the rotated picture. */
export function findSourceRegion(
  { flop, rotation }: Orientation,
  size: Size,
  from: number,
  count: number,
) {
  const { width, height } = size
  if (rotation % 180 === 0) {
    const top = rotation === 0 ? from : height - from - count
    return { left: 0, top, width, height: count }
  }
  const fromRight = (rotation === 270) !== flop
  const left = fromRight ? width - from - count : from
  return { left, top: 0, width: count, height }
}
