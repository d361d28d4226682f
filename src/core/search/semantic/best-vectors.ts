import type { Slices } from '../thread/work-loop.ts'
import { sortRows, type ScoredRows } from './sort-partly.ts'
import type { VectorIndex } from './vector-index.ts'

/** Vectors that are read at once, in about a millisecond unless the disk must be read. */
const READ_AT_ONCE = 32

/** How many times as many vectors as before are known after reading more. */
const GROWTH = 1.3

/** Greater than the differences that rounding makes. */
const ROUNDING = 1e-5

/**
 * The vectors that are most similar to a query by their codes, in the order of their exact similarities. A vector is
 * read only once a wanted position may be its own: the code tells how similar it can be at most.
 */
export class BestVectors {
  /** Number of all rows of the ranking, of which these are the first ones. */
  readonly count: number
  readonly query: Float32Array
  readonly #rows: Uint32Array
  /** Exact for those that were read. */
  readonly #similarities: Float32Array
  /** The greatest similarity that this vector or one after it can have. */
  readonly #limits: Float64Array
  /** Positions of those that were read, in the order of the ranking. */
  #order: Uint32Array = new Uint32Array()

  /**
   * @param scored in the order of their similarities by code
   * @param queryError how much the code of the query can change a similarity
   */
  constructor(
    { codes }: VectorIndex,
    { rows, similarities }: ScoredRows,
    { count, query, queryError }: { count: number; query: Float32Array; queryError: number },
  ) {
    this.count = count
    this.query = query
    this.#rows = rows
    this.#similarities = similarities
    this.#limits = new Float64Array(rows.length + 1).fill(-Infinity)
    for (let at = rows.length - 1; at >= 0; at--) {
      const error = codes.getError(rows[at] ?? 0) + queryError + ROUNDING
      const limit = (similarities[at] ?? 0) + error
      this.#limits[at] = Math.max(limit, this.#limits[at + 1] ?? 0)
    }
  }

  get rows(): Uint32Array {
    return this.#rows
  }

  /** Returns the first rows of the ranking. */
  *pick(wanted: number, index: VectorIndex): Slices<ScoredRows> {
    const end = Math.min(wanted, this.#rows.length)
    while (!this.#isKnown(end)) {
      yield* this.#readMore(Math.max(end, this.#order.length * GROWTH), index)
    }
    const order = this.#order.subarray(0, end)
    return {
      rows: order.map((at) => this.#rows[at] ?? 0),
      similarities: Float32Array.from(order, (at) => this.#similarities[at] ?? 0),
    }
  }

  /** Returns the least exact similarity. */
  *findLeast(index: VectorIndex): Slices<number> {
    const { similarities } = yield* this.pick(this.#rows.length, index)
    return similarities.at(-1) ?? 1
  }

  *#readMore(end: number, index: VectorIndex): Slices<void> {
    const first = this.#order.length
    const last = Math.min(Math.ceil(end), this.#rows.length)
    for (let start = first; start < last; start += READ_AT_ONCE) {
      const rows = this.#rows.subarray(start, Math.min(start + READ_AT_ONCE, last))
      for (const [n, vector] of index.read(rows).entries()) {
        // Without a vector, which was deleted meanwhile, the similarity by code remains.
        if (vector) this.#similarities[start + n] = multiply(this.query, vector)
      }
      yield
    }
    const known = {
      rows: this.#rows.subarray(0, last),
      similarities: this.#similarities.subarray(0, last),
    }
    this.#order = sortRows(known, index.ids)
  }

  /** Whether no vector that was not read can be among the first ones. */
  #isKnown(end: number): boolean {
    const last = this.#order[end - 1]
    if (last === undefined) return end === 0
    return (this.#similarities[last] ?? 0) > (this.#limits[this.#order.length] ?? 0)
  }
}

function multiply(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
