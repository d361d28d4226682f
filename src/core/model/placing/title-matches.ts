import { estimateFrom } from '../geometry/estimate-distance.ts'
import type { Coordinate } from '../geometry/geodesic.ts'
import { listTitleWords, readNumbered, type NumberedStreet } from './title-words.ts'

/** A placed image that may show the same place as another. */
export interface Witness extends Coordinate {
  id: number
  title: string
  /** Images between it and the other in their collection, plus one; null unless it is beside it. */
  steps: number | null
}

/** A word of the title of an image, and the witnesses who share it. */
export interface TitleWord {
  weight: number
  /** Those whose titles have it. */
  witnesses: Set<Witness>
  /** The same by rows of latitude. */
  rows: Map<number, Witness[]>
  /** Null unless it is a street with a number for a name, as `53rd street`. */
  numbered: StreetNumbers | null
}

/** The number of a street, and those of streets of its kind in the titles of other witnesses. */
export interface StreetNumbers {
  number: number
  others: Map<Witness, number>
}

/** The words of the title of an image, with the witnesses who share them. */
export interface TitleMatches {
  words: readonly TitleWord[]
  totalWeight: number
}

/** Share of a word's weight that counts if only another witness at the same place has the word in its title. */
const NEARBY = 0.9
/** At this distance it counts a third of that, in meters. */
const REACH = 700
/** Height of the rows in which witnesses are looked up, in degrees of latitude: twice the reach. */
const ROW = 0.0125
/** Share of a word's weight that the next number of a street has. Numbers that are this far from it have a third of that. */
const NEXT_NUMBER = 0.8
const NUMBER_REACH = 2

/** Finds which words of a title witnesses share. @param weights of the words of the title; rare words have high ones */
export function matchTitles(
  weights: ReadonlyMap<string, number>,
  witnesses: readonly Witness[],
): TitleMatches {
  const titles = witnesses.map(readTitle)
  const words = [...weights].map(([word, weight]) => matchWord(word, weight, titles))
  const totalWeight = words.reduce((total, { weight }) => total + weight, 0)
  return { words, totalWeight: totalWeight || 1 }
}

/** The title of a witness. */
interface WitnessTitle {
  witness: Witness
  words: readonly string[]
  numbered: readonly NumberedStreet[]
}

function readTitle(witness: Witness): WitnessTitle {
  const words = listTitleWords(witness.title)
  return { witness, words, numbered: words.flatMap((word) => readNumbered(word) ?? []) }
}

function matchWord(word: string, weight: number, titles: readonly WitnessTitle[]): TitleWord {
  const having = titles.filter(({ words }) => words.includes(word))
  const witnesses = new Set(having.map(({ witness }) => witness))
  const rows = Map.groupBy(witnesses, findRow)
  const numbered = readNumbered(word)
  if (!numbered) return { weight, witnesses, rows, numbered: null }
  const others = new Map<Witness, number>()
  for (const title of titles) {
    const other = title.numbered.find(({ street }) => street === numbered.street)
    if (other && !witnesses.has(title.witness)) others.set(title.witness, other.value)
  }
  return { weight, witnesses, rows, numbered: { number: numbered.value, others } }
}

/** Returns how much of a word the title of a witness has, from 0 to 1: less than 1 if its street has another number. */
export function measureWord(witness: Witness, { witnesses, numbered }: TitleWord): number {
  if (witnesses.has(witness)) return 1
  const other = numbered?.others.get(witness)
  if (!numbered || other === undefined) return 0
  return NEXT_NUMBER * fade(Math.abs(other - numbered.number) - 1, NUMBER_REACH)
}

/**
 * Returns how much of the weight of the title a place has, from 0 to 1.
 * @param measure how much of a word the place itself has; another witness near it may have more
 */
export function measureTitle(
  place: Coordinate,
  { words, totalWeight }: TitleMatches,
  measure: (word: TitleWord) => number,
): number {
  const row = findRow(place)
  const distanceTo = estimateFrom(place)
  const shares = words.map((word) => {
    const own = measure(word)
    if (own === 1) return word.weight
    const near = NEARBY * fade(measureNearest(word, row, distanceTo), REACH)
    return word.weight * Math.max(own, near)
  })
  return shares.reduce((total, share) => total + share, 0) / totalWeight
}

/** Returns the distance of the nearest witness in meters; infinite if none is in the rows around a place. */
function measureNearest(
  { rows }: TitleWord,
  row: number,
  distanceTo: (to: Coordinate) => number,
): number {
  let nearest = Infinity
  for (const around of [rows.get(row - 1), rows.get(row), rows.get(row + 1)])
    for (const witness of around ?? []) nearest = Math.min(nearest, distanceTo(witness))
  return nearest
}

/** Numbers the rows. Witnesses beyond the neighboring rows of a place are too far away to count. */
function findRow({ latitude }: Coordinate): number {
  return Math.floor(latitude / ROW)
}

/** From 1 at no distance to 0 far away; a third at the reach. */
export function fade(distance: number, reach: number): number {
  return Math.exp(-((distance / reach) ** 2))
}
