import { getForeign, getLeading, getShared, getTrailing } from './bounds'
import { computeBestExtent, computeWordSimilarity } from './extent'
import { goal, goalValue, halfPenalty, NO_VALUE, raiseGoal, UNIT } from './goal'
import { Buffer } from './memory'
import { isShared, patternSize } from './pattern'
import { getTextEnd, NUMBER_MASK } from './record'
import { Stamps } from './stamps'
import { getWordEnd, getWordStart, trigramCount } from './vocabulary'
import { WordProfiles } from './word-profiles'

/** After so many windows, or with longer ones, scoring the whole text is quicker. */
const MAX_WINDOWS: u32 = 16
const MAX_WINDOW_WORDS: u32 = 64

/** For each word before the present one, the sum of the values of trigrams that occur last in it. */
const values = new Buffer()
/** What an extent gains by beginning within a word: foreign trigrams that it leaves out. */
const startGains = new Buffer()

/** In which word of the text each trigram occurs last, so far. */
const lastWords = new Stamps()

/** Trigrams of a window or a text. */
const sequence = new Buffer()

let best: f32 = 0
let windows: u32 = 0

/**
 * Raises the goal to the word similarity of a text if that is greater. A window is a pair of a first and a last word
 * in the text. Its value, at most, is the sum over the trigrams of its words, each counted where it occurs last.
 * Windows of sufficient value are scored. The word similarity of a window is a lower bound of that of the text, and the
 * greatest similarity of all extents is an upper bound. Usually they are equal; otherwise the whole text is scored.
 */
export function scoreByWindows(header: usize, profiles: WordProfiles): void {
  const start = header + 4
  const length = getTextEnd(header) - start
  values.extend(length)
  startGains.extend(length)
  best = 0
  windows = 0
  const firstStamp = lastWords.take((length >> 2) as u32, trigramCount)
  for (let at: usize = 0; at < length && windows <= MAX_WINDOWS; at += 4) {
    const entry = load<u32>(start + at)
    const counts = load<u32>(profiles.counts + 4 * (entry & NUMBER_MASK))
    const value = sumWord(entry, counts, at, firstStamp)
    store<i32>(values.start + at, value)
    if (getShared(counts) === 0) store<i32>(startGains.start + at, NO_VALUE)
    else {
      const foreign = getForeign(counts)
      store<i32>(startGains.start + at, 2 * halfPenalty * (foreign - getTrailing(counts)))
      tryWord(start + at, counts, profiles)
      tryWindows(start, at, value + 2 * halfPenalty * (foreign - getLeading(counts)))
    }
  }
  if (windows > MAX_WINDOWS || best > goal) raiseGoal(scoreWords(start, start + length))
}

/** Returns the value of a word in the text so far, in which its trigrams count here and no longer in earlier words. */
function sumWord(entry: u32, counts: u32, at: usize, firstStamp: u32): i32 {
  const penalty = 2 * halfPenalty
  // No trigram of the word occurs in another one.
  if (entry >> 24 === 0) return UNIT * getShared(counts) - penalty * getForeign(counts)
  const stamp = firstStamp + ((at >> 2) as u32)
  const word = entry & NUMBER_MASK
  const end = getWordEnd(word)
  let sum = 0
  for (let next = getWordStart(word); next < end; next += 4) {
    const trigram = load<u32>(next)
    const earlier = lastWords.get(trigram)
    if (earlier === stamp) continue
    const value = isShared(trigram) ? UNIT : -penalty
    if (earlier >= firstStamp) {
      const place = values.start + 4 * ((earlier - firstStamp) as usize)
      store<i32>(place, load<i32>(place) - value)
    }
    lastWords.set(trigram, stamp)
    sum += value
  }
  return sum
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
      if (windows > MAX_WINDOWS) return
    }
  }
}

/** Scores the extents that begin in one word and end in another, given by their entries. */
function tryWindow(first: usize, last: usize): void {
  windows += last - first > 4 * MAX_WINDOW_WORDS ? MAX_WINDOWS + 1 : 1
  if (windows > MAX_WINDOWS) return
  copyTrigrams(first, last + 4)
  const count = (sequence.length >> 2) as u32
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
