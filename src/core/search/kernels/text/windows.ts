import { getForeign, getLeading, getPenalty, getRepeats, getShared, getTrailing } from './bounds'
import { computeBestExtent, computeWordSimilarity } from './extent'
import { goal, goalValue, halfPenalty, NO_VALUE, raiseGoal, UNIT } from './goal'
import { Buffer } from './memory'
import { isShared, patternSize } from './pattern'
import { getTextEnd, NUMBER_MASK } from './record'
import { Stamps } from './stamps'
import { getWordEnd, getWordStart, trigramCount } from './vocabulary'
import { WordProfiles } from './word-profiles'

/**
 * How many trigrams are looked at in windows before the values are computed more exactly, or the whole text is scored.
 */
const ROUGH_EFFORT: u32 = 512
const EXACT_EFFORT: u32 = 4096

/** For each word before the present one, the sum of the values of trigrams that occur last in it. */
const values = new Buffer()
/** For each word, what an extent gains by beginning within it: foreign trigrams that it leaves out. */
const startGains = new Buffer()

/** In which word of the text each trigram occurs last, so far; and each trigram of the pattern, by its number. */
const lastWords = new Stamps()
const lastWordsOfShared = new Stamps()

/** Trigrams of a window or a text. */
const sequence = new Buffer()

/** Greatest similarity of the extents that exceeded the goal. */
let best: f32 = 0
/** How many trigrams may still be looked at. */
let effort: i32 = 0

/**
 * Raises the goal to the word similarity of a text if that is greater. A window is a pair of a first and a last word
 * in the text. An upper bound of its value is the sum over the trigrams of its words, each counted where it occurs last.
 * Windows of sufficient value are scored. The word similarity of a window is a lower bound of that of the text, and the
 * greatest similarity of all extents is an upper bound. Usually they are equal; otherwise the whole text is scored.
 */
export function scoreByWindows(header: usize, profiles: WordProfiles): void {
  best = 0
  effort = ROUGH_EFFORT
  tryAllWindows(header, profiles, false)
  if (effort < 0) {
    effort = EXACT_EFFORT
    tryAllWindows(header, profiles, true)
  }
  if (effort < 0 || best > goal) raiseGoal(scoreWords(header + 4, getTextEnd(header)))
}

/** @param isExact counts each foreign trigram once, instead of using a lower bound of their number */
function tryAllWindows(header: usize, profiles: WordProfiles, isExact: bool): void {
  const start = header + 4
  const length = getTextEnd(header) - start
  values.extend(length)
  startGains.extend(length)
  const words = (length >> 2) as u32
  const firstStamp = isExact
    ? lastWords.take(words, trigramCount)
    : lastWordsOfShared.take(words, patternSize)
  for (let at: usize = 0; at < length && effort >= 0; at += 4) {
    const entry = load<u32>(start + at)
    const word = entry & NUMBER_MASK
    const counts = load<u32>(profiles.counts + 4 * word)
    const repeats = isExact ? 0 : getRepeats(entry)
    const penalty = getPenalty(getForeign(counts), repeats)
    const hasUniqueTrigrams = entry >> 24 === 0
    const value = hasUniqueTrigrams
      ? UNIT * getShared(counts) - penalty
      : isExact
        ? moveTrigrams(word, firstStamp, at)
        : moveShared(word, firstStamp, at, profiles) - penalty
    store<i32>(values.start + at, value)
    if (getShared(counts) === 0) store<i32>(startGains.start + at, NO_VALUE)
    else {
      store<i32>(startGains.start + at, penalty - getPenalty(getTrailing(counts), repeats))
      tryWord(start + at, counts, profiles)
      tryWindows(start, at, value + penalty - getPenalty(getLeading(counts), repeats))
    }
  }
}

/** Lets the trigrams of a word count in it and no longer in earlier words. @returns the sum of their values */
function moveTrigrams(word: u32, firstStamp: u32, at: usize): i32 {
  const stamp = firstStamp + ((at >> 2) as u32)
  const end = getWordEnd(word)
  let sum = 0
  for (let next = getWordStart(word); next < end; next += 4) {
    const trigram = load<u32>(next)
    const earlier = lastWords.get(trigram)
    if (earlier === stamp) continue
    const value = isShared(trigram) ? UNIT : -2 * halfPenalty
    if (earlier >= firstStamp) takeValue(earlier - firstStamp, value)
    lastWords.set(trigram, stamp)
    sum += value
  }
  return sum
}

/** Does the same with the shared trigrams of a word only. */
function moveShared(word: u32, firstStamp: u32, at: usize, profiles: WordProfiles): i32 {
  const stamp = firstStamp + ((at >> 2) as u32)
  const start = load<u32>(profiles.starts + 4 * word)
  const end = load<u32>(profiles.starts + 4 * word, 4)
  for (let n = start; n < end; n++) {
    const number = load<u16>(profiles.numbers.start + 2 * n)
    const earlier = lastWordsOfShared.get(number)
    if (earlier >= firstStamp) takeValue(earlier - firstStamp, UNIT)
    lastWordsOfShared.set(number, stamp)
  }
  return UNIT * (end - start)
}

function takeValue(word: u32, value: i32): void {
  const place = values.start + 4 * word
  store<i32>(place, load<i32>(place) - value)
}

/** Tries extents within a word, if PostgreSQL may find a better one than in the word alone. */
function tryWord(entry: usize, counts: u32, profiles: WordProfiles): void {
  if (UNIT * getShared(counts) < goalValue) return
  const word = load<u32>(entry) & NUMBER_MASK
  if (load<f32>(profiles.similarities + 4 * word) < 0) tryWindow(entry, entry)
}

/** Tries the windows that end with a word. @param value that of the word, without foreign trigrams at its end */
function tryWindows(start: usize, at: usize, value: i32): void {
  // A longer window has at most the trigrams of the pattern more.
  const least = goalValue - UNIT * (patternSize as i32)
  for (let first = at; first > 0 && value >= least;) {
    first -= 4
    value += load<i32>(values.start + first)
    if (value + load<i32>(startGains.start + first) >= goalValue) {
      tryWindow(start + first, start + at)
      if (effort < 0) return
    }
  }
}

/** Scores the extents that begin in one word and end in another, given by their entries. */
function tryWindow(first: usize, last: usize): void {
  copyTrigrams(first, last + 4)
  const count = (sequence.length >> 2) as u32
  effort -= count
  if (effort < 0) return
  const startsEnd = countTrigrams(first)
  const endsStart = count - countTrigrams(last)
  const similarity = computeBestExtent(sequence.start, count, startsEnd, endsStart)
  if (similarity <= goal) return
  best = max(best, similarity)
  raiseGoal(computeWordSimilarity(sequence.start, count))
}

function countTrigrams(entry: usize): u32 {
  const word = load<u32>(entry) & NUMBER_MASK
  return ((getWordEnd(word) - getWordStart(word)) >> 2) as u32
}

/** Computes the word similarity of a run of words. */
export function scoreWords(start: usize, end: usize): f32 {
  copyTrigrams(start, end)
  return computeWordSimilarity(sequence.start, (sequence.length >> 2) as u32)
}

function copyTrigrams(start: usize, end: usize): void {
  sequence.length = 0
  for (let at = start; at < end; at += 4) {
    const word = load<u32>(at) & NUMBER_MASK
    const first = getWordStart(word)
    const bytes = getWordEnd(word) - first
    memory.copy(sequence.append(bytes), first, bytes)
  }
}
