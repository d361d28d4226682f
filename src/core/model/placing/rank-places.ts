import { estimateDistance, estimateFrom } from '../geometry/estimate-distance.ts'
import { findOnStreets, type PlaceOnStreets } from './find-on-streets.ts'
import { SAME_PLACE, type SuggestedPlace } from './suggested-place.ts'
import {
  fade,
  matchTitles,
  measureTitle,
  measureWord,
  type TitleMatches,
  type Witness,
} from './title-matches.ts'

/** The scores of an equal title, and of an image beside another, which may show something else. */
const EQUAL_TITLE = 0.95
const BESIDE = 0.35
const BESIDE_DECAY = 0.35
/** By how much witnesses around a place support it, within about so many meters. Only those with high scores count. */
const SUPPORT = 0.1
const SUPPORT_REACH = 250
const SUPPORT_POWER = 6
const MIN_SCORE = 0.1
const MAX_COMPARED = 60
const MIN_RADIUS = 25

/**
 * Ranks the places of witnesses by the words that they share with the title of an image, and by how near they are to it in
 * its collection. Where the witnesses of two words tell where their streets meet, that is a place, too. The numbers were
 * chosen by `npm run bench placing` with records of New York.
 * @param weights of the words of the title; rare words have high ones
 */
export function rankPlaces(
  weights: ReadonlyMap<string, number>,
  witnesses: readonly Witness[],
): SuggestedPlace[] {
  const matches = matchTitles(weights, witnesses)
  const scored = [
    ...witnesses.map((one) => scoreWitness(one, matches)),
    ...findOnStreets(matches).map((place) => scoreOnStreets(place, matches)),
  ]
  const best = scored.filter(({ score }) => score >= MIN_SCORE).toSorted(byScore)
  return joinPlaces(addSupport(best.slice(0, MAX_COMPARED)))
}

type ScoredPlace = Omit<SuggestedPlace, 'direction' | 'subject' | 'entry'>

function scoreWitness(witness: Witness, matches: TitleMatches): ScoredPlace {
  const { id, title, latitude, longitude, steps } = witness
  const share = measureTitle(witness, matches, (word) => measureWord(witness, word))
  const byTitle = EQUAL_TITLE * share
  const bySteps = steps === null ? 0 : BESIDE / (1 + BESIDE_DECAY * (steps - 1))
  return {
    latitude,
    longitude,
    radius: MIN_RADIUS,
    score: 1 - (1 - byTitle) * (1 - bySteps),
    reason: byTitle >= bySteps ? 'similar_title' : 'beside',
    images: [{ id, title }],
  }
}

function scoreOnStreets(
  { position, streets, evidence }: PlaceOnStreets,
  matches: TitleMatches,
): ScoredPlace {
  const share = measureTitle(position, matches, (word) => {
    const isHere = streets.includes(word) || evidence.some((one) => word.witnesses.has(one))
    return isHere ? 1 : 0
  })
  const distances = evidence.map((witness) => estimateDistance(position, witness))
  return {
    ...position,
    radius: Math.ceil(Math.max(MIN_RADIUS, ...distances)),
    score: EQUAL_TITLE * share,
    reason: 'similar_title',
    images: evidence.map(({ id, title }) => ({ id, title })),
  }
}

/** Prefers places where several witnesses stood. */
function addSupport(places: readonly ScoredPlace[]): ScoredPlace[] {
  const strengths = places.map((place) => ({ place, strength: place.score ** SUPPORT_POWER }))
  const supported = places.map((place) => {
    const distanceTo = estimateFrom(place)
    let support = 0
    for (const { place: other, strength } of strengths)
      if (other !== place) support += strength * fade(distanceTo(other), SUPPORT_REACH)
    return { ...place, score: 1 - (1 - place.score) * Math.exp(-SUPPORT * support) }
  })
  return supported.toSorted(byScore)
}

/** Joins places near each other, at the position of the best one. */
function joinPlaces(scored: readonly ScoredPlace[]): SuggestedPlace[] {
  const places: SuggestedPlace[] = []
  for (const found of scored) {
    const known = places.find((place) => estimateDistance(place, found) <= SAME_PLACE)
    if (known) {
      known.images.push(
        ...found.images.filter(({ id }) => known.images.every((one) => one.id !== id)),
      )
      known.radius = Math.max(known.radius, Math.ceil(estimateDistance(known, found)))
    } else places.push({ ...found, direction: null, subject: null, entry: null })
  }
  return places
}

function byScore(one: { score: number }, other: { score: number }): number {
  return other.score - one.score
}
