import { createBitmap, setRows, type Bitmap } from '../../list-cache/bitmap.ts'
import type { TextMatches } from '../text/text-index.ts'

/** Matches in the order of the results: the most similar first, then by the id of the image. */
export type Ranking = Readonly<TextMatches>

/** Sorts matches. @param ids image ids by row */
export function rankMatches(matches: TextMatches, ids: Float64Array): Ranking {
  const { rows, similarities } = sortById(matches, ids)
  // The bits of positive numbers have the order of the numbers.
  const keys = new Uint32Array(similarities.buffer).map((bits) => MAX_BITS - bits)
  const sorted = sortByKey({ rows, keys })
  const bits = sorted.keys.map((key) => MAX_BITS - key)
  return { rows: sorted.rows, similarities: new Float32Array(bits.buffer) }
}

/** The bits of 1 in single precision, the greatest similarity. */
const MAX_BITS = 0x3f_80_00_00

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
  const removed = findPositions(ranking.rows, setRows(createBitmap(ids.length), changed))
  const merged = createMatches(ranking.rows.length - removed.length + added.rows.length)
  let [from, to, nextRemoved] = [0, 0, 0]
  const copy = (source: Ranking, start: number, end: number): void => {
    merged.rows.set(source.rows.subarray(start, end), to)
    merged.similarities.set(source.similarities.subarray(start, end), to)
    to += end - start
  }
  const copyUntil = (end: number): void => {
    for (; (removed[nextRemoved] ?? Infinity) < end; nextRemoved++) {
      copy(ranking, from, removed[nextRemoved] ?? 0)
      from = (removed[nextRemoved] ?? 0) + 1
    }
    copy(ranking, from, end)
    from = end
  }
  for (let n = 0; n < added.rows.length; n++) {
    copyUntil(findInsertion(ranking, added.rows[n] ?? 0, added.similarities[n] ?? 0, ids))
    copy(added, n, n + 1)
  }
  copyUntil(ranking.rows.length)
  return merged
}

export function createMatches(size: number): TextMatches {
  return { rows: new Uint32Array(size), similarities: new Float32Array(size) }
}

/** Returns the positions of those rows that a bitmap has. */
function findPositions(rows: Uint32Array, bitmap: Bitmap): number[] {
  const positions: number[] = []
  for (let at = 0; at < rows.length; at++) if (bitmap[rows[at] ?? 0] === 1) positions.push(at)
  return positions
}

/** Returns the position of the first match that comes after another one. */
function findInsertion(
  { rows, similarities }: Ranking,
  row: number,
  similarity: number,
  ids: Float64Array,
): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const difference = (similarities[middle] ?? 0) - similarity
    const isBefore = difference > 0 || (difference === 0 && idOf(rows[middle]) < idOf(row))
    if (isBefore) low = middle + 1
    else high = middle
  }
  return low

  function idOf(row: number | undefined): number {
    return ids[row ?? 0] ?? 0
  }
}

/** Returns a copy in the order of the ids. */
function sortById({ rows, similarities }: TextMatches, ids: Float64Array): TextMatches {
  if (isSorted(rows, ids)) return { rows: rows.slice(), similarities: similarities.slice() }
  const idAt = (position: number): number => ids[rows[position] ?? 0] ?? 0
  // Much is in order already: only few rows were added since loading. Typed arrays would not sort faster then.
  const positions = Array.from(rows, (_, position) => position)
  positions.sort((a, b) => idAt(a) - idAt(b))
  return {
    rows: Uint32Array.from(positions, (position) => rows[position] ?? 0),
    similarities: Float32Array.from(positions, (position) => similarities[position] ?? 0),
  }
}

function isSorted(rows: Uint32Array, ids: Float64Array): boolean {
  for (let at = 1; at < rows.length; at++) {
    if ((ids[rows[at - 1] ?? 0] ?? 0) > (ids[rows[at] ?? 0] ?? 0)) return false
  }
  return true
}

interface KeyedRows {
  rows: Uint32Array
  /** Of 30 bits. */
  keys: Uint32Array
}

const DIGIT_BITS = 10
const DIGITS = 2 ** DIGIT_BITS

/** Radix sort: several times as fast as comparing. Equal keys keep their order. The given arrays are overwritten. */
function sortByKey(rows: KeyedRows): KeyedRows {
  const { length } = rows.keys
  let from = rows
  let to: KeyedRows = { rows: new Uint32Array(length), keys: new Uint32Array(length) }
  for (let shift = 0; shift < 3 * DIGIT_BITS; shift += DIGIT_BITS) {
    distributeByDigit(from, to, shift)
    ;[from, to] = [to, from]
  }
  return from
}

/** A pass of a radix sort. */
function distributeByDigit(from: KeyedRows, to: KeyedRows, shift: number): void {
  const starts = countDigits(from.keys, shift)
  for (let at = 0; at < from.keys.length; at++) {
    const key = from.keys[at] ?? 0
    const digit = (key >>> shift) & (DIGITS - 1)
    const target = starts[digit] ?? 0
    to.keys[target] = key
    to.rows[target] = from.rows[at] ?? 0
    starts[digit] = target + 1
  }
}

/** Returns for each digit the number of keys with a smaller one. */
function countDigits(keys: Uint32Array, shift: number): Uint32Array {
  const counts = new Uint32Array(DIGITS + 1)
  for (let at = 0; at < keys.length; at++) {
    const next = (((keys[at] ?? 0) >>> shift) & (DIGITS - 1)) + 1
    counts[next] = (counts[next] ?? 0) + 1
  }
  for (let digit = 1; digit < DIGITS; digit++) {
    counts[digit] = (counts[digit] ?? 0) + (counts[digit - 1] ?? 0)
  }
  return counts
}
