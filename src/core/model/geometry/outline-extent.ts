import { findExtent, type Extent } from './extent.ts'
import type { Position, Shape } from './geometry.ts'

/** Finds the extent of the outlines of a subject; null without outlines. @param outlines with geometries as they are stored */
export function findOutlineExtent(outlines: readonly { geometry: string }[]): Extent | null {
  return findExtent(
    outlines.flatMap(({ geometry }) => listPositions(JSON.parse(geometry) as Shape)),
  )
}

function listPositions(shape: Shape): Position[] {
  switch (shape.type) {
    case 'Point':
      return [shape.coordinates]
    case 'LineString':
      return shape.coordinates
    case 'MultiPolygon':
      return shape.coordinates.flat(2)
    default:
      return shape.coordinates.flat()
  }
}
