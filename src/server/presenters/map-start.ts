import type { ImageDetail } from '../../core/contract/image.ts'
import type { Coordinate } from '../../core/model/geometry/geodesic.ts'
import type { PlaceSuggestion } from '../../core/contract/place-suggestion.ts'
import { findExtent, type Extent } from './extent.ts'

/** Initial view of the map of an editor. */
export interface MapStart {
  /** Around earlier placements of the image, or the first suggested place. */
  box: Extent | null
  /** Around the newest placement of its collection, unless the last image was placed elsewhere. */
  nearby: Extent | null
}

/** Around a position, in degrees: about 200 meters, and the middle of a town. */
const STREET = 0.002
const TOWN = 0.02

/** A suggestion with a lower score says less than where the last image was placed. */
const LIKELY = 0.3
const METERS_PER_DEGREE = 111_195

interface Hints {
  suggestions: readonly PlaceSuggestion[]
  /** Position of the newest placement in the collection. */
  newest: Coordinate | undefined
}

export function presentMapStart(image: ImageDetail, { suggestions, newest }: Hints): MapStart {
  const { georeferences, from_above_georeferences: areas } = image
  const positions = [
    ...georeferences.map(({ longitude, latitude }) => [longitude, latitude] as const),
    ...areas.flatMap(({ polygon }) => polygon.coordinates.flat()),
  ]
  const placed = findExtent(positions)
  return {
    box: placed ? widen(placed, STREET) : aroundFirst(suggestions),
    nearby: newest ? widen(pointExtent(newest), TOWN) : null,
  }
}

function aroundFirst([first]: readonly PlaceSuggestion[]): Extent | null {
  if (!first || first.score < LIKELY) return null
  return widen(pointExtent(first), Math.max(STREET, first.radius / METERS_PER_DEGREE))
}

function pointExtent({ longitude, latitude }: Coordinate): Extent {
  return [longitude, latitude, longitude, latitude]
}

function widen([west, south, east, north]: Extent, degrees: number): Extent {
  return [west - degrees, south - degrees, east + degrees, north + degrees]
}

/** Returns the middle of an extent. */
export function findMiddle(extent: Extent | null): Coordinate | null {
  if (!extent) return null
  const [west, south, east, north] = extent
  // An extent across the antimeridian runs on past 180 degrees.
  const longitude = (((west + east) / 2 + 540) % 360) - 180
  return { latitude: (south + north) / 2, longitude }
}
