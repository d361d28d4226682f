import type { Coordinate } from './geodesic.ts'
import { parseTypedDirection } from './typed-direction.ts'
import { parseTypedPosition } from './typed-position.ts'

/** Unverified position of the camera, according to a file or an archive. */
export interface StatedPosition extends Coordinate {
  /** Direction of view in degrees clockwise from north; null if unknown. */
  direction: number | null
}

/** Formats a position as it is stored: `52.374, 4.8896`, or with a direction `52.374, 4.8896, 118.5`. */
export function formatStatedPosition(position: StatedPosition): string {
  const { latitude, longitude, direction } = position
  const numbers = [latitude, longitude].map(formatDegrees)
  return [...numbers, ...(direction === null ? [] : [direction])].join(', ')
}

/** Never with an exponent, as small numbers otherwise have. */
function formatDegrees(degrees: number): string {
  return degrees.toFixed(7).replace(/\.?0+$/, '')
}

/**
 * Parses a position in any common spelling, or two decimal numbers and a direction.
 * @returns undefined if the text is something else, or outside of the world
 */
export function parseStatedPosition(text: string): StatedPosition | undefined {
  const position = parseTypedPosition(text)
  if (position) return { ...position, direction: null }
  const [, first = '', last = ''] = /^([^,]+,[^,]+),([^,]+)$/.exec(text) ?? []
  const [start, direction] = [parseTypedPosition(first), parseTypedDirection(last)]
  return start && direction !== undefined ? { ...start, direction } : undefined
}
