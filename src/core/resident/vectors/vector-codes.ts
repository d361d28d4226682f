import { clearRows, countRows, createBitmap, intersect, type Bitmap } from '../columns/bitmap.ts'
import { indexFull } from '../../queries/searches/index-memory.ts'
import type { Slices } from '../index/work-loop.ts'
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

/** Rows whose signs lie together. */
const ROWS_PER_GROUP = 32

/** Number of vectors to score before the others are chosen, as a multiple of the wanted number. */
const SCORED_FIRST = 8

/** For fewer vectors, signs are of no use. */
const MIN_MEAN_SIZE = 25_000

/** Number of spare rows when the arrays grow, so that they are seldom copied. */
const SPARE_ROWS = 16_384

/** The standard error of the sum of signs: the square root of 1 - 2/π, for vectors whose directions are random. */
const STANDARD_ERROR = 0.603

/**
 * The greatest difference between a similarity and that of the code, in units of the code's scale. Each number of the
 * code is rounded by at most half a unit. The rotation makes these errors independent, so by Hoeffding's inequality a sum
 * of more than four units has a probability of 3e-14.
 */
const MAX_ROUNDING = 4

/** The memory of WebAssembly. */
const MAX_BYTES = 2 ** 32

/** At most: its scale and factor, what a search notes about it, and what is lost when arrays grow. */
const OTHER_BYTES_PER_ROW = 40

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
  #maxScale = 0
  readonly #errorOfScale: number
  readonly #maxBytes: number
  /** The rows to compare, in the memory of the kernel. */
  #selection = { address: 0, length: 0 }

  /** @param maxBytes of memory */
  constructor(dimension: number, maxBytes = MAX_BYTES) {
    this.dimension = dimension
    this.#maxBytes = maxBytes
    this.codeLength = roundUp(dimension, 16)
    this.#errorOfScale = Math.min(MAX_ROUNDING, Math.sqrt(this.codeLength) / 2)
    this.#input = this.#kernel.configure(dimension)
  }

  /** Number of vectors. */
  get size(): number {
    return this.#size
  }

  /** Bytes of memory in use, also during a search. */
  get usedBytes(): number {
    return this.#computeBytes(this.#end)
  }

  has(row: number): boolean {
    return this.#present[row] === 1
  }

  /**
   * Adds or replaces the vector of a row. One whose numbers are not finite, or all 0, is removed instead.
   * @throws CatalogError kind `unavailable` with code `search_index_full`; nothing has changed then
   */
  set(row: number, vector: Float32Array): void {
    this.#reserve(row + 1)
    this.#pass(vector)
    const isSet = this.#kernel.setVector(row) === 1
    if (isSet) this.#maxScale = Math.max(this.#maxScale, this.#viewScale(row)[0] ?? 0)
    this.#mark(row, isSet)
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
    this.#maxScale = Math.max(this.#maxScale, scale)
    this.#mark(row, true)
  }

  remove(row: number): void {
    if (this.has(row)) this.#mark(row, false)
  }

  /**
   * Selects the rows to compare, for the next calls of `score` and `scoreMostLikely`.
   * @param excluded rows that are not compared although they are selected
   * @returns how many there are
   */
  select(selected: Bitmap, excluded: Uint32Array = new Uint32Array()): number {
    const length = Math.min(selected.length, this.#present.length)
    this.#selection = { address: this.#kernel.selectRows(length), length }
    const rows = this.#viewSelected()
    rows.set(selected.subarray(0, length))
    intersect(rows, this.#present)
    clearRows(rows, excluded)
    return countRows(rows)
  }

  /** Returns by how much the similarity to the code of each row may differ from that to its vector. */
  getErrors(rows: Uint32Array): Float32Array {
    const scales = viewFloats(this.#kernel, this.#kernel.getScale(0), this.#end)
    return Float32Array.from(rows, (row) => (scales[row] ?? 0) * this.#errorOfScale)
  }

  /** The greatest one that `getErrors` returns. */
  get maxError(): number {
    return this.#maxScale * this.#errorOfScale
  }

  /** Sets what vectors are compared with. @returns how much its code can change a similarity */
  setQuery(query: Float32Array): number {
    this.#pass(query)
    return this.#kernel.setQuery()
  }

  /** Compares the query with the codes of the selected rows. */
  *score(): Slices<ScoredRows> {
    this.#kernel.clearScores()
    yield* this.#inBatches((first, end) => this.#kernel.scoreRows(first, end))
    return this.#readScores()
  }

  /**
   * Compares the query with the codes of only those selected rows whose signs allow that they are among the `best` most
   * similar ones.
   * @param standardErrors how many are added to the similarity that signs estimate: with 2, fewer than 2.3% of the best
   *   rows are missing, with 3 fewer than 0.14%, the least similar ones first
   */
  *scoreMostLikely(best: number, standardErrors: number): Slices<ScoredRows> {
    const kernel = this.#kernel
    kernel.clearScores()
    const margin = standardErrors * STANDARD_ERROR
    yield* this.#inBatches((first, end) => kernel.estimateRows(first, end, margin))
    const most = findLeastOfGreatest(this.#viewPeaks(), SCORED_FIRST * best)
    yield* this.#scoreEstimated(most, Infinity)
    // Rows that cannot be more similar than the best of these are not worth scoring.
    yield* this.#scoreEstimated(findLeastOfGreatest(this.#viewScores(), best), most)
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
    // Beyond its memory, the kernel would trap, and what it holds would be lost.
    if (this.#computeBytes(rows) > this.#maxBytes) throw indexFull('embeddings')
    this.#kernel.reserveRows(rows)
    this.#end = rows
    if (rows <= this.#present.length) return
    const longer = createBitmap(rows + SPARE_ROWS)
    longer.set(this.#present)
    this.#present = longer
  }

  /** A code has 8 bits and a sign for each dimension. */
  #computeBytes(rows: number): number {
    return rows * ((this.codeLength * 9) / 8 + OTHER_BYTES_PER_ROW)
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

  /** Calls a function for all rows of the selection. */
  *#inBatches(run: (first: number, end: number) => void): Slices<void> {
    const { length } = this.#selection
    for (let first = 0; first < length; first += ROWS_AT_ONCE) {
      run(first, Math.min(first + ROWS_AT_ONCE, length))
      yield
    }
  }

  *#scoreEstimated(least: number, most: number): Slices<void> {
    yield* this.#inBatches((first, end) => this.#kernel.scoreEstimated(first, end, least, most))
  }

  #viewScale(row: number): Float32Array {
    return viewFloats(this.#kernel, this.#kernel.getScale(row), 1)
  }

  #viewSelected(): Bitmap {
    const { address, length } = this.#selection
    return viewBytes(this.#kernel, address, length)
  }

  #viewPeaks(): Float32Array {
    const groups = Math.ceil(this.#selection.length / ROWS_PER_GROUP)
    return viewFloats(this.#kernel, this.#kernel.getPeaks(), groups)
  }

  #viewScores(): Float32Array {
    return viewFloats(this.#kernel, this.#kernel.getScores(), this.#kernel.countScores())
  }

  #readScores(): ScoredRows {
    const kernel = this.#kernel
    const count = kernel.countScores()
    return {
      rows: viewNumbers(kernel, kernel.getScoredRows(), count).slice(),
      similarities: this.#viewScores().slice(),
    }
  }
}

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple
}
