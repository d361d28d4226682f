/**
 * The text index in WebAssembly. It knows rows, words and trigrams by their numbers and takes lists of 32-bit numbers in memory that the caller
 * allocates.
 */

import { Buffer } from '../memory'
import { clearPattern, selectPattern } from './pattern'
import { completeTexts, storeRecord } from './record'
import { Scan } from './scan'
import { computeRowSimilarity } from './text-similarity'

export { addWord, countWords } from './vocabulary'
export { countRows, countWordsInUse, getRecord } from './record'

/** Returns the address of so many bytes for lists that are passed. It is valid until the next call. */
export function allocateInput(bytes: usize): usize {
  input.length = 0
  return input.append(bytes)
}

const input = new Buffer()

/** Replaces the texts of a row. For each text, the list holds the number of its words and the words. */
export function setTexts(row: u32, texts: usize, length: u32): void {
  completeTexts(texts, length)
  storeRecord(row, texts, length)
}

/** Stores saved records: for each its row, its length, and so many numbers. Omits those with the row `NO_ROW`. */
export function restoreRecords(records: usize, length: u32): void {
  const end = records + 4 * length
  for (let at = records; at < end; at += 8 + 4 * load<u32>(at, 4)) {
    const row = load<u32>(at)
    if (row !== NO_ROW) storeRecord(row, at + 8, load<u32>(at, 4))
  }
}

const NO_ROW: u32 = 0xffff_ffff

/**
 * Returns the greatest word similarity of the texts of a row.
 * @param trigrams those of the pattern that occur in texts
 * @param patternSize number of different trigrams of the pattern
 */
export function scoreRow(row: u32, trigrams: usize, count: u32, patternSize: u32): f32 {
  selectPattern(trigrams, count, patternSize)
  const similarity = computeRowSimilarity(row)
  clearPattern(trigrams, count)
  return similarity
}

/**
 * Starts a scan. It scores no rows before `allocateRows`.
 * @param trigrams those of the pattern that occur in texts
 * @param patternSize number of different trigrams of the pattern
 * @param limit greatest similarity that is too small
 */
export function startScan(trigrams: usize, count: u32, patternSize: u32, limit: f32): Scan {
  return new Scan(trigrams, count, patternSize, limit)
}

/** Returns where to write one byte for each row, not 0 for those to score. */
export function allocateRows(scan: Scan, count: u32): usize {
  return scan.allocateRows(count)
}

/** Leaves out a row, unless it has been scored. */
export function omitRow(scan: Scan, row: u32): void {
  store<u8>(scan.rows + row, 0)
}

/** Works for a moment. @returns whether the scan has finished */
export function advanceScan(scan: Scan): bool {
  return scan.advance()
}

/** Returns the address of the matches: for each the row and its similarity, 32 bits each. */
export function getMatches(scan: Scan): usize {
  return scan.matches.start
}

export function countMatches(scan: Scan): u32 {
  return (scan.matches.length >> 3) as u32
}

export function freeScan(scan: Scan): void {
  scan.free()
}
