import { estimateDistance, findOffset, moveBy } from '../geometry/estimate-distance.ts'
import type { Coordinate } from '../geometry/geodesic.ts'
import { findCrossing } from './find-crossing.ts'
import { followNumbers, MAX_BLOCK } from './follow-numbers.ts'
import type { TitleMatches, TitleWord, Witness } from './title-matches.ts'

/** A place of two streets at which no witness is. */
export interface PlaceOnStreets {
  position: Coordinate
  /** The words of its streets. */
  streets: readonly [TitleWord, TitleWord]
  /** The witnesses it is computed from. */
  evidence: readonly Witness[]
}

/** Maximum number of words that are taken for streets, and of witnesses that are compared for each. */
const MAX_STREETS = 4
const MAX_IN_STREET = 150
/** Witnesses in a street from which the numbers of others are followed. */
const MAX_STARTS = 3

/**
 * Finds places of two streets of a title: where the lines of their witnesses cross, or, if one of them has a number,
 * between witnesses in the other at a lower and at a higher number, or where the numbers of streets nearby lead.
 */
export function findOnStreets({ words }: TitleMatches): PlaceOnStreets[] {
  const rarest = words.toSorted((one, other) => other.weight - one.weight)
  const known = rarest.filter(({ witnesses }) => witnesses.size > 0).slice(0, MAX_STREETS)
  const crossings = known.flatMap((one, index) =>
    known.slice(index + 1).map((other) => findAtCrossing(one, other)),
  )
  const between = words.flatMap((word) =>
    known
      .filter((street) => street !== word)
      .flatMap((street) => [findBetween(word, street), findByNumbers(word, street)]),
  )
  return [...crossings, ...between].filter((place) => place !== undefined)
}

function findAtCrossing(one: TitleWord, other: TitleWord): PlaceOnStreets | undefined {
  const cameras = [one, other].map(({ witnesses }) => [...witnesses].slice(0, MAX_IN_STREET))
  const [first = [], second = []] = cameras
  const position = findCrossing(first, second)
  if (!position) return undefined
  const evidence = cameras
    .map((inStreet) => findLeast(inStreet, (witness) => estimateDistance(position, witness)))
    .filter((witness) => witness !== undefined)
  return { position, streets: [one, other], evidence }
}

/** Finds the place of a street with a number in another street, in proportion to the numbers of the nearest ones. */
function findBetween(word: TitleWord, street: TitleWord): PlaceOnStreets | undefined {
  if (!word.numbered) return undefined
  const { number: sought, others } = word.numbered
  const known = [...others].filter(([witness]) => street.witnesses.has(witness))
  const lower = known.filter(([, number]) => number < sought)
  const higher = known.filter(([, number]) => number > sought)
  const below = findLeast(lower, ([, number]) => -number)
  const above = findLeast(higher, ([, number]) => number)
  if (!below || !above) return undefined
  const [[first, from], [last, to]] = [below, above]
  const { east, north } = findOffset(first, last)
  if (Math.hypot(east, north) > MAX_BLOCK * (to - from)) return undefined
  const share = (sought - from) / (to - from)
  const position = moveBy(first, { east: share * east, north: share * north })
  return { position, streets: [word, street], evidence: [first, last] }
}

/** Finds the place of a street with a number in another street, from a witness there and the numbers of streets nearby. */
function findByNumbers(word: TitleWord, street: TitleWord): PlaceOnStreets | undefined {
  if (!word.numbered) return undefined
  const { number: sought, others } = word.numbered
  const same = [...word.witnesses].map((position) => ({ position, number: sought }))
  const numbered = [...same, ...[...others].map(([position, number]) => ({ position, number }))]
  const starts = [...street.witnesses]
    .filter((witness) => !word.witnesses.has(witness))
    .map((witness) => ({ witness, number: others.get(witness) ?? Number.MAX_SAFE_INTEGER }))
    .toSorted((one, other) => Math.abs(one.number - sought) - Math.abs(other.number - sought))
  const found = starts.slice(0, MAX_STARTS).flatMap(({ witness }) => {
    const position = followNumbers(witness, numbered, sought)
    return position ? [{ witness, position }] : []
  })
  const nearest = findLeast(found, ({ witness, position }) => estimateDistance(witness, position))
  if (!nearest) return undefined
  const { witness: start, position } = nearest
  const beside = findLeast(numbered, (one) =>
    one.position === start ? Infinity : estimateDistance(position, one.position),
  )
  return {
    position,
    streets: [word, street],
    evidence: beside ? [start, beside.position] : [start],
  }
}

function findLeast<Item>(
  items: readonly Item[],
  measure: (item: Item) => number,
): Item | undefined {
  let least: { item?: Item; measured: number } = { measured: Infinity }
  for (const item of items) {
    const measured = measure(item)
    if (measured < least.measured) least = { item, measured }
  }
  return least.item
}
