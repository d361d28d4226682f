import { Buffer } from '../memory'
import { Stamps } from './stamps'
import { countWords, getWordEnd, getWordScripts, getWordStart, trigramCount } from './vocabulary'

/*
 * The texts of an image are one record of 32-bit numbers: its length, then the texts. A text is a header and one entry
 * for each word.
 *
 * The header holds the number of words in its lower 24 bits. The upper 8 bits hold half the number of distinct
 * trigrams, rounded up; 254 if there are more, and 255 if the text or a word is too long for the bounds.
 *
 * An entry holds the number of the word in its lower 24 bits. The next 4 bits hold how many distinct trigrams of the
 * word occur in an earlier word of the text as well, the upper 4 bits how many occur in a later one; 15 if there are
 * more.
 */

export const NUMBER_MASK: u32 = 0xff_ffff
export const MAX_REPEATS: u32 = 15

/** Longest word whose trigrams can be counted in 8 bits, in trigrams. */
export const MAX_COUNTED: u32 = 254
const TOO_LONG: u32 = 255
/** Most distinct trigrams of a text whose values can be summed up in 32 bits. */
const MAX_DISTINCT: u32 = 0xffff
const MAX_HALF_DISTINCT: u32 = 254

/** The address of the record of each row, 0 without texts. */
const records = new Buffer()

/** The scripts of the texts of each row, 32 bits each. */
const scripts = new Buffer()

export function countRows(): u32 {
  return (records.length >> 2) as u32
}

/** Returns the address of the record of a row; 0 if it has no texts. */
export function getRecord(row: u32): usize {
  return row < countRows() ? (load<u32>(records.start + 4 * row) as usize) : 0
}

/** Returns the scripts of all words of a row. */
export function getRowScripts(row: u32): u32 {
  return load<u32>(scripts.start + 4 * row)
}

/** Returns the address of the first text. */
export function getTexts(record: usize): usize {
  return record + 4
}

export function getRecordEnd(record: usize): usize {
  return record + 4 + 4 * load<u32>(record)
}

/** Returns the address after the last word of the text with this header. */
export function getTextEnd(header: usize): usize {
  return header + 4 + 4 * (load<u32>(header) & NUMBER_MASK)
}

/** Returns an upper bound of the number of distinct trigrams of a text. */
export function getMaxDistinct(header: usize): u32 {
  const half = load<u32>(header) >> 24
  return half >= MAX_HALF_DISTINCT ? u32.MAX_VALUE : 2 * half
}

export function isTooLong(header: usize): bool {
  return load<u32>(header) >> 24 === TOO_LONG
}

/**
 * Replaces the texts of a row.
 * @param texts headers and entries, `length` numbers; none removes the row
 */
export function storeRecord(row: u32, texts: usize, length: u32): void {
  records.extend(4 * (row + 1))
  scripts.extend(4 * (row + 1))
  const place = records.start + 4 * row
  const old = load<u32>(place)
  if (old !== 0) heap.free(old)
  if (length === 0) {
    store<u32>(place, 0)
    return
  }
  const record = heap.alloc(4 + 4 * length)
  store<u32>(record, length)
  memory.copy(record + 4, texts, 4 * length)
  store<u32>(place, record as u32)
  store<u32>(scripts.start + 4 * row, collectScripts(record))
}

function collectScripts(record: usize): u32 {
  let all: u32 = 0
  const recordEnd = getRecordEnd(record)
  for (let header = getTexts(record); header < recordEnd; header = getTextEnd(header)) {
    const end = getTextEnd(header)
    for (let at = header + 4; at < end; at += 4) {
      all |= getWordScripts(load<u32>(at) & NUMBER_MASK)
    }
  }
  return all
}

/** Completes the headers and entries of texts, which are numbers of words only. */
export function completeTexts(texts: usize, length: u32): void {
  for (let header = texts; header < texts + 4 * length; header = getTextEnd(header)) {
    completeText(header)
  }
}

/** Returns how many different words are in texts. */
export function countWordsInUse(): u32 {
  const size = countWords()
  const inUse = heap.alloc(size)
  memory.fill(inUse, 0, size)
  let count: u32 = 0
  for (let row: u32 = 0; row < countRows(); row++) {
    const record = getRecord(row)
    if (record === 0) continue
    const recordEnd = getRecordEnd(record)
    for (let header = getTexts(record); header < recordEnd; header = getTextEnd(header)) {
      const end = getTextEnd(header)
      for (let at = header + 4; at < end; at += 4) {
        const place = inUse + (load<u32>(at) & NUMBER_MASK)
        count += 1 - load<u8>(place)
        store<u8>(place, 1)
      }
    }
  }
  heap.free(inUse)
  return count
}

/** In which word of a text each trigram occurs last. */
const lastWords = new Stamps()

function completeText(header: usize): void {
  const length = load<u32>(header)
  let distinct: u32 = 0
  let tooLong = false
  const forward = lastWords.take(length, trigramCount)
  for (let n: u32 = 0; n < length; n++) {
    const entry = header + 4 + 4 * n
    const word = load<u32>(entry)
    const repeated = stampWord(word, forward, n)
    store<u32>(entry, word | (min(repeated, MAX_REPEATS) << 24))
    distinct += stampedFirst
    if (getWordEnd(word) - getWordStart(word) > 4 * MAX_COUNTED) tooLong = true
  }
  const backward = lastWords.take(length, trigramCount)
  for (let n: u32 = 0; n < length; n++) {
    const entry = header + 4 * (length - n)
    const repeated = stampWord(load<u32>(entry) & NUMBER_MASK, backward, n)
    store<u32>(entry, load<u32>(entry) | (min(repeated, MAX_REPEATS) << 28))
  }
  const half =
    tooLong || distinct > MAX_DISTINCT ? TOO_LONG : min((distinct + 1) >> 1, MAX_HALF_DISTINCT)
  store<u32>(header, length | (half << 24))
}

/** Number of trigrams that got their first stamp of a text by `stampWord`. */
let stampedFirst: u32 = 0

/** Stamps the trigrams of a word. @returns how many distinct ones had a stamp of another word of the text */
function stampWord(word: u32, first: u32, n: u32): u32 {
  let repeated: u32 = 0
  stampedFirst = 0
  const end = getWordEnd(word)
  for (let at = getWordStart(word); at < end; at += 4) {
    const trigram = load<u32>(at)
    const stamp = lastWords.get(trigram)
    if (stamp === first + n) continue
    if (stamp < first) stampedFirst++
    else repeated++
    lastWords.set(trigram, first + n)
  }
  return repeated
}
