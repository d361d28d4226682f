import { Buffer } from '../memory'
import { getPatternNumber, patternSize } from './pattern'
import { MAX_COUNTED } from './record'
import { appendTrigrams, computeBestExtent, endSimilarity, startSimilarity } from './similarity'
import { Stamps } from './stamps'
import { getDistinctCount, getWordEnd, getWordStart } from './vocabulary'

/** Of a word that shares no trigram with the pattern: there is no first and no last shared trigram. */
const NONE_SHARED: u32 = 0xffff_0000

/** In which word each trigram of the pattern occurs last. */
const lastWords = new Stamps()

/** Trigram counts and similarities of each word of the vocabulary. All counts are of distinct trigrams, at most 255. */
@unmanaged
export class WordProfiles {
  /** Number of words that have a profile. */
  count: u32 = 0
  /** Number of trigrams that each word shares with the pattern, in 8 bits. */
  shared: usize
  /**
   * Four counts of 8 bits: trigrams shared with the pattern; foreign trigrams; foreign trigrams before the first
   * shared one; foreign trigrams after the last shared one. The last two are at least the true ones for a word that shares none.
   */
  counts: usize
  /**
   * Word similarity of each word alone, in single precision. Negative if an extent of the word is more similar, which
   * PostgreSQL may find in a text, though not in the word alone.
   */
  similarities: usize
  /** For each word, and the word after the last, where its numbers begin in `numbers`. */
  starts: usize
  /** The numbers in the pattern of the shared trigrams of all words, from 0 on, 16 bits each. */
  numbers: Buffer

  constructor(words: u32) {
    this.shared = heap.alloc(words)
    this.counts = heap.alloc(4 * words)
    this.similarities = heap.alloc(4 * words)
    this.starts = heap.alloc(4 * words + 4)
    this.numbers = new Buffer()
    store<u32>(this.starts, 0)
  }

  free(): void {
    heap.free(this.shared)
    heap.free(this.counts)
    heap.free(this.similarities)
    heap.free(this.starts)
    this.numbers.free()
    heap.free(changetype<usize>(this))
  }

  /** Adds the profile of the next word, which shares no trigram with the pattern. */
  addForeign(): void {
    const word = this.count++
    store<u32>(this.starts + 4 * word, (this.numbers.length >> 1) as u32, 4)
    store<u8>(this.shared + word, 0)
    store<u32>(this.counts + 4 * word, NONE_SHARED | (getDistinctCount(word) << 8))
  }

  /** Adds the profile of the next word. */
  addNext(): void {
    const word = this.count
    const start = getWordStart(word)
    const length = ((getWordEnd(word) - start) >> 2) as u32
    const distinct = getDistinctCount(word)
    const stamp = lastWords.take(1, patternSize)
    const firstNumber = this.numbers.length
    let first: u32 = 0
    let last: u32 = 0
    let occurrences: u32 = 0
    for (let n: u32 = 0; n < length; n++) {
      const number = getPatternNumber(load<u32>(start + 4 * n))
      if (number === 0) continue
      if (occurrences === 0) first = n
      last = n
      occurrences++
      if (lastWords.get(number - 1) === stamp) continue
      lastWords.set(number - 1, stamp)
      store<u16>(this.numbers.append(2), (number - 1) as u16)
    }
    if (occurrences === 0) return this.addForeign()
    this.count++
    store<u32>(this.starts + 4 * word, (this.numbers.length >> 1) as u32, 4)
    const shared = min(((this.numbers.length - firstNumber) >> 1) as u32, 255)
    store<u8>(this.shared + word, shared as u8)
    // Repeated trigrams may be foreign ones before the first shared one and elsewhere as well.
    const leading: u32 = distinct === length ? first : 0
    const trailing: u32 = distinct === length ? length - 1 - last : 0
    const foreign = distinct - min(shared, distinct)
    store<u32>(
      this.counts + 4 * word,
      shared | (foreign << 8) | (min(leading, 255) << 16) | (min(trailing, 255) << 24),
    )
    const isRun = distinct === length && last - first < occurrences
    store<f32>(
      this.similarities + 4 * word,
      isRun ? (shared as f32) / (patternSize as f32) : scoreWord(start, length),
    )
  }
}

function scoreWord(start: usize, length: u32): f32 {
  // Texts with long words are scored without profiles.
  if (length > MAX_COUNTED) return 0
  const end = start + 4 * length
  startSimilarity(length)
  appendTrigrams(start, end)
  const similarity = endSimilarity()
  return computeBestExtent(start, end) > similarity ? -similarity : similarity
}
