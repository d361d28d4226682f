import { computeGeodesic } from '../geometry/geodesic.ts'
import { SAME_PLACE, type SuggestedPlace } from './suggested-place.ts'

const MAX_PLACES = 5

/** Selects at most five places, the most likely first. Of places near each other, only the most likely one stays. */
export function selectDistinctPlaces(places: readonly SuggestedPlace[]): SuggestedPlace[] {
  const selected: SuggestedPlace[] = []
  for (const place of places.toSorted((one, other) => other.score - one.score))
    if (!selected.some((other) => computeGeodesic(other, place).distance <= SAME_PLACE))
      selected.push(place)
  return selected.slice(0, MAX_PLACES)
}
