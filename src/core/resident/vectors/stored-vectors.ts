import type { SearchableImages } from '../columns/searchable-images.ts'
import type { IndexLimits } from '../../queries/searches/index-memory.ts'
import { VectorCodes, type VectorCode } from './vector-codes.ts'
import type { VectorIndex } from './vector-index.ts'

/** Reads vectors by the ids of their embeddings; undefined for those that were deleted or replaced. */
export type ReadVectors = (embeddingIds: readonly number[]) => readonly (Float32Array | undefined)[]

/** Number of spare rows when the array grows, so that it is seldom copied. */
const SPARE_ROWS = 16_384

/** The codes of embeddings in memory, and the vectors themselves in the database. */
export class StoredVectors implements VectorIndex {
  readonly codes: VectorCodes
  readonly #images: SearchableImages
  readonly #read: ReadVectors
  /** By row, the id of the embedding. */
  #embeddings = new Float64Array(0)

  constructor(
    { dimension, maxBytes }: { dimension: number } & IndexLimits,
    images: SearchableImages,
    read: ReadVectors,
  ) {
    this.codes = new VectorCodes(dimension, maxBytes)
    this.#images = images
    this.#read = read
  }

  get ids(): Float64Array {
    return this.#images.rows.columns.id
  }

  set(row: number, embeddingId: number, vector: Float32Array): void {
    this.codes.set(row, vector)
    this.#setEmbedding(row, embeddingId)
  }

  /** Sets a vector whose code was saved. The signs of all rows must be derived later. */
  restore(row: number, embeddingId: number, code: VectorCode): void {
    this.codes.restore(row, code)
    this.#setEmbedding(row, embeddingId)
  }

  /** Returns the id of the embedding of a row that has one. */
  getEmbedding(row: number): number {
    return this.#embeddings[row] ?? 0
  }

  read(rows: Uint32Array): readonly (Float32Array | undefined)[] {
    return this.#read(Array.from(rows, (row) => this.getEmbedding(row)))
  }

  #setEmbedding(row: number, id: number): void {
    if (row >= this.#embeddings.length) {
      const longer = new Float64Array(row + SPARE_ROWS)
      longer.set(this.#embeddings)
      this.#embeddings = longer
    }
    this.#embeddings[row] = id
  }
}
