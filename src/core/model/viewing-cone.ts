const FULL_CIRCLE = 360

/** Keeps rounding errors from excluding a position at the edge, in degrees. */
const TOLERANCE = 1e-9

/**
 * Whether a camera sees in this direction. The edges of the cone are inclusive.
 * @param direction the center of the cone, in degrees clockwise from north
 * @param azimuth the direction to test, in degrees clockwise from north
 * @param width the angle between the edges in degrees; 360 or more is all around
 */
export function isInViewingCone(direction: number, azimuth: number, width: number): boolean {
  const turn = Math.abs(direction - azimuth) % FULL_CIRCLE
  return Math.min(turn, FULL_CIRCLE - turn) <= width / 2 + TOLERANCE
}
