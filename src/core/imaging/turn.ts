/** How a stored picture is turned upright: the eight orientations of a rectangle. */

export type Rotation = 0 | 90 | 180 | 270
export type Mirror = 'none' | 'h' | 'v'

/** Left and right swapped if `flop`, then turned clockwise by `rotation` degrees. */
export interface Turn {
  flop: boolean
  rotation: Rotation
}

export interface Size {
  width: number
  height: number
}

const UNTURNED: Turn = { flop: false, rotation: 0 }

/** The turn that each EXIF orientation needs: EXIF 3.0, 4.6.5. */
const EXIF_TURNS: Readonly<Record<number, Turn>> = {
  2: { flop: true, rotation: 0 },
  3: { flop: false, rotation: 180 },
  4: { flop: true, rotation: 180 },
  5: { flop: true, rotation: 270 },
  6: { flop: false, rotation: 90 },
  7: { flop: true, rotation: 90 },
  8: { flop: false, rotation: 270 },
}

/** EXIF orientation, then mirror (`h` swaps left and right, `v` top and bottom), then clockwise rotation. */
export function turnOf(orientation: number, mirror: Mirror, rotation: Rotation): Turn {
  const exif = EXIF_TURNS[orientation] ?? UNTURNED
  const rotated: Turn = { flop: false, rotation }
  if (mirror === 'none') return followedBy(exif, rotated)
  const mirrored: Turn = { flop: true, rotation: mirror === 'h' ? 0 : 180 }
  return followedBy(followedBy(exif, mirrored), rotated)
}

export function turnedSize({ width, height }: Size, { rotation }: Turn): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Rotated and then flopped is the same as flopped and then rotated the other way. */
function followedBy(first: Turn, second: Turn): Turn {
  const kept = second.flop ? 360 - first.rotation : first.rotation
  const rotation = ((kept + second.rotation) % 360) as Rotation
  return { flop: first.flop !== second.flop, rotation }
}

/** The part of a stored picture that becomes these rows of the turned one. */
export function sourceOfRows({ flop, rotation }: Turn, size: Size, from: number, count: number) {
  const { width, height } = size
  if (rotation % 180 === 0) {
    const top = rotation === 0 ? from : height - from - count
    return { left: 0, top, width, height: count }
  }
  const fromRight = (rotation === 270) !== flop
  const left = fromRight ? width - from - count : from
  return { left, top: 0, width: count, height }
}
