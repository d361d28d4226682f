import { Buffer } from '../memory'
import { Stamps } from './stamps'

/**
 * The trigrams of all words, in the order of each word and with repetitions. Words and trigrams are known by their
 * numbers.
 */
const trigrams = new Buffer()

/** For each word, and for the word after the last, where its trigrams begin. */
const starts = new Buffer()
store<u32>(starts.append(4), 0)

/** Number of distinct trigrams of each word, at most 255, in 8 bits. */
const distinctCounts = new Buffer()

/** Number of different trigrams. */
export let trigramCount: u32 = 0

/**
 * The scripts of each trigram and of each word, 32 bits each: a bit for each Unicode block of characters other than
 * ASCII, though several blocks share a bit. A trigram has those of the word in which it occurred first, and a word has
 * those of all of its trigrams: so whatever has a trigram has the scripts of the trigram.
 */
const trigramScripts = new Buffer()
const wordScripts = new Buffer()

/** In which word each trigram occurs last, among those that were counted. */
const words = new Stamps()

export function countWords(): u32 {
  return distinctCounts.length as u32
}

/**
 * Adds a word, which gets the next number.
 * @param source its trigrams, which may be the first ones with their numbers
 * @param scripts those of its characters
 */
export function addWord(source: usize, count: u32, scripts: u32): void {
  let distinct: u32 = 0
  let allScripts: u32 = 0
  for (let n: u32 = 0; n < count; n++) {
    const trigram = load<u32>(source + 4 * n)
    for (; trigramCount <= trigram; trigramCount++) store<u32>(trigramScripts.append(4), scripts)
    allScripts |= getTrigramScripts(trigram)
  }
  store<u32>(wordScripts.append(4), allScripts)
  const stamp = words.take(1, trigramCount)
  for (let n: u32 = 0; n < count; n++) {
    const trigram = load<u32>(source + 4 * n)
    if (words.get(trigram) !== stamp) distinct++
    words.set(trigram, stamp)
  }
  memory.copy(trigrams.append(4 * count), source, 4 * count)
  store<u32>(starts.append(4), (trigrams.length >> 2) as u32)
  store<u8>(distinctCounts.append(1), min(distinct, 255) as u8)
}

export function getTrigramScripts(trigram: u32): u32 {
  return load<u32>(trigramScripts.start + 4 * trigram)
}

export function getWordScripts(word: u32): u32 {
  return load<u32>(wordScripts.start + 4 * word)
}

/** Returns how many distinct trigrams a word has, at most 255. */
export function getDistinctCount(word: u32): u32 {
  return load<u8>(distinctCounts.start + word)
}

/** Returns the address of the first trigram of a word. */
export function getWordStart(word: u32): usize {
  return trigrams.start + 4 * load<u32>(starts.start + 4 * word)
}

/** Returns the address after the last trigram of a word, where the next word starts. */
export function getWordEnd(word: u32): usize {
  return getWordStart(word + 1)
}
