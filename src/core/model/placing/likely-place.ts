import type { SuggestedPlace } from './suggested-place.ts'

/** With a lower score, common words of titles and the position of a scanner say less than where the last image was placed. */
const LIKELY = 0.3
const UNCERTAIN: readonly SuggestedPlace['reason'][] = ['similar_title', 'gps_position']

/**
 * Finds the suggestion at which the map of an editor starts, and for which the queue draws an image first.
 * @param suggestions the most likely first
 */
export function findLikelyPlace<Place extends Pick<SuggestedPlace, 'score' | 'reason'>>(
  suggestions: readonly Place[],
): Place | undefined {
  return suggestions.find(({ score, reason }) => score >= LIKELY || !UNCERTAIN.includes(reason))
}
