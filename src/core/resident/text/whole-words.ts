import type { Bitmap } from '../columns/bitmap.ts'
import type { Slices } from '../index/work-loop.ts'
import type { TextKernel } from './kernel.ts'

/** Tells whether a text of a row has all words. */
export type MatchRow = (row: number) => boolean

/** The lower bits of the numbers in a record, which `kernels/text/record.ts` describes. */
const NUMBER_MASK = 0xff_ff_ff

/** Of a filter that rules out most words, small enough to stay in the cache of the processor. */
const FILTER_SIZE = 2 ** 12

const ROWS_AT_ONCE = 1024
const SLICE_MS = 5

/**
 * Creates the test of whole words.
 * @param words for each word, the numbers of its spellings; at most 31 words
 */
export function createRowMatcher(
  kernel: TextKernel,
  words: readonly (readonly number[])[],
): MatchRow {
  // No text has a word that the index does not know.
  if (words.some((numbers) => numbers.length === 0)) return () => false
  const all = 2 ** words.length - 1
  const bits = new Map<number, number>()
  const mayHave = new Uint8Array(FILTER_SIZE)
  for (const [at, numbers] of words.entries()) {
    for (const number of numbers) {
      bits.set(number, (bits.get(number) ?? 0) | (1 << at))
      mayHave[number % FILTER_SIZE] = 1
    }
  }
  let view = new Uint32Array(kernel.memory.buffer)
  const hasAll = (start: number, end: number): boolean => {
    let found = 0
    for (let at = start; at < end && found !== all; at++) {
      const number = (view[at] ?? 0) & NUMBER_MASK
      if (mayHave[number % FILTER_SIZE] === 1) found |= bits.get(number) ?? 0
    }
    return found === all
  }
  return (row) => {
    const record = (kernel.getRecord(row) >>> 0) / 4
    if (record === 0) return false
    // The memory moves when it grows.
    if (view.buffer !== kernel.memory.buffer) view = new Uint32Array(kernel.memory.buffer)
    const end = record + 1 + (view[record] ?? 0)
    for (let start = record + 1; start < end;) {
      const next = start + 1 + ((view[start] ?? 0) & NUMBER_MASK)
      if (hasAll(start + 1, next)) return true
      start = next
    }
    return false
  }
}

/** Removes the rows of bitmaps that searches for whole words leave out. */
export interface WholeWordFilter {
  /**
   * @param rows the images that the filter of the search selects
   * @param key stands for the words, the filter and the state of the index
   */
  filter(rows: Bitmap, key: string, matches: MatchRow, isFound: boolean): Slices<void>
}

/** Keeps the rows of the last words: a search for the other images mostly follows. */
export function createWholeWordFilter(): WholeWordFilter {
  let last: { key: string; found: Bitmap } | undefined
  return {
    *filter(rows, key, matches, isFound) {
      if (last?.key !== key) {
        const found = Uint8Array.from(rows)
        yield* clearOthers(found, matches)
        last = { key, found }
      }
      const { found } = last
      for (let row = 0; row < rows.length; row++)
        rows[row] = (rows[row] ?? 0) & Number(found[row] === Number(isFound))
    },
  }
}

/** Clears the rows without a match. A million take some 200 ms. */
function* clearOthers(rows: Bitmap, matches: MatchRow): Slices<void> {
  let sliceEnd = performance.now() + SLICE_MS
  for (let row = 0; row < rows.length; row++) {
    if (rows[row] === 1 && !matches(row)) rows[row] = 0
    if (row % ROWS_AT_ONCE > 0 || performance.now() < sliceEnd) continue
    yield
    sliceEnd = performance.now() + SLICE_MS
  }
}
