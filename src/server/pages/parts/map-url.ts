import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import type { Visit } from '../visit.ts'

/** Shows a few streets. */
const ZOOM = 17

/** Returns the address of the map of all images, with a position in its middle. */
export function mapUrl({ links }: Visit, { latitude, longitude }: Coordinate): string {
  return links.base(`/map/?map=${ZOOM}/${latitude.toFixed(5)}/${longitude.toFixed(5)}`)
}
