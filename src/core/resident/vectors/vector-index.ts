import type { VectorCodes } from './vector-codes.ts'

/** The vectors of one model by row, which searches compare. */
export interface VectorIndex {
  readonly codes: VectorCodes
  /** Image ids by row. */
  readonly ids: Float64Array
  /** Reads the vectors of some rows, of one state of the database; undefined for rows that have none by now. */
  read(rows: Uint32Array): readonly (Float32Array | undefined)[]
}
