import { normalizeDirection } from '../../../core/model/geometry/direction.ts'

/** A point of the map, in meters of Web Mercator. */
export type MapPoint = readonly [x: number, y: number]

/** Position and viewing direction of the camera. */
export interface Aim {
  camera: MapPoint | null
  /** Degrees clockwise from north; null if unknown. */
  direction: number | null
}

const FULL_CIRCLE = 360

/**
 * Returns the direction from one point of the map to another, in degrees clockwise from north. Web Mercator keeps
 * angles to within 0.2 degrees of those on the ellipsoid. Null if both are the same point.
 */
export function findDirection([fromX, fromY]: MapPoint, [toX, toY]: MapPoint): number | null {
  if (fromX === toX && fromY === toY) return null
  return normalizeDirection((Math.atan2(toX - fromX, toY - fromY) * FULL_CIRCLE) / (2 * Math.PI))
}

/** Returns the point at a distance in a direction, in meters of Web Mercator. */
export function pointAt([x, y]: MapPoint, direction: number, distance: number): MapPoint {
  const angle = (direction * 2 * Math.PI) / FULL_CIRCLE
  return [x + Math.sin(angle) * distance, y + Math.cos(angle) * distance]
}

export function distanceBetween([fromX, fromY]: MapPoint, [toX, toY]: MapPoint): number {
  return Math.hypot(toX - fromX, toY - fromY)
}

/** About a decimeter. */
const POSITION_DECIMALS = 6

/** Formats a position as the field accepts it. */
export function formatPosition({
  latitude,
  longitude,
}: {
  latitude: number
  longitude: number
}): string {
  return `${latitude.toFixed(POSITION_DECIMALS)}, ${longitude.toFixed(POSITION_DECIMALS)}`
}
