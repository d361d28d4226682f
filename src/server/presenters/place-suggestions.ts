import type { PlaceSuggestions } from '../../core/contract/place-suggestion.ts'
import type { SuggestedPlace } from '../../core/model/placing/suggested-place.ts'

/** Images that are named as evidence. */
const MAX_IMAGES = 5

export function presentPlaceSuggestions(places: readonly SuggestedPlace[]): PlaceSuggestions {
  return {
    results: places.map(({ score, images, ...place }) => ({
      ...place,
      score: Math.round(score * 1e4) / 1e4,
      images: images.slice(0, MAX_IMAGES),
    })),
  }
}
