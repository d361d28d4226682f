import type { FromAboveGeoreference, PointGeoreference } from '../../core/contract/georeference.ts'
import type { ImageDetail } from '../../core/contract/image.ts'
import { findExtent, findMiddle } from '../../core/model/geometry/extent.ts'
import type { Coordinate } from '../../core/model/geometry/geodesic.ts'

/** GeoJSON. Longitudes of an area across 180 degrees may run on past it. */
type Geometry = { type: 'Point'; coordinates: [longitude: number, latitude: number] } | Area

type Area = FromAboveGeoreference['polygon']

/** Place of an image on the map, from its newest georeference. */
export interface Placement {
  /** The position of the camera, or the area that an image from above covers. */
  geometry: Geometry
  /** Position of the camera, or middle of the area, in degrees. */
  latitude: number
  longitude: number
  /** Viewing direction in degrees clockwise from north; null if unknown or if the image is from above. */
  direction: number | null
  /** Width of what the camera sees, in degrees. */
  viewingCone: number
}

/**
 * @param viewingCone width of what a camera sees, in degrees
 * @returns null if the image is not placed
 */
export function presentPlacement(
  { from_above, georeferences, from_above_georeferences }: ImageDetail,
  viewingCone: number,
): Placement | null {
  const area = from_above ? from_above_georeferences.at(-1) : undefined
  if (area) return presentArea(area.polygon, viewingCone)
  const point = georeferences.at(-1)
  return point ? { ...presentCamera(point), viewingCone } : null
}

function presentCamera({ latitude, longitude, direction }: PointGeoreference) {
  const geometry: Geometry = { type: 'Point', coordinates: [longitude, latitude] }
  return { geometry, latitude, longitude, direction }
}

function presentArea(geometry: Area, viewingCone: number): Placement | null {
  const middle = findAreaMiddle(geometry)
  return middle && { geometry, ...middle, direction: null, viewingCone }
}

/** The middle of the extent of an area. Null if it has no outline. */
export function findAreaMiddle({ coordinates: [outline = []] }: Area): Coordinate | null {
  const extent = findExtent(outline)
  return extent && findMiddle(extent)
}
