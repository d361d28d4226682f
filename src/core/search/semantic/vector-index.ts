import type { Bitmap } from '../../list-cache/bitmap.ts'

/** Vectors of length 1 by row, which are ranked by their similarity to another one. */
export interface VectorIndex {
  /** Adds or replaces the vector of a row. */
  set(row: number, vector: Float32Array): void
  remove(row: number): void
  /** Returns the vector of a row; undefined if it has none. */
  get(row: number): Float32Array | undefined
  /**
   * Ranks the selected rows that have a vector: the most similar to `query` first, then by id.
   * @param selected 1 for each row to rank
   * @param ids image ids by row
   */
  rank(query: Float32Array, { selected, ids, start, end }: RankRequest): RankedRows
}

export interface RankRequest {
  selected: Bitmap
  ids: Float64Array
  /** The wanted positions of the ranking, from 0; `end` is exclusive. */
  start: number
  end: number
}

export interface RankedRows {
  /** The rows at the wanted positions. */
  rows: Uint32Array
  /** Their cosines, -1 to 1. */
  similarities: Float32Array
  /** Length of the whole ranking. */
  count: number
}
