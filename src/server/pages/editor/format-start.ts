import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'

/** Formats a position with which the editor starts, to about a decimeter. */
export function formatStart({ latitude, longitude }: Coordinate): string {
  return `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
}
