import { countRows, createBitmap, type Bitmap } from '../../list-cache/bitmap.ts'
import type { Slices } from '../thread/work-loop.ts'
import { findLeastOfGreatest, type ScoredRows } from './sort-partly.ts'
import {
  createVectorKernel,
  viewBytes,
  viewFloats,
  viewNumbers,
  viewSignedBytes,
  type VectorKernel,
} from './vector-kernel.ts'

/** A rotated vector: the numbers of the code, multiplied by the scale. */
export interface VectorCode {
  code: Int8Array
  scale: number
}

/** Rows that the kernel compares at once, in about a millisecond. */
const ROWS_AT_ONCE = 16_384

/** Rows that lie far from each other in memory, which takes longer. */
const LISTED_AT_ONCE = 2048

/** Of this many estimates, one is counted. */
const SAMPLED = 8

/** For fewer vectors, signs are of no use. */
const MIN_MEAN_SIZE = 25_000

/** How many rows the arrays are longer by than needed, so that they are seldom copied. */
const SPARE_ROWS = 16_384

/**
 * How many standard errors are added to a similarity that signs estimate. Then 0.5% of the best 2,000 vectors have a
 * lower estimate than their similarity to the query would need, and practically none of the best 200.
 */
const STANDARD_ERRORS = 2

/** The standard error of the sum: the square root of 1 - 2/π, for vectors whose directions are random. */
const STANDARD_ERROR = 0.603

/**
 * Codes of vectors of length 1, by row: 8 bits and 1 bit for each dimension. One byte is precise enough to find the
 * vectors that are most similar to a query; one bit tells which are worth comparing.
 */
export class VectorCodes {
  readonly #kernel: VectorKernel = createVectorKernel()
  readonly #input: number
  readonly dimension: number
  /** In bytes. */
  readonly codeLength: number
  #present: Bitmap = createBitmap(0)
  #size = 0
  /** Number of vectors whose mean the signs refer to. */
  #meanSize = 0
  /** Number of rows that have memory. */
  #end = 0

  constructor(dimension: number) {
    this.dimension = dimension
    this.codeLength = roundUp(dimension, 16)
    this.#input = this.#kernel.configure(dimension)
  }

  /** Number of vectors. */
  get size(): number {
    return this.#size
  }

  has(row: number): boolean {
    return this.#present[row] === 1
  }

  /** Adds or replaces the vector of a row. One whose numbers are not finite, or all 0, is removed instead. */
  set(row: number, vector: Float32Array): void {
    this.#reserve(row + 1)
    this.#pass(vector)
    this.#mark(row, this.#kernel.setVector(row) === 1)
  }

