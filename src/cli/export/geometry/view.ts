import { computeDestination } from '../../../core/model/geometry/geodesic.ts'
import type { LineString, Polygon, Position } from '../../../core/model/geometry/geometry.ts'

/** Shape and size in which the view of a camera is drawn. */
export interface ViewOptions {
  shape: 'ray' | 'cone'
  /** In meters. */
  length: number
  /** Angle between the edges of a cone, in degrees. */
  width: number
}

/** The arc of a cone has a position at least every so many degrees. */
const STEP_DEGREES = 5

/** Computes the line or the area in front of a camera, along geodesics on the WGS 84 ellipsoid. */
export function computeView(
  camera: Position,
  direction: number,
  { shape, length, width }: ViewOptions,
): LineString | Polygon {
  const reach = (azimuth: number): Position => {
    const [longitude, latitude] = camera
    const end = computeDestination({ longitude, latitude }, { azimuth, distance: length })
    return [end.longitude, end.latitude]
  }
  if (shape === 'ray') return { type: 'LineString', coordinates: [camera, reach(direction)] }
  const steps = Math.ceil(width / STEP_DEGREES)
  // Azimuths grow clockwise, so that the arc is read backward.
  const arc = Array.from({ length: steps + 1 }, (_, step) =>
    reach(direction + width / 2 - (step * width) / steps),
  )
  return { type: 'Polygon', coordinates: [[camera, ...arc, camera]] }
}
