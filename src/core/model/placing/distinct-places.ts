import { estimateDistance } from '../geometry/estimate-distance.ts'
import { SAME_PLACE, type SuggestedPlace } from './suggested-place.ts'

const MAX_PLACES = 5

/** Selects at most five places, the most likely first. Of places near each other, only the most likely one stays. */
export function selectDistinctPlaces(places: readonly SuggestedPlace[]): SuggestedPlace[] {
  const selected: SuggestedPlace[] = []
  for (const place of places.toSorted((one, other) => other.score - one.score)) {
    if (selected.some((other) => estimateDistance(other, place) <= SAME_PLACE)) continue
    selected.push(place)
    if (selected.length === MAX_PLACES) break
  }
  return selected
}
