import { computeGeodesic, type Coordinate } from '../geometry/geodesic.ts'
import { SAME_PLACE, type SuggestedPlace } from './suggested-place.ts'
import { listTitleWords } from './title-words.ts'

/** A placed image that may show the same place as another. */
export interface Witness extends Coordinate {
  id: number
  title: string
  /** Images between it and the other in their collection, plus one; null unless it is beside it. */
  steps: number | null
}

/** Side of the cells in which titles support each other, in degrees of latitude: 200 meters. */
const CELL = 0.0018
/** What a word counts that only a title nearby has. A crossing is where the images of both streets are. */
const NEARBY = 0.5
/** The scores of an equal title, and of an image beside another, which may show something else. */
const EQUAL_TITLE = 0.95
const BESIDE = 0.45
const BESIDE_DECAY = 0.35
/** Each further witness of a place adds a little to its score. */
const FURTHER = 0.15
const MIN_SCORE = 0.1
const MAX_COMPARED = 60
const MIN_RADIUS = 25

/**
 * Ranks the places of witnesses by the words that they share with the title of an image, and by how near they are to it in
 * its collection. The numbers were chosen by `npm run bench placing` with records of New York.
 * @param weights of the words of the title; rare words have high ones
 */
export function rankPlaces(
  weights: ReadonlyMap<string, number>,
  witnesses: readonly Witness[],
): SuggestedPlace[] {
  const titled = witnesses.map((witness) => ({
    witness,
    words: new Set(listTitleWords(witness.title).filter((word) => weights.has(word))),
  }))
  const findAround = createSurroundings(titled)
  const entries = [...weights]
  const total = sum(entries.map(([, weight]) => weight)) || 1
  const scored = titled.map(({ witness, words }) => {
    const around = findAround(witness)
    const shares = entries.map(
      ([word, weight]) => weight * (words.has(word) ? 1 : around.has(word) ? NEARBY : 0),
    )
    return scoreWitness(witness, sum(shares) / total)
  })
  const best = scored.filter(({ score }) => score >= MIN_SCORE).toSorted(byScore)
  return joinPlaces(best.slice(0, MAX_COMPARED))
}

interface Scored {
  witness: Witness
  score: number
  reason: SuggestedPlace['reason']
}

function scoreWitness(witness: Witness, covered: number): Scored {
  const byTitle = EQUAL_TITLE * covered
  const bySteps = witness.steps === null ? 0 : BESIDE / (1 + BESIDE_DECAY * (witness.steps - 1))
  const reason = byTitle >= bySteps ? 'similar_title' : 'beside'
  return { witness, score: 1 - (1 - byTitle) * (1 - bySteps), reason }
}

/** Joins witnesses of one place, to which the best of them gives its position. */
function joinPlaces(scored: readonly Scored[]): SuggestedPlace[] {
  const places: SuggestedPlace[] = []
  for (const { witness, score, reason } of scored) {
    const { id, title, latitude, longitude } = witness
    const known = places.find((place) => computeGeodesic(place, witness).distance <= SAME_PLACE)
    if (known) {
      known.images.push({ id, title })
      known.score = 1 - (1 - known.score) * (1 - FURTHER * score)
      known.radius = Math.max(known.radius, Math.ceil(computeGeodesic(known, witness).distance))
    } else
      places.push({
        latitude,
        longitude,
        score,
        radius: MIN_RADIUS,
        reason,
        images: [{ id, title }],
        subject: null,
        entry: null,
      })
  }
  return places.toSorted(byScore)
}

interface Titled {
  witness: Coordinate
  words: ReadonlySet<string>
}

/** Returns a function that finds the words in the cell of a position and its neighbors. */
function createSurroundings(titled: readonly Titled[]) {
  const inCell = new Map<number, Set<string>>()
  for (const { witness, words } of titled) {
    const cell = findCell(witness)
    const known = inCell.get(cell)
    if (known) for (const word of words) known.add(word)
    else inCell.set(cell, new Set(words))
  }
  const around = new Map<number, ReadonlySet<string>>()
  return (position: Coordinate): ReadonlySet<string> => {
    const cell = findCell(position)
    const known = around.get(cell)
    if (known) return known
    const cells = OFFSETS.flatMap((south) => OFFSETS.map((west) => cell + south * ROW + west))
    const found = new Set(cells.flatMap((one) => [...(inCell.get(one) ?? [])]))
    around.set(cell, found)
    return found
  }
}

const OFFSETS = [-1, 0, 1]
/** More cells than there are in a row. */
const ROW = 2 ** 20

function findCell({ latitude, longitude }: Coordinate): number {
  const row = Math.floor(latitude / CELL)
  const shrink = Math.max(0.01, Math.cos((Math.round(latitude) * Math.PI) / 180))
  return row * ROW + Math.floor((longitude * shrink) / CELL)
}

function byScore(one: { score: number }, other: { score: number }): number {
  return other.score - one.score
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
