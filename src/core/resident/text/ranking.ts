import type { TextMatches } from './text-index.ts'
import { sortMatches } from './sort-matches.ts'
import { finish } from '../index/work-loop.ts'

/** Room for additions, before the arrays are copied into longer ones. */
const SPARE_MATCHES = 1000

/** Of a filter that rules out most rows, small enough to stay in the cache of the processor. */
const FILTER_SIZE = 2 ** 14

/**
 * Matches in the order of the results. They change in place: a copy of the matches of a vague search would take
 * longer than everything else that a page costs.
 */
export class Ranking {
  #rows: Uint32Array
  #similarities: Float32Array
  #size: number

  /** @param sorted overwritten by changes */
  constructor({ rows, similarities }: TextMatches) {
    this.#rows = rows
    this.#similarities = similarities
    this.#size = rows.length
  }

  get size(): number {
    return this.#size
  }

  get bytes(): number {
    return this.#rows.byteLength + this.#similarities.byteLength
  }

  /** Returns a part of the matches, which is valid until the next change. */
  slice(start: number, end: number): TextMatches {
    const last = Math.min(end, this.#size)
    return {
      rows: this.#rows.subarray(start, last),
      similarities: this.#similarities.subarray(start, last),
    }
  }

  /** Removes the matches of these rows, some of which may have none. */
  remove(rows: Uint32Array): void {
    if (rows.length === 0) return
    const removed = new Set(rows)
    const mayBeRemoved = new Uint8Array(FILTER_SIZE)
    for (const row of rows) mayBeRemoved[row % FILTER_SIZE] = 1
    let size = 0
    let start = 0
    // What stays is moved in runs: one by one would take longer.
    for (let end = 0; end <= this.#size; end++) {
      const row = this.#rows[end] ?? 0
      if (end < this.#size && (mayBeRemoved[row % FILTER_SIZE] === 0 || !removed.has(row))) continue
      if (size < start) {
        this.#rows.copyWithin(size, start, end)
        this.#similarities.copyWithin(size, start, end)
      }
      size += end - start
      start = end + 1
    }
    this.#size = size
  }

  /** Adds a few matches of rows that have none. */
  insert(matches: TextMatches, ids: Float64Array): void {
    const { rows, similarities } = finish(sortMatches(matches, ids))
    this.#reserve(this.#size + rows.length)
    let end = this.#size
    // From the last one on, so that each match is moved only once.
    for (let n = rows.length - 1; n >= 0; n--) {
      const [row = 0, similarity = 0] = [rows[n], similarities[n]]
      const at = this.#findInsertion(row, similarity, { end, ids })
      this.#rows.copyWithin(at + n + 1, at, end)
      this.#similarities.copyWithin(at + n + 1, at, end)
      this.#rows[at + n] = row
      this.#similarities[at + n] = similarity
      end = at
    }
    this.#size += rows.length
  }

  /** Returns the position of the first match before `end` that comes after another one. */
  #findInsertion(
    row: number,
    similarity: number,
    before: { end: number; ids: Float64Array },
  ): number {
    const { end, ids } = before
    let low = 0
    let high = end
    while (low < high) {
      const middle = (low + high) >>> 1
      const difference = (this.#similarities[middle] ?? 0) - similarity
      const isEarlier = (ids[this.#rows[middle] ?? 0] ?? 0) < (ids[row] ?? 0)
      if (difference > 0 || (difference === 0 && isEarlier)) low = middle + 1
      else high = middle
    }
    return low
  }

  #reserve(size: number): void {
    if (size <= this.#rows.length) return
    const [rows, similarities] = [this.#rows, this.#similarities]
    this.#rows = new Uint32Array(size + SPARE_MATCHES)
    this.#similarities = new Float32Array(size + SPARE_MATCHES)
    this.#rows.set(rows)
    this.#similarities.set(similarities)
  }
}
