import { goalShared, goalValue, halfPenalty, NO_VALUE, UNIT } from './goal'
import { Buffer } from '../memory'
import { patternSize } from './pattern'
import { getTextEnd, MAX_REPEATS, NUMBER_MASK } from './record'
import { Stamps } from './stamps'
import { WordProfiles } from './word-profiles'

/*
 * Two quick tests whether extents of more than one word may exceed the goal. They never reject a text that has such an
 * extent; `goal.ts` defines the value of an extent, of which they compute upper bounds.
 *
 * Both need a lower bound of the number of distinct foreign trigrams in a run of words. Of each word, f is the number
 * of its foreign trigrams; the entry of the word says how many of its trigrams also occur in earlier words of the text
 * (e) and in later ones (l). The bound is the sum of f - (e + l) / 2, or 0 where that is negative. Proof: let a
 * trigram count one half in a word if no earlier word has it, and one half if no later word has it. In the whole text it counts 1,
 * so in a run of words it counts at most 1. The foreign trigrams of one word count f - (e + l) / 2 or more.
 *
 * Extents may begin and end within words. An extent that ends in a word holds the foreign trigrams before the first
 * shared one, at least; one that begins in a word those after the last shared one.
 */

/** Reads the four counts of a profile, see `WordProfiles.counts`. */
export function getShared(counts: u32): i32 {
  return counts & 255
}

export function getForeign(counts: u32): i32 {
  return (counts >> 8) & 255
}

export function getLeading(counts: u32): i32 {
  return (counts >> 16) & 255
}

export function getTrailing(counts: u32): i32 {
  return counts >> 24
}

/** Returns e + l of an entry; more than the trigrams of a word if one of them is not known. */
export function getRepeats(entry: u32): i32 {
  return load<i32>(repeats + 4 * (entry >> 24))
}

const repeats: usize = memory.data(4 * 256)
for (let bits: u32 = 0; bits < 256; bits++) {
  const earlier = bits & MAX_REPEATS
  const later = bits >> 4
  const isKnown = earlier < MAX_REPEATS && later < MAX_REPEATS
  store<u32>(repeats + 4 * bits, isKnown ? earlier + later : 0x1_0000)
}

/** Returns what foreign trigrams take from the value of an extent. */
export function getPenalty(foreign: i32, repeats: i32): i32 {
  return halfPenalty * max(0, 2 * foreign - repeats)
}

/**
 * Tests whether the sum of the values of consecutive words can exceed the goal: the maximum-subarray problem, solved by
 * Kadane's algorithm. A shared trigram counts in each word that has it.
 */
export function canReachBySum(header: usize, profiles: WordProfiles): bool {
  const allCounts = profiles.counts
  const penalty = halfPenalty
  const end = getTextEnd(header)
  const target = goalValue
  /** Greatest value of an extent that begins before this word and includes all words in between. */
  let value = NO_VALUE
  for (let at = header + 4; at < end; at += 4) {
    const entry = load<u32>(at)
    const counts = load<u32>(allCounts + 4 * (entry & NUMBER_MASK))
    const repeats = getRepeats(entry)
    const shared = UNIT * getShared(counts)
    if (value + shared - penalty * max(0, 2 * getLeading(counts) - repeats) >= target) return true
    value = max(
      value + shared - penalty * max(0, 2 * getForeign(counts) - repeats),
      shared - penalty * max(0, 2 * getTrailing(counts) - repeats),
    )
  }
  return false
}

/** In which word of a text each trigram of the pattern occurs last. */
const lastWords = new Stamps()

/** For each word, how many trigrams of the pattern occur in it first. */
const firstCounts = new Buffer()
/** The same for last, after one number without meaning. */
const lastCounts = new Buffer()

/**
 * Tests whether an extent can exceed the goal if it shares all trigrams that occur up to its last word, except those
 * that do not occur from its first word on. This counts each shared trigram once, but also those that occur before and
 * after the extent only.
 */
export function canReachByPrefix(header: usize, profiles: WordProfiles): bool {
  if (countFirstAndLast(header, profiles) < goalShared) return false
  const end = getTextEnd(header)
  /** The value of all words up to this one. */
  let prefix = 0
  /** Greatest addition of a start before this word: the foreign trigrams before it less those that end before it. */
  let bestStart = NO_VALUE
  let penalties = 0
  let ended = 0
  let n: usize = 0
  for (let at = header + 4; at < end; at += 4) {
    const entry = load<u32>(at)
    const counts = load<u32>(profiles.counts + 4 * (entry & NUMBER_MASK))
    const repeats = getRepeats(entry)
    const penalty = getPenalty(getForeign(counts), repeats)
    if (getShared(counts) > 0) {
      prefix += UNIT * load<u32>(firstCounts.start + n)
      const value = prefix - penalties - getPenalty(getLeading(counts), repeats)
      if (bestStart + value >= goalValue) return true
      bestStart = max(
        bestStart,
        penalties + penalty - getPenalty(getTrailing(counts), repeats) - ended,
      )
      ended += UNIT * load<u32>(lastCounts.start + n, 4)
    }
    penalties += penalty
    n += 4
  }
  return false
}

/** Fills `firstCounts` and `lastCounts` for the words of a text. @returns the number of shared trigrams */
function countFirstAndLast(header: usize, profiles: WordProfiles): u32 {
  const end = getTextEnd(header)
  const length = (end - header - 4) >> 2
  firstCounts.extend(4 * length)
  lastCounts.extend(4 * length + 4)
  const numbers = profiles.numbers.start
  const lasts = lastCounts.start
  const firstStamp = lastWords.take(length as u32, patternSize)
  const stamps = lastWords.start
  let total: u32 = 0
  let stamp = firstStamp
  for (let at = header + 4; at < end; at += 4, stamp++) {
    const word = load<u32>(at) & NUMBER_MASK
    const index = stamp - firstStamp
    const listStart = load<u32>(profiles.starts + 4 * word)
    const listEnd = load<u32>(profiles.starts + 4 * word, 4)
    let first: u32 = 0
    for (let n = listStart; n < listEnd; n++) {
      const place = stamps + 4 * (load<u16>(numbers + 2 * n) as usize)
      const earlier = load<u32>(place)
      // Without a branch, which would often be predicted wrongly.
      const isFirst = earlier < firstStamp
      const slot = lasts + 4 * (isFirst ? 0 : earlier - firstStamp + 1)
      store<u32>(slot, load<u32>(slot) - 1)
      first += isFirst ? 1 : 0
      store<u32>(place, stamp)
    }
    store<u32>(firstCounts.start + 4 * index, first)
    store<u32>(lasts + 4 * index, listEnd - listStart, 4)
    total += first
  }
  return total
}
