import type { ImageDetail } from '../../core/contract/image.ts'
import type { Coordinate } from '../../core/model/geometry/geodesic.ts'
import type { PlaceSuggestion } from '../../core/contract/place-suggestion.ts'
import {
  extentAround,
  findExtent,
  findMiddle,
  type Extent,
} from '../../core/model/geometry/extent.ts'
import { findLikelyPlace } from '../../core/model/placing/likely-place.ts'

/** Initial view of the map of an editor. */
export interface MapStart {
  /** Around earlier placements of the image, or a likely suggestion. */
  box: Extent | null
  /** The suggestion that it is around; null for earlier placements. */
  suggestion: PlaceSuggestion | null
  /** Around the newest placement of its collection, unless the last image was placed elsewhere. */
  nearby: Extent | null
  /** A position in whose surroundings places are preferred. */
  center: Coordinate | null
}

/** In degrees, about 200 meters. */
const MARGIN = 0.002

/** Least radius of the view of a suggested place, and that of the middle of a town, in meters. */
const STREET = 200
const TOWN = 2000

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
  const suggestion = placed ? null : (findLikelyPlace(suggestions) ?? null)
  const box = placed ? widen(placed, MARGIN) : suggestion && viewOf(suggestion)
  const nearby = newest ? extentAround(newest, TOWN) : null
  const known = box ?? nearby
  return { box, suggestion, nearby, center: known && findMiddle(known) }
}

function viewOf(place: PlaceSuggestion): Extent {
  return extentAround(place, Math.max(STREET, place.radius))
}

function widen([west, south, east, north]: Extent, degrees: number): Extent {
  return [west - degrees, south - degrees, east + degrees, north + degrees]
}
