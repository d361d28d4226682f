import { GeometryError, type Position, type Ring } from './geometry.ts'

/** Includes the closing position: RFC 7946 section 3.1.6. */
const MIN_POSITIONS = 4

/** Relative rounding error of the sum of 10,000 products. */
const ROUNDING = 1e-12
/** In square degrees: far below any real area, and far above the limit of precision. */
const MIN_AREA = 1e-30

/** Closes an open ring, and orients it: an outline counterclockwise, a hole clockwise. */
export function toCanonicalRing(
  positions: Position[],
  role: 'outline' | 'hole',
  name: string,
): Ring {
  const ring = closeRing(positions)
  if (ring.length < MIN_POSITIONS) {
    throw new GeometryError(['ring_too_short', name])
  }
  requireWithinOneTurn(ring, name)
  const area = computeSignedArea(ring)
  if (area === 0) throw new GeometryError(['ring_without_area', name])
  return area > 0 === (role === 'outline') ? ring : ring.reverse()
}

function closeRing(positions: Position[]): Ring {
  const [first] = positions
  const last = positions.at(-1)
  if (!first || !last) return []
  const isClosed = first[0] === last[0] && first[1] === last[1] && positions.length > 1
  return isClosed ? [...positions] : [...positions, [...first]]
}

function requireWithinOneTurn(ring: Ring, name: string): void {
  let west = Infinity
  let east = -Infinity
  for (const [longitude] of ring) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  if (east - west > 360) {
    throw new GeometryError(['ring_around_the_world', name])
  }
}

/**
 * Computes twice the area in square degrees, positive if counterclockwise; 0 below the rounding error, so that the sign
 * does not depend on the first position. Coordinates are relative to the first position, which keeps small rings exact.
 */
export function computeSignedArea(ring: Ring): number {
  const [x0, y0] = ring[0] ?? [0, 0]
  let sum = 0
  let magnitude = 0
  for (let at = 1; at < ring.length; at += 1) {
    const [x1, y1] = ring[at - 1] ?? [x0, y0]
    const [x2, y2] = ring[at] ?? [x0, y0]
    const left = (x1 - x0) * (y2 - y0)
    const right = (x2 - x0) * (y1 - y0)
    sum += left - right
    magnitude += Math.abs(left) + Math.abs(right)
  }
  return Math.abs(sum) > Math.max(magnitude * ROUNDING, MIN_AREA) ? sum : 0
}