  /** Returns the code of a row, valid until the next change. */
  get(row: number): VectorCode {
    const kernel = this.#kernel
    const code = viewSignedBytes(kernel, kernel.getCode(row), this.codeLength)
    return { code, scale: this.#viewScale(row)[0] ?? 0 }
  }

  /** Sets the vector of a row to a code that `get` returned. The mean must be updated later. */
  restore(row: number, { code, scale }: VectorCode): void {
    this.#reserve(row + 1)
    viewSignedBytes(this.#kernel, this.#kernel.getCode(row), this.codeLength).set(code)
    this.#viewScale(row)[0] = scale
    this.#mark(row, true)
  }

  remove(row: number): void {
    if (this.has(row)) this.#mark(row, false)
  }

  /** Returns the rows that have a vector and are selected. */
  select(selected: Bitmap): { rows: Bitmap; count: number } {
    const rows = createBitmap(Math.min(selected.length, this.#present.length))
    for (let row = 0; row < rows.length; row++) {
      rows[row] = (selected[row] ?? 0) & (this.#present[row] ?? 0)
    }
    return { rows, count: countRows(rows) }
  }

  /** Returns the greatest possible difference between the vector of a row and its code. */
  getError(row: number): number {
    const [scale = 0] = this.#viewScale(row)
    return (scale / 2) * Math.sqrt(this.codeLength)
  }

  /** Sets what vectors are compared with. @returns how much its code can change a similarity */
  setQuery(query: Float32Array): number {
    this.#pass(query)
    return this.#kernel.setQuery()
  }

  /** Compares the query with the codes of rows. */
  *score(rows: Bitmap): Slices<ScoredRows> {
    this.#passRows(rows)
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      this.#kernel.scoreRows(first, Math.min(first + ROWS_AT_ONCE, rows.length))
      yield
    }
    return this.#readScores()
  }

  /**
   * Compares the query with the codes of only those rows whose signs allow that they are among the `best` most similar
   * ones. A few of the least similar ones may be missing.
   */
  *scoreMostLikely(rows: Bitmap, best: number): Slices<ScoredRows> {
    this.#passRows(rows)
    const margin = STANDARD_ERRORS * STANDARD_ERROR
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      this.#kernel.estimateRows(first, Math.min(first + ROWS_AT_ONCE, rows.length), margin)
      yield
    }
    // The more of the best rows are known, the fewer others are worth scoring.
    const first = findLeastOfGreatest(this.#viewEstimates(rows.length), 2 * best, SAMPLED)
    yield* this.#listEstimated(rows.length, first, Infinity)
    yield* this.#scoreListed(-Infinity, Infinity)
    const least = findLeastOfGreatest(this.#readScores().similarities, best)
    const start = this.#kernel.countListed()
    yield* this.#listEstimated(rows.length, least, first)
    const second = findLeastOfGreatest(this.#viewListed(start), 4 * best)
    yield* this.#scoreListed(second, first)
    yield* this.#scoreListed(findLeastOfGreatest(this.#readScores().similarities, best), second)
    return this.#readScores()
  }

  /** Returns whether the signs refer to a mean of too few vectors, which makes estimates by signs less precise. */
  get isMeanOutdated(): boolean {
    return this.#size >= MIN_MEAN_SIZE && this.#size > 2 * this.#meanSize
  }

  /** Derives the signs again. */
  *updateMean(): Slices<void> {
    const end = this.#end
    for (let first = 0; first < end; first += ROWS_AT_ONCE) {
      this.#kernel.addToMean(first, Math.min(first + ROWS_AT_ONCE, end))
      yield
    }
    this.#meanSize = this.#size
    this.#kernel.replaceMean(this.#size)
    for (let first = 0; first < end; first += ROWS_AT_ONCE) {
      this.#kernel.deriveSigns(first, Math.min(first + ROWS_AT_ONCE, end))
      yield
    }
  }

  #reserve(rows: number): void {
    if (rows <= this.#end) return
    this.#kernel.reserveRows(rows)
    this.#end = rows
    if (rows <= this.#present.length) return
    const longer = createBitmap(rows + SPARE_ROWS)
    longer.set(this.#present)
    this.#present = longer
  }

  #mark(row: number, isPresent: boolean): void {
    this.#size += Number(isPresent) - (this.#present[row] ?? 0)
    this.#present[row] = Number(isPresent)
    // The mean is computed from all rows.
    if (!isPresent) this.#viewScale(row)[0] = 0
  }

  #pass(vector: Float32Array): void {
    const input = viewFloats(this.#kernel, this.#input, this.codeLength)
    input.fill(0)
    input.set(vector)
  }

  #passRows(rows: Bitmap): void {
    const address = this.#kernel.selectRows(rows.length)
    viewBytes(this.#kernel, address, rows.length).set(rows)
  }

  *#listEstimated(end: number, least: number, most: number): Slices<void> {
    for (let first = 0; first < end; first += ROWS_AT_ONCE) {
      this.#kernel.listEstimated(first, Math.min(first + ROWS_AT_ONCE, end), least, most)
      yield
    }
  }

  *#scoreListed(least: number, most: number): Slices<void> {
    const end = this.#kernel.countListed()
    for (let first = 0; first < end; first += LISTED_AT_ONCE) {
      this.#kernel.scoreListed(first, Math.min(first + LISTED_AT_ONCE, end), least, most)
      yield
    }
  }

  #viewScale(row: number): Float32Array {
    return viewFloats(this.#kernel, this.#kernel.getScale(row), 1)
  }

  #viewEstimates(rows: number): Float32Array {
    return viewFloats(this.#kernel, this.#kernel.getEstimates(), rows)
  }

  /** Views the estimates of the listed rows from a position on. */
  #viewListed(first: number): Float32Array {
    const kernel = this.#kernel
    return viewFloats(kernel, kernel.getListedEstimates(), kernel.countListed()).subarray(first)
  }

  #readScores(): ScoredRows {
    const kernel = this.#kernel
    const count = kernel.countScores()
    return {
      rows: viewNumbers(kernel, kernel.getScoredRows(), count).slice(),
      similarities: viewFloats(kernel, kernel.getScores(), count).slice(),
    }
  }
}

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple
}
