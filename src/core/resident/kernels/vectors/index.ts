/**
 * Vectors of length 1 in WebAssembly, by row. Each is rotated and then kept twice: as a code of 8 bits for each dimension, and
 * as one of 1 bit. The caller knows which rows have a vector.
 */

import { encode } from './codes'
import { configureQuery, encodeQuery } from './query'
import { configureRotation, rotate } from './rotation'
import { configureSigns, deriveSigns } from './signs'
import { allocateVector, configureSize } from './size'

export { getCode, getScale, reserveRows } from './codes'
export {
  clearScores,
  countScores,
  estimateRows,
  getPeaks,
  getScoredRows,
  getScores,
  scoreEstimated,
  scoreRows,
  selectRows,
} from './scan'
export { addToMean, deriveSigns, replaceMean } from './signs'

let input: usize = 0

/** Sets the number of dimensions, once. @returns where to write vectors that are passed: 32-bit floats */
export function configure(dimension: u32): usize {
  configureSize(dimension)
  configureRotation()
  configureSigns()
  configureQuery()
  input = allocateVector()
  return input
}

/** Adds or replaces the vector of a row. Ignores one whose numbers are not finite, or all 0. @returns whether it was set */
export function setVector(row: u32): bool {
  rotate(input)
  if (!encode(row, input)) return false
  deriveSigns(row, row + 1)
  return true
}

/** Sets what vectors are compared with. @returns the length of the difference between the query and its code */
export function setQuery(): f32 {
  rotate(input)
  return encodeQuery(input)
}
