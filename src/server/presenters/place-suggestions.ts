import type { PlaceSuggestion, PlaceSuggestions } from '../../core/contract/place-suggestion.ts'
import { findMiddle } from '../../core/model/geometry/extent.ts'
import { computeGeodesic } from '../../core/model/geometry/geodesic.ts'
import type { RankedPlace } from '../../core/model/placing/rank-places.ts'
import type { SuggestedPlaces } from '../../core/queries/places/suggest-places.ts'
import { presentOutlineExtent } from './subject-page.ts'

const MAX_SUGGESTIONS = 5
/** Images that are named as evidence. */
const MAX_IMAGES = 5

/** The score of the outline of a subject: what an image shows need not be where its camera stood. */
const SUBJECT_SCORE = 0.5

/** Presents the most likely places first. */
export function presentPlaceSuggestions({ places, subjects }: SuggestedPlaces): PlaceSuggestions {
  const all = [...places.map(presentPlace), ...subjects.flatMap(presentSubject)]
  const sorted = all.toSorted((one, other) => other.score - one.score)
  return { results: sorted.slice(0, MAX_SUGGESTIONS) }
}

function presentPlace({ score, images, ...place }: RankedPlace): PlaceSuggestion {
  return { ...place, score: round(score), images: images.slice(0, MAX_IMAGES), subject: null }
}

function presentSubject({
  outlines,
  ...subject
}: SuggestedPlaces['subjects'][number]): PlaceSuggestion[] {
  const extent = presentOutlineExtent(outlines)
  if (!extent) return []
  const middle = findMiddle(extent)
  const [west, south] = extent
  const { distance } = computeGeodesic(middle, { longitude: west, latitude: south })
  const found = { reason: 'subject', score: SUBJECT_SCORE, images: [], subject } as const
  return [{ ...middle, radius: Math.ceil(distance), ...found, images: [] }]
}

function round(score: number): number {
  return Math.round(score * 1e4) / 1e4
}
