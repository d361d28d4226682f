import { Buffer } from '../memory'
import { isShared, patternSize } from './pattern'
import { Stamps } from './stamps'
import { trigramCount } from './vocabulary'

/*
 * An extent is a run of trigrams. It is as similar to the pattern as the number of distinct trigrams that it shares
 * with the pattern, divided by the number of distinct trigrams of both together, in single precision. Trigrams that
 * are not in the pattern are foreign.
 *
 * Word similarity is the greatest similarity of those extents that PostgreSQL tries: one for each shared trigram of the
 * text, which is its end. From one to the next, the start moves only forward, to where the extent is most similar,
 * the first such place. The readable version is `computeWordSimilarity` in `test/support/word-similarity.ts`. Here, trigrams are taken in
 * runs of shared and of foreign ones:
 * - Only ends of shared runs are tried. Until there, each further trigram makes all extents more similar, later starts
 *   no less than earlier ones. So the best start moves only forward, and the last extent is the best.
 * - Only starts of shared runs are tried. Without its first trigrams, an extent is more similar if these are foreign, and less if
 *   they are shared.
 * - A trigram counts where it occurs last in the extent. If it occurs again, it doesn't matter where before.
 *
 * Two facts let a search avoid all this:
 * - The word similarity of a text is not less than that of a run of its trigrams. At the first shared trigram of the
 *   run, the start in the text is not after that in the run, and it stays so: at each end, the text has all starts to
 *   choose from that the run has. If it chooses one of these, so does the run.
 * - The word similarity is at most the greatest similarity of all extents.
 */

/**
 * The extent as a linked list of groups. A group is a shared run and the foreign run that follows. It has four
 * numbers of 32 bits: how many shared and how many foreign trigrams occur last in it, the next group, and the previous
 * one. Groups are numbered from 1 on in the order of the text.
 */
const groups = new Buffer()
const GROUP_SIZE: usize = 16

/** In which group each trigram occurs last. */
const lastGroups = new Stamps()
/** The stamp of group 0. */
let baseStamp: u32 = 0

/** First and last group of the extent, 0 before the first shared trigram. */
let first: u32 = 0
let last: u32 = 0
/** Numbers of distinct trigrams of the extent. */
let shared: i32 = 0
let foreign: i32 = 0
/** Whether the last trigram is a shared one. */
let isInSharedRun: bool = false

let best: f32 = 0

/** Starts with a text or a word of at most so many trigrams. */
export function startSimilarity(count: u32): void {
  baseStamp = lastGroups.take(count + 1, trigramCount)
  groups.extend(GROUP_SIZE)
  first = 0
  last = 0
  shared = 0
  foreign = 0
  isInSharedRun = false
  best = 0
}

/** Appends trigrams, those of a word or a run of words. */
export function appendTrigrams(start: usize, end: usize): void {
  for (let at = start; at < end; at += 4) {
    const trigram = load<u32>(at)
    if (isShared(trigram)) {
      if (!isInSharedRun) appendGroup()
      isInSharedRun = true
      if (isNew(trigram, 0)) shared++
    } else if (last !== 0) {
      endSharedRun()
      if (isNew(trigram, 4)) foreign++
    }
  }
}

/** Appends distinct foreign trigrams that occur nowhere else in the text. */
export function appendForeign(count: u32): void {
  if (last === 0) return
  endSharedRun()
  addToGroup(last, 4, count)
  foreign += count
}

/** Returns the word similarity of what was appended. */
export function endSimilarity(): f32 {
  endSharedRun()
  return best
}

function getGroup(number: u32): usize {
  return groups.start + GROUP_SIZE * number
}

function appendGroup(): void {
  const previous = last
  last++
  groups.extend(GROUP_SIZE * (last + 1))
  store<u32>(getGroup(previous), last, 8)
  const group = getGroup(last)
  store<u64>(group, 0)
  store<u32>(group, previous, 12)
  if (first === 0) first = last
}

function addToGroup(number: u32, offset: usize, count: i32): void {
  const place = getGroup(number) + offset
  store<i32>(place, load<i32>(place) + count)
}

/**
 * Lets a trigram count in the last group.
 * @param offset of its kind of trigrams in a group
 * @returns whether the extent did not have it
 */
function isNew(trigram: u32, offset: usize): bool {
  const stamp = lastGroups.get(trigram)
  lastGroups.set(trigram, baseStamp + last)
  addToGroup(last, offset, 1)
  if (stamp < baseStamp + first) return true
  const number = stamp - baseStamp
  addToGroup(number, offset, -1)
  if (load<u64>(getGroup(number)) === 0) unlinkGroup(number)
  return false
}

/** Removes an empty group, so that the time for a text that repeats few trigrams is bounded. */
function unlinkGroup(number: u32): void {
  const next = load<u32>(getGroup(number), 8)
  if (number === first) first = next
  else {
    const previous = load<u32>(getGroup(number), 12)
    store<u32>(getGroup(previous), next, 8)
    store<u32>(getGroup(next), previous, 12)
  }
}

function endSharedRun(): void {
  if (!isInSharedRun) return
  isInSharedRun = false
  best = max(best, moveStart())
}

/** Moves the start of the extent to where it is most similar. @returns the similarity */
function moveStart(): f32 {
  let best = divide(shared, foreign)
  let sharedLeft = shared
  let foreignLeft = foreign
  for (let number = first; number !== last;) {
    const group = getGroup(number)
    sharedLeft -= load<i32>(group)
    foreignLeft -= load<i32>(group, 4)
    number = load<u32>(group, 8)
    const similarity = divide(sharedLeft, foreignLeft)
    if (similarity > best) {
      best = similarity
      first = number
      shared = sharedLeft
      foreign = foreignLeft
    }
  }
  return best
}

function divide(shared: i32, foreign: i32): f32 {
  return (shared as f32) / ((patternSize + foreign) as f32)
}

/** In which extent each trigram occurs last. */
const lastExtents = new Stamps()

/** Computes the greatest similarity of all extents of a word. */
export function computeBestExtent(start: usize, end: usize): f32 {
  let best: f32 = 0
  for (let at = start; at < end; at += 4) {
    if (isShared(load<u32>(at))) best = max(best, computeBestEnd(at, end))
  }
  return best
}

/** Computes the greatest similarity of the extents that begin with the first trigram. */
function computeBestEnd(start: usize, end: usize): f32 {
  const stamp = lastExtents.take(1, trigramCount)
  let shared: i32 = 0
  let foreign: i32 = 0
  let best: f32 = 0
  for (let at = start; at < end; at += 4) {
    const trigram = load<u32>(at)
    if (lastExtents.get(trigram) === stamp) continue
    lastExtents.set(trigram, stamp)
    if (isShared(trigram)) {
      shared++
      best = max(best, divide(shared, foreign))
    } else foreign++
  }
  return best
}
