import { estimateDistance } from '../geometry/estimate-distance.ts'
import type { Coordinate } from '../geometry/geodesic.ts'
import { findCrossing } from './find-crossing.ts'
import { SAME_PLACE, type SuggestedPlace } from './suggested-place.ts'
import { listTitleWords } from './title-words.ts'

/** A placed image that may show the same place as another. */
export interface Witness extends Coordinate {
  id: number
  title: string
  /** Images between it and the other in their collection, plus one; null unless it is beside it. */
  steps: number | null
}

/** Share of a word's weight that counts if only another witness at the same place has the word in its title. */
const NEARBY = 0.9
/** At this distance it counts a third of that, in meters. */
const REACH = 450
/** Height of the rows in which witnesses are looked up, in degrees of latitude: twice the reach. */
const ROW = 0.008
/** The scores of an equal title, and of an image beside another, which may show something else. */
const EQUAL_TITLE = 0.95
const BESIDE = 0.45
const BESIDE_DECAY = 0.35
/** By how much witnesses around a place support it, within about so many meters. Only those with high scores count. */
const SUPPORT = 0.1
const SUPPORT_REACH = 200
const SUPPORT_POWER = 6
/** Words of which two may be streets that cross, and most witnesses of each that are compared. */
const MAX_STREETS = 4
const MAX_IN_STREET = 150
const MIN_SCORE = 0.1
const MAX_COMPARED = 60
const MIN_RADIUS = 25

/**
 * Ranks the places of witnesses by the words that they share with the title of an image, and by how near they are to it in
 * its collection. Where witnesses of two words are on lines, the crossing of these is a place, too. The numbers were
 * chosen by `npm run bench placing` with records of New York.
 * @param weights of the words of the title; rare words have high ones
 */
export function rankPlaces(
  weights: ReadonlyMap<string, number>,
  witnesses: readonly Witness[],
): SuggestedPlace[] {
  const titles = readTitles(weights, witnesses)
  const scored = [...witnesses.map((one) => scoreWitness(one, titles)), ...scoreCrossings(titles)]
  const best = scored.filter(({ score }) => score >= MIN_SCORE).toSorted(byScore)
  return joinPlaces(addSupport(best.slice(0, MAX_COMPARED)))
}

interface TitleWord {
  weight: number
  /** Those whose titles have it. */
  witnesses: Set<Witness>
  /** The same by rows of latitude. */
  rows: Map<number, Witness[]>
}

/** The title of the image. */
interface Titles {
  words: readonly TitleWord[]
  totalWeight: number
}

function readTitles(weights: ReadonlyMap<string, number>, witnesses: readonly Witness[]): Titles {
  const found = new Map(
    [...weights].map(([word, weight]) => [word, { weight, witnesses: new Set<Witness>() }]),
  )
  for (const witness of witnesses)
    for (const word of listTitleWords(witness.title)) found.get(word)?.witnesses.add(witness)
  const words = [...found.values()].map((word) => ({
    ...word,
    rows: Map.groupBy(word.witnesses, findRow),
  }))
  return { words, totalWeight: sum(words.map(({ weight }) => weight)) || 1 }
}

type ScoredPlace = Omit<SuggestedPlace, 'direction' | 'subject' | 'entry'>

function scoreWitness(witness: Witness, titles: Titles): ScoredPlace {
  const { id, title, latitude, longitude, steps } = witness
  const byTitle = EQUAL_TITLE * measureShare(witness, titles, (has) => has.has(witness))
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

/** Returns how much of the weight of the title a place has. @param hasWord whether the place itself has a word of witnesses */
function measureShare(
  place: Coordinate,
  { words, totalWeight }: Titles,
  hasWord: (witnesses: ReadonlySet<Witness>) => boolean,
): number {
  const shares = words.map(
    ({ weight, witnesses, rows }) =>
      weight * (hasWord(witnesses) ? 1 : NEARBY * fade(measureNearest(place, rows), REACH)),
  )
  return sum(shares) / totalWeight
}

/** Finds places where lines of witnesses cross. Their evidence are the nearest witnesses of both. */
function scoreCrossings(titles: Titles): ScoredPlace[] {
  const streets = titles.words
    .toSorted((one, other) => other.weight - one.weight)
    .filter(({ witnesses }) => witnesses.size > 0)
    .slice(0, MAX_STREETS)
    .map(({ witnesses }) => ({ witnesses, cameras: [...witnesses].slice(0, MAX_IN_STREET) }))
  return streets.flatMap((one, index) =>
    streets.slice(index + 1).flatMap((other) => {
      const crossing = findCrossing(one.cameras, other.cameras)
      if (!crossing) return []
      const isCrossing = (has: ReadonlySet<Witness>) =>
        has === one.witnesses || has === other.witnesses
      const nearest = [one, other].flatMap(({ cameras }) => findNearest(crossing, cameras))
      const images = nearest.map(({ id, title }) => ({ id, title }))
      const radius = Math.ceil(
        Math.max(MIN_RADIUS, ...nearest.map((witness) => estimateDistance(crossing, witness))),
      )
      const score = EQUAL_TITLE * measureShare(crossing, titles, isCrossing)
      return [{ ...crossing, radius, score, reason: 'similar_title' as const, images }]
    }),
  )
}

function findNearest(place: Coordinate, witnesses: readonly Witness[]): Witness[] {
  const [nearest] = witnesses
    .map((witness) => ({ witness, distance: estimateDistance(place, witness) }))
    .toSorted((one, other) => one.distance - other.distance)
  return nearest ? [nearest.witness] : []
}

/** Returns the distance of the nearest witness in meters; infinite if none is in the rows around a place. */
function measureNearest(place: Coordinate, rows: TitleWord['rows']): number {
  const row = findRow(place)
  let nearest = Infinity
  for (const around of [rows.get(row - 1), rows.get(row), rows.get(row + 1)])
    for (const witness of around ?? [])
      nearest = Math.min(nearest, estimateDistance(place, witness))
  return nearest
}

/** Numbers the rows. Witnesses beyond the neighboring rows of a place are too far away to count. */
function findRow({ latitude }: Coordinate): number {
  return Math.floor(latitude / ROW)
}

/** From 1 at no distance to 0 far away. */
function fade(distance: number, reach: number): number {
  return Math.exp(-((distance / reach) ** 2))
}

/** Prefers places where several witnesses stood. */
function addSupport(places: readonly ScoredPlace[]): ScoredPlace[] {
  const supported = places.map((place) => {
    const others = places.filter((other) => other !== place)
    const support = sum(
      others.map(
        (other) =>
          other.score ** SUPPORT_POWER * fade(estimateDistance(place, other), SUPPORT_REACH),
      ),
    )
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

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
