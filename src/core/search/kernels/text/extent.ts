import { Buffer } from './memory'
import { isShared, patternSize } from './pattern'
import { Stamps } from './stamps'
import { trigramCount } from './vocabulary'

/*
 * An extent is a run of trigrams. It is as similar to the pattern as the number of distinct trigrams that it shares
 * with the pattern, divided by the number of distinct trigrams of both together, in single precision. Trigrams that
 * are not in the pattern are foreign.
 */

/**
 * An extent is a linked list of groups, which are numbered in their order. Each group is a run of shared trigrams and the run of foreign
 * ones that follows. Its numbers, 32 bits each: the shared trigrams whose last occurrence in the extent is in this group,
 * the foreign ones, the next group, and the previous one.
 */
const groups = new Buffer()
const GROUP_SIZE: usize = 16

/** In which group each trigram occurs last. */
const lastGroups = new Stamps()

/** The present extent: its first and its last group, and the sums of their trigrams. */
let first: u32 = 0
let last: u32 = 0
let shared: i32 = 0
let foreign: i32 = 0

/**
 * Computes the word similarity of trigrams exactly as PostgreSQL does. That tries an extent for each shared trigram,
 * which is its end. From one to the next, its start moves only forward, to where the extent is most similar. It is where a group
 * begins: an extent that begins with a foreign trigram becomes more similar without it, and one that begins
 * within a run of shared trigrams with more of them. `word-similarity.ts` says all this in fewer words.
 *
 * Two facts let searches avoid this function:
 * - It never returns less for a text than for a run of trigrams of it. Where the run begins, the start that moved
 *   through the whole text lies at or before the start that moved through the run only, and it stays so: at each
 *   end, the text has all starts to choose from that the run has. If it chooses one that the run could choose, the run
 *   chooses the same.
 * - It never returns more than the greatest similarity of all extents.
 */
export function computeWordSimilarity(trigrams: usize, count: u32): f32 {
  groups.extend(GROUP_SIZE * (count + 1))
  const base = lastGroups.take(count + 1, trigramCount)
  first = 0
  last = 0
  shared = 0
  foreign = 0
  let best: f32 = 0
  let isAfterForeign = true
  for (let n: u32 = 0; n < count; n++) {
    const trigram = load<u32>(trigrams + 4 * n)
    const isEnd = isShared(trigram)
    if (!isEnd && shared === 0) continue
    if (isEnd && isAfterForeign) appendGroup()
    isAfterForeign = !isEnd
    appendTrigram(trigram, isEnd, base)
    if (isEnd) best = max(best, moveStart())
  }
  return best
}

function getGroup(number: u32): usize {
  return groups.start + GROUP_SIZE * number
}

/** Appends an empty group. The first one has the number 1. */
function appendGroup(): void {
  const number = last + 1
  store<u32>(getGroup(last), number, 8)
  const group = getGroup(number)
  store<u64>(group, 0)
  store<u32>(group, last, 12)
  last = number
  if (first === 0) first = number
}

/** Appends a trigram to the last group. @param base the stamp of group 0 */
function appendTrigram(trigram: u32, isShared: bool, base: u32): void {
  const offset: usize = isShared ? 0 : 4
  const stamp = lastGroups.get(trigram)
  lastGroups.set(trigram, base + last)
  const place = getGroup(last) + offset
  store<i32>(place, load<i32>(place) + 1)
  if (stamp >= base + first) removeTrigram(stamp - base, offset)
  else if (isShared) shared++
  else foreign++
}

/** Takes from a group a trigram that occurs again, and joins the group with the previous one if it shares none any more. */
function removeTrigram(number: u32, offset: usize): void {
  const group = getGroup(findJoined(number))
  const left = load<i32>(group + offset) - 1
  store<i32>(group + offset, left)
  if (left === 0 && offset === 0 && group !== getGroup(first)) joinPrevious(group)
}

/** Stands for the number of shared trigrams of a group that was joined with the previous one. */
const JOINED: i32 = -1

/** Moves the foreign trigrams of a group, where no extent begins any more, to the previous group. */
function joinPrevious(group: usize): void {
  const next = load<u32>(group, 8)
  const previous = load<u32>(group, 12)
  const place = getGroup(previous)
  store<i32>(place, load<i32>(place, 4) + load<i32>(group, 4), 4)
  store<u32>(place, next, 8)
  store<u32>(getGroup(next), previous, 12)
  store<i32>(group, JOINED)
}

/** Returns the group that a group is part of now. Halves the path for the next time. */
function findJoined(number: u32): u32 {
  while (load<i32>(getGroup(number)) === JOINED) {
    const previous = load<u32>(getGroup(number), 12)
    if (load<i32>(getGroup(previous)) !== JOINED) return previous
    const next = load<u32>(getGroup(previous), 12)
    store<u32>(getGroup(number), next, 12)
    number = next
  }
  return number
}

/** Moves the start of the extent to where it is most similar, the first such place. @returns the similarity */
function moveStart(): f32 {
  let best = divide(shared, foreign)
  let sharedLeft = shared
  let foreignLeft = foreign
  for (let number = first; number !== last;) {
    const group = getGroup(number)
    sharedLeft -= load<i32>(group)
    // Further on, no extent is more similar, even without foreign trigrams.
    if (divide(sharedLeft, 0) <= best) break
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

/**
 * Computes the greatest similarity of all extents that start before `startsEnd` and end at or after `endsStart`, except some that are
 * less similar than longer ones. All are positions in the trigrams.
 */
export function computeBestExtent(
  trigrams: usize,
  count: u32,
  startsEnd: u32,
  endsStart: u32,
): f32 {
  let best: f32 = 0
  let isAfterShared: bool = false
  for (let start: u32 = 0; start < startsEnd; start++) {
    const isStart = isShared(load<u32>(trigrams + 4 * start))
    if (isStart && !isAfterShared) {
      best = max(best, computeBestEnd(trigrams + 4 * start, count - start, endsStart - start))
    }
    isAfterShared = isStart
  }
  return best
}

/** In which extent each trigram occurs last. */
const lastExtents = new Stamps()

/** Computes the greatest similarity of the extents that start with the first trigram. */
function computeBestEnd(trigrams: usize, count: u32, endsStart: i32): f32 {
  const stamp = lastExtents.take(1, trigramCount)
  let shared: i32 = 0
  let foreign: i32 = 0
  let best: f32 = 0
  for (let end: u32 = 0; end < count; end++) {
    const trigram = load<u32>(trigrams + 4 * end)
    if (lastExtents.get(trigram) === stamp) continue
    lastExtents.set(trigram, stamp)
    if (!isShared(trigram)) foreign++
    else {
      shared++
      if ((end as i32) >= endsStart) best = max(best, divide(shared, foreign))
    }
  }
  return best
}

function divide(shared: i32, foreign: i32): f32 {
  return (shared as f32) / ((patternSize + foreign) as f32)
}
