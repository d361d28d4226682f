import type { VectorCodes } from './vector-codes.ts'

/** The vectors of one model by row, which searches compare. */
export interface VectorIndex {
  readonly codes: VectorCodes
  /** Image ids by row. */
  readonly ids: Float64Array
  /** Reads a vector; undefined if the row has none by now. */
  read(row: number): Float32Array | undefined
}
