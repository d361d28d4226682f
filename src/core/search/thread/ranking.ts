import { createBitmap, setRows } from '../../list-cache/bitmap.ts'
import type { TextMatches } from '../text/text-index.ts'

/** Matches in the order of the results: the most similar first, then by the id of the image. */
export type Ranking = Readonly<TextMatches>

/** Sorts matches. @param ids image ids by row */
export function rankMatches({ rows, similarities }: TextMatches, ids: Float64Array): Ranking {
  const byId = sortById(rows, ids)
  // The bits of positive floating-point numbers have the order of the numbers.
  const bits = new Uint32Array(new Float32Array(similarities).buffer)
  const sorted = sortDescending(byId, bits)
  return { rows: sorted.map((at) => rows[at] ?? 0), similarities: pick(similarities, sorted) }
}

/**
 * Replaces the matches of some rows.
 * @param changed all rows whose former matches are removed
 * @param added the present matches of these rows
 */
export function replaceMatches(
  ranking: Ranking,
  changed: Uint32Array,
  added: Ranking,
  ids: Float64Array,
): Ranking {
  const isChanged = setRows(createBitmap(ids.length), changed)
  const { rows } = ranking
  const merged = createMatches(rows.length + added.rows.length)
  let size = 0
  let next = 0
  const take = (from: Ranking, at: number): void => {
    merged.rows[size] = from.rows[at] ?? 0
    merged.similarities[size++] = from.similarities[at] ?? 0
  }
  for (let at = 0; at < rows.length; at++) {
    if (isChanged[rows[at] ?? 0] === 1) continue
    while (next < added.rows.length && comesBefore(added, next, ranking, at)) take(added, next++)
    take(ranking, at)
  }
  while (next < added.rows.length) take(added, next++)
  return { rows: merged.rows.slice(0, size), similarities: merged.similarities.slice(0, size) }

  function comesBefore(one: Ranking, oneAt: number, other: Ranking, otherAt: number): boolean {
    const difference = (one.similarities[oneAt] ?? 0) - (other.similarities[otherAt] ?? 0)
    if (difference !== 0) return difference > 0
    return (ids[one.rows[oneAt] ?? 0] ?? 0) < (ids[other.rows[otherAt] ?? 0] ?? 0)
  }
}

export function createMatches(size: number): TextMatches {
  return { rows: new Uint32Array(size), similarities: new Float32Array(size) }
}

function pick(values: Float32Array, positions: Uint32Array): Float32Array {
  const picked = new Float32Array(positions.length)
  for (let n = 0; n < positions.length; n++) picked[n] = values[positions[n] ?? 0] ?? 0
  return picked
}

/** Returns the positions of the rows in the order of their ids. */
function sortById(rows: Uint32Array, ids: Float64Array): Uint32Array {
  const positions = rows.map((_, position) => position)
  const idAt = (position: number): number => ids[rows[position] ?? 0] ?? 0
  if (positions.every((at) => at === 0 || idAt(at - 1) < idAt(at))) return positions
  // Arrays sort faster than typed arrays if much is in order already, as here: few rows were added since loading.
  return Uint32Array.from([...positions].sort((a, b) => idAt(a) - idAt(b)))
}

/** Radix sort, which keeps the order of equal keys. Comparing takes five times as long. */
function sortDescending(positions: Uint32Array, keys: Uint32Array): Uint32Array {
  const byLowBits = sortByDigit(positions, (position) => ~(keys[position] ?? 0) & 0xffff)
  return sortByDigit(byLowBits, (position) => ~(keys[position] ?? 0) >>> 16)
}

function sortByDigit(positions: Uint32Array, digitOf: (position: number) => number): Uint32Array {
  const starts = new Uint32Array(0x1_0001)
  for (let n = 0; n < positions.length; n++) {
    const next = digitOf(positions[n] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let digit = 1; digit < starts.length; digit++) {
    starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0)
  }
  const sorted = new Uint32Array(positions.length)
  for (let n = 0; n < positions.length; n++) {
    const position = positions[n] ?? 0
    const digit = digitOf(position)
    const target = starts[digit] ?? 0
    sorted[target] = position
    starts[digit] = target + 1
  }
  return sorted
}
