import type { Slices } from '../index/work-loop.ts'
import { multiplyVectors } from '../../model/vectors/multiply-vectors.ts'
import { sortRows, type ScoredRows } from './sort-partly.ts'
import type { VectorIndex } from './vector-index.ts'

/** Vectors that are read at once, in about a millisecond unless the disk must be read. */
const READ_AT_ONCE = 32

/** Greater than the differences that rounding makes. */
const ROUNDING = 1e-5

export interface Comparison {
  query: Float32Array
  /** Greatest error of a similarity that the code of the query causes. */
  queryError: number
}

/**
 * The vectors that are most similar to a query by their codes, in the order of their exact similarities. A vector is
 * read only once a wanted position may be its own: the code tells how similar it can be at most.
 */
export class BestVectors {
  readonly rows: Uint32Array
  readonly #query: Float32Array
  readonly #byCode: Float32Array
  /** Exact for those that were read. */
  readonly #similarities: Float32Array
  /** The greatest similarity that this vector or one after it can have. */
  readonly #limits: Float64Array
  /** The greatest difference between a similarity and that by code. */
  readonly #maxError: number
  /** Positions of those that were read, in the order of the ranking. */
  #order: Uint32Array = new Uint32Array()

  /**
   * @param scored in the order of their similarities by code
   * @param limit the greatest similarity that any other vector of the ranking can have
   */
  constructor(
    { codes }: VectorIndex,
    { rows, similarities }: ScoredRows,
    { query, queryError, limit }: Comparison & { limit: number },
  ) {
    this.rows = rows
    this.#query = query
    this.#byCode = similarities
    this.#similarities = similarities.slice()
    const errors = codes.getErrors(rows).map((error) => error + queryError + ROUNDING)
    this.#maxError = errors.reduce((most, error) => Math.max(most, error), 0)
    this.#limits = new Float64Array(rows.length + 1).fill(limit)
    for (let at = rows.length - 1; at >= 0; at--) {
      const greatest = (similarities[at] ?? 0) + (errors[at] ?? 0)
      this.#limits[at] = Math.max(greatest, this.#limits[at + 1] ?? 0)
    }
  }

  /** Returns the first rows of the ranking: as many as wanted, or all before which no other vector can come. */
  *pick(wanted: number, index: VectorIndex): Slices<ScoredRows> {
    const end = Math.min(wanted, this.rows.length)
    yield* this.#readUntil(end, index)
    yield* this.#readUntil(this.#countUntil(this.#similarityAt(end - 1)), index)
    const order = this.#order.subarray(0, this.#countCertain(end))
    return {
      rows: order.map((at) => this.rows[at] ?? 0),
      similarities: Float32Array.from(order, (at) => this.#similarities[at] ?? 0),
    }
  }

  /** Returns the least exact similarity. */
  *findLeast(index: VectorIndex): Slices<number> {
    let least = 1
    for (let end = this.rows.length; end > 0; end -= READ_AT_ONCE) {
      if ((this.#byCode[end - 1] ?? 0) - this.#maxError > least) break
      const first = Math.max(0, end - READ_AT_ONCE)
      least = this.#read(first, end, index).reduce((one, other) => Math.min(one, other), least)
      yield
    }
    return least
  }

  *#readUntil(end: number, index: VectorIndex): Slices<void> {
    const known = this.#order.length
    if (end <= known) return
    for (let first = known; first < end; first += READ_AT_ONCE) {
      const last = Math.min(first + READ_AT_ONCE, end)
      this.#similarities.set(this.#read(first, last, index), first)
      yield
    }
    const rows = this.rows.subarray(0, end)
    this.#order = sortRows({ rows, similarities: this.#similarities.subarray(0, end) }, index.ids)
  }

  /** Returns the exact similarities at some positions by code. */
  #read(first: number, end: number, index: VectorIndex): Float32Array {
    const similarities = this.#byCode.slice(first, end)
    for (const [n, vector] of index.read(this.rows.subarray(first, end)).entries()) {
      // If the vector has been deleted since then, the similarity by code remains.
      if (vector) similarities[n] = multiplyVectors(this.#query, vector)
    }
    return similarities
  }

  /** Returns how many vectors, in the order of their codes, may have such a similarity or a greater one. */
  #countUntil(similarity: number): number {
    let count = this.#order.length
    while (count < this.rows.length && (this.#limits[count] ?? 0) >= similarity) count++
    return count
  }

  /** Returns how many of the first positions no vector that was not read can have. */
  #countCertain(end: number): number {
    const limit = this.#limits[this.#order.length] ?? 0
    let count = end
    while (count > 0 && this.#similarityAt(count - 1) <= limit) count--
    return count
  }

  /** Returns the similarity at a position of those that were read. */
  #similarityAt(position: number): number {
    return this.#similarities[this.#order[position] ?? 0] ?? 1
  }
}
