import type { Position } from '../../../core/model/geometry/geometry.ts'
import type { Geometry } from './geometry.ts'

/** The smallest box around a geometry, in degrees. */
export interface Extent {
  west: number
  south: number
  east: number
  north: number
}

export function computeExtent(geometry: Geometry): Extent {
  const extent = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [longitude, latitude] of listPositions(geometry)) {
    extent.west = Math.min(extent.west, longitude)
    extent.east = Math.max(extent.east, longitude)
    extent.south = Math.min(extent.south, latitude)
    extent.north = Math.max(extent.north, latitude)
  }
  return extent
}

/** Returns the smallest box around both. */
export function joinExtents(one: Extent, other: Extent): Extent {
  return {
    west: Math.min(one.west, other.west),
    south: Math.min(one.south, other.south),
    east: Math.max(one.east, other.east),
    north: Math.max(one.north, other.north),
  }
}

function listPositions(geometry: Geometry): readonly Position[] {
  switch (geometry.type) {
    case 'GeometryCollection':
      return geometry.geometries.flatMap(listPositions)
    case 'Point':
      return [geometry.coordinates]
    case 'LineString':
      return geometry.coordinates
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat()
    default:
      return geometry.coordinates.flat(2)
  }
}
