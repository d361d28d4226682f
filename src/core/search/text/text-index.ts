import type { Bitmap } from '../../list-cache/bitmap.ts'
import { listTrigrams, splitWords } from './trigrams.ts'
import { computeWordSimilarity, isWithinThreshold, type TextPattern } from './word-similarity.ts'

/** The texts of all images in memory. An image is known by its row, a small number. */
export interface TextIndex {
  /** Replaces all texts of an image. Without texts, the image is removed. */
  setTexts(row: number, texts: readonly string[]): void
  /**
   * Starts to search images of which a text is similar enough.
   * @param rows images that pass the filters; no others are scored, nor rows beyond its length
   */
  startScan(pattern: TextPattern, threshold: number, rows: Bitmap): TextScan
  /** Returns the greatest word similarity of an image's texts, 0 to 1 in single precision. 0 without texts. */
  scoreRow(pattern: TextPattern, row: number): number
  /** Returns the content for `restoreTextIndex`. It is valid until the next change. */
  save(): SavedTextIndex
}

/**
 * A search that is done in steps. Any number of scans can be under way at once, and texts may change between steps:
 * the result is that of the texts at the time of the last step.
 */
export interface TextScan {
  /** Works for about 5 ms. @returns true when the result is complete */
  step(): boolean
  /** The matches so far, in no particular order. */
  readonly result: TextMatches
  /** Frees what the scan holds. A scan must be disposed, finished or not. */
  dispose(): void
}

export interface TextMatches {
  rows: Uint32Array
  /** Greatest word similarity of each image. */
  similarities: Float32Array
}

export interface SavedTextIndex {
  /** All words in the order of their numbers, in UTF-8 and separated by line feeds. */
  words: Uint8Array
  /** For each image its row, the length of the rest, and the numbers of its words; TEXT_END ends a text. */
  records: readonly Uint32Array[]
}

const TEXT_END = 0xff_ff_ff_ff
const NO_ROW = 0xff_ff_ff_ff
const ROWS_PER_STEP = 500

export function createTextIndex(): TextIndex {
  return new ForwardIndex()
}

/**
 * Restores a saved index without its texts.
 * @param rowOf the row that each saved row is now, 0xffffffff if its image is gone
 */
export function restoreTextIndex(saved: SavedTextIndex, rowOf: Uint32Array): TextIndex {
  const index = new ForwardIndex()
  for (const word of new TextDecoder().decode(saved.words).split('\n')) index.findOrAddWord(word)
  for (const records of saved.records) {
    let start = 0
    while (start < records.length) {
      const row = rowOf[records[start] ?? 0] ?? NO_ROW
      const end = start + 2 + (records[start + 1] ?? 0)
      if (row !== NO_ROW) index.records.set(row, records.slice(start + 2, end))
      start = end
    }
  }
  return index
}

class ForwardIndex implements TextIndex {
  readonly records = new Map<number, Uint32Array>()
  readonly #words = new Map<string, number>()
  readonly #trigrams: number[][] = []
  readonly #scans = new Set<Set<number>>()

  setTexts(row: number, texts: readonly string[]): void {
    const record = texts.flatMap((text) => {
      const words = splitWords(text).map((word) => this.findOrAddWord(word))
      return words.length === 0 ? [] : [...words, TEXT_END]
    })
    if (record.length === 0) this.records.delete(row)
    else this.records.set(row, Uint32Array.from(record))
    for (const changedRows of this.#scans) changedRows.add(row)
  }

  scoreRow(pattern: TextPattern, row: number): number {
    let best = 0
    let trigrams: number[] = []
    for (const word of this.records.get(row) ?? []) {
      if (word !== TEXT_END) trigrams.push(...(this.#trigrams[word] ?? []))
      else {
        best = Math.max(best, computeWordSimilarity(pattern, trigrams))
        trigrams = []
      }
    }
    return best
  }

  startScan(pattern: TextPattern, threshold: number, rows: Bitmap): TextScan {
    const changedRows = new Set<number>()
    this.#scans.add(changedRows)
    const matches = new Map<number, number>()
    const score = (row: number): void => {
      const similarity = rows[row] === 1 ? this.scoreRow(pattern, row) : 0
      if (isWithinThreshold(similarity, threshold)) matches.set(row, similarity)
      else matches.delete(row)
    }
    let next = 0
    return {
      step: () => {
        const end = Math.min(rows.length, next + ROWS_PER_STEP)
        while (next < end) score(next++)
        if (next < rows.length) return false
        for (const row of changedRows) score(row)
        changedRows.clear()
        return true
      },
      get result() {
        return {
          rows: Uint32Array.from(matches.keys()),
          similarities: Float32Array.from(matches.values()),
        }
      },
      dispose: () => this.#scans.delete(changedRows),
    }
  }

  save(): SavedTextIndex {
    const records = [...this.records].map(([row, record]) =>
      Uint32Array.of(row, record.length, ...record),
    )
    return { words: new TextEncoder().encode([...this.#words.keys()].join('\n')), records }
  }

  findOrAddWord(word: string): number {
    const known = this.#words.get(word)
    if (known !== undefined) return known
    const number = this.#words.size
    this.#words.set(word, number)
    this.#trigrams.push(listTrigrams(word))
    return number
  }
}
