import type { Bitmap } from '../columns/bitmap.ts'
import { indexFull, type IndexLimits } from '../../queries/searches/index-memory.ts'
import { createTextKernel, passNumbers, viewNumbers, type TextKernel } from './kernel.ts'
import { startTextScan, type TextScan } from './text-scan.ts'
import { splitWords } from './trigrams.ts'
import { createVocabulary, type SavedVocabulary, type Vocabulary } from './vocabulary.ts'
import { createRowMatcher, type MatchRow } from './whole-words.ts'
import type { TextPattern } from './word-similarity.ts'

export type { TextMatches, TextScan } from './text-scan.ts'

/** The texts of all images in memory. An image is known by its row, a small number. */
export interface TextIndex {
  /** Bytes of memory in use. */
  readonly usedBytes: number
  /**
   * Replaces all texts of an image. Without texts, the image is removed.
   * @throws CatalogError kind `unavailable` with code `search_index_full`
   */
  setTexts(row: number, texts: readonly string[]): void
  /**
   * Starts to search images of which a text is similar enough.
   * @param rows images that pass the filters; no others are scored, nor rows beyond its length
   */
  startScan(pattern: TextPattern, threshold: number, rows: Bitmap): TextScan
  /** Returns the greatest word similarity of an image's texts, 0 to 1 in single precision. 0 without texts. */
  scoreRow(pattern: TextPattern, row: number): number
  /**
   * Creates a test of rows for whole words, which is valid until texts change.
   * @param words for each word, its spellings
   */
  matchWords(words: readonly (readonly string[])[]): MatchRow
  /**
   * Whether the index should be rebuilt because it holds too many words that no text contains. It never drops a word.
   */
  hasManyFormerWords(): boolean
  /** Returns the content for `restoreTextIndex`. The index must not change before all records are read. */
  save(): SavedTextIndex
}

export interface SavedTextIndex extends SavedVocabulary {
  /**
   * Blocks of about 1 MB with the records of images: for each its row, the length of the rest, and its texts as
   * `kernels/text/record.ts` describes them. A block that was read is valid until the next one is read.
   */
  records: Iterable<Uint32Array>
}

const NO_ROW = 0xff_ff_ff_ff
const BLOCK_LENGTH = 2 ** 18

/** The memory of WebAssembly. */
const MAX_BYTES = 2 ** 32

/** Left for searches, and for arrays that are copied when they grow. */
const SPARE_BYTES = 2 ** 29

/** With fewer words, former ones don't matter: so many take about 400 MB. */
const MANY_WORDS = 2 ** 21

export interface TextIndexLimits extends Partial<IndexLimits> {
  /** Number of words from which on former words matter. */
  manyWords?: number
  maxWords?: number
}

export function createTextIndex(limits: TextIndexLimits = {}): TextIndex {
  const kernel = createTextKernel()
  return new KernelIndex(kernel, createVocabulary(kernel, limits), limits)
}

/**
 * Restores a saved index without its texts. The content must be as it was saved: it is not checked.
 * @param rowOf the row that each saved row is now, 0xffffffff if its image is gone
 */
export function restoreTextIndex(
  saved: SavedTextIndex,
  rowOf: Uint32Array,
  limits: TextIndexLimits = {},
): TextIndex {
  const kernel = createTextKernel()
  const vocabulary = createVocabulary(kernel, { saved })
  for (const block of saved.records) {
    const records = passNumbers(kernel, block)
    const view = viewNumbers(kernel, records, block.length)
    let start = 0
    while (start < view.length) {
      view[start] = rowOf[view[start] ?? NO_ROW] ?? NO_ROW
      start += 2 + (view[start + 1] ?? 0)
    }
    kernel.restoreRecords(records, block.length)
  }
  return new KernelIndex(kernel, vocabulary, limits)
}

class KernelIndex implements TextIndex {
  readonly #kernel: TextKernel
  readonly #vocabulary: Vocabulary
  readonly #scans = new Set<ReturnType<typeof startTextScan>>()
  /** Counting the words in use takes some time, so it is done when their number has doubled. */
  #wordsToCount: number

  readonly #maxBytes: number

  constructor(
    kernel: TextKernel,
    vocabulary: Vocabulary,
    { manyWords = MANY_WORDS, maxBytes = MAX_BYTES }: TextIndexLimits,
  ) {
    this.#kernel = kernel
    this.#maxBytes = maxBytes - Math.min(maxBytes / 8, SPARE_BYTES)
    this.#wordsToCount = manyWords
    this.#vocabulary = vocabulary
  }

  get usedBytes(): number {
    return this.#kernel.memory.buffer.byteLength
  }

  setTexts(row: number, texts: readonly string[]): void {
    // Beyond its memory, the kernel would trap, and what it holds would be lost.
    if (texts.length > 0 && this.usedBytes > this.#maxBytes) throw indexFull('texts')
    const numbers = texts.flatMap((text) => {
      const words = splitWords(text).map((word) => this.#vocabulary.findOrAddWord(word))
      return words.length === 0 ? [] : [words.length, ...words]
    })
    this.#kernel.setTexts(row, passNumbers(this.#kernel, numbers), numbers.length)
    for (const scan of this.#scans) scan.postpone(row)
  }

  scoreRow(pattern: TextPattern, row: number): number {
    const trigrams = this.#vocabulary.findTrigrams(pattern)
    const address = passNumbers(this.#kernel, trigrams)
    return this.#kernel.scoreRow(row, address, trigrams.length, pattern.size)
  }

  matchWords(words: readonly (readonly string[])[]): MatchRow {
    const numbers = words.map((spellings) =>
      spellings.flatMap((word) => this.#vocabulary.findWord(word) ?? []),
    )
    return createRowMatcher(this.#kernel, numbers)
  }

  startScan(pattern: TextPattern, threshold: number, rows: Bitmap): TextScan {
    const scan = startTextScan(this.#kernel, {
      trigrams: this.#vocabulary.findTrigrams(pattern),
      patternSize: pattern.size,
      threshold,
      rows,
      scoreRow: (row) => this.scoreRow(pattern, row),
      onEnd: () => this.#scans.delete(scan),
    })
    this.#scans.add(scan)
    return scan
  }

  hasManyFormerWords(): boolean {
    const words = this.#kernel.countWords()
    if (words < this.#wordsToCount) return false
    this.#wordsToCount = 2 * words
    return this.#kernel.countWordsInUse() < words / 2
  }

  save(): SavedTextIndex {
    return { ...this.#vocabulary.save(), records: saveRecords(this.#kernel) }
  }
}

function* saveRecords(kernel: TextKernel): Generator<Uint32Array> {
  let block = new Uint32Array(BLOCK_LENGTH)
  let size = 0
  const rows = kernel.countRows()
  for (let row = 0; row < rows; row++) {
    const address = kernel.getRecord(row) >>> 0
    if (address === 0) continue
    const [length = 0] = viewNumbers(kernel, address, 1)
    const end = size + 2 + length
    if (end > block.length) {
      yield block.subarray(0, size)
      size = 0
      if (length + 2 > block.length) block = new Uint32Array(length + 2)
    }
    block[size] = row
    block.set(viewNumbers(kernel, address, length + 1), size + 1)
    size += 2 + length
  }
  yield block.subarray(0, size)
}
