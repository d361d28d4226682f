import { Buffer } from './memory'
import { isShared, patternSize } from './pattern'
import { Stamps } from './stamps'
import { trigramCount } from './vocabulary'

/*
 * An extent is a run of trigrams. It is as similar to the pattern as the number of distinct trigrams that it shares
 * with the pattern, divided by the number of distinct trigrams of both together, in single precision. Trigrams that
 * are not in the pattern are foreign.
 */

/** Where each trigram occurs last in an extent. */
const lastPositions = new Stamps()

/**
 * Links between the positions of an extent where a trigram occurs last, in order: the positions before and after each,
 * 32 bits each. Positions count from 1, so that 0 is before the first and after the last one.
 */
const links = new Buffer()

/**
 * Computes the word similarity of trigrams exactly as PostgreSQL does, which moves the start of the extent only
 * forward: at each shared trigram, to where the extent that ends there is most similar. `word-similarity.ts` says the
 * same more readably. This one leaves out positions whose trigram occurs again in the extent: beginning
 * after them makes no difference.
 *
 * Two facts let searches avoid this function:
 * - It never returns less for a text than for a run of trigrams of it. Where the run begins, the start that moved
 *   through the whole text lies at or before the start that moved through the run only, and it stays so: at each
 *   end, the text has all starts to choose from that the run has. If it chooses one that the run could choose, the run
 *   chooses the same.
 * - It never returns more than the greatest similarity of all extents.
 */
export function computeWordSimilarity(trigrams: usize, count: u32): f32 {
  links.extend(8 * count + 8)
  const base = lastPositions.take(count + 1, trigramCount)
  setNext(0, 0)
  setPrevious(0, 0)
  shared = 0
  foreign = 0
  let best: f32 = 0
  for (let end: u32 = 1; end <= count; end++) {
    const trigram = load<u32>(trigrams + 4 * end - 4)
    const isEnd = isShared(trigram)
    if (!isEnd && getNext(0) === 0) continue
    const last = lastPositions.get(trigram)
    if (last > base) unlink(last - base)
    else if (isEnd) shared++
    else foreign++
    lastPositions.set(trigram, base + end)
    append(end)
    if (isEnd) best = max(best, moveStart(trigrams, end))
  }
  return best
}

/** Numbers of trigrams of the extent. */
let shared: i32 = 0
let foreign: i32 = 0

/** Moves the start of the extent to where it is most similar. @returns the similarity */
function moveStart(trigrams: usize, end: u32): f32 {
  const oldStart = getNext(0)
  let bestStart = oldStart
  let best = divide(shared, foreign)
  let sharedLeft = shared
  let foreignLeft = foreign
  for (let start = oldStart; start !== end;) {
    if (isShared(load<u32>(trigrams + 4 * start - 4))) sharedLeft--
    else foreignLeft--
    start = getNext(start)
    const similarity = divide(sharedLeft, foreignLeft)
    if (similarity > best) {
      best = similarity
      bestStart = start
      shared = sharedLeft
      foreign = foreignLeft
    }
  }
  for (let start = oldStart; start !== bestStart; start = getNext(start)) {
    lastPositions.set(load<u32>(trigrams + 4 * start - 4), 0)
  }
  setNext(0, bestStart)
  setPrevious(bestStart, 0)
  return best
}

function append(position: u32): void {
  const last = getPrevious(0)
  setNext(last, position)
  setPrevious(position, last)
  setNext(position, 0)
  setPrevious(0, position)
}

function unlink(position: u32): void {
  const previous = getPrevious(position)
  const next = getNext(position)
  setNext(previous, next)
  setPrevious(next, previous)
}

function getPrevious(position: u32): u32 {
  return load<u32>(links.start + 8 * position)
}

function setPrevious(position: u32, previous: u32): void {
  store<u32>(links.start + 8 * position, previous)
}

function getNext(position: u32): u32 {
  return load<u32>(links.start + 8 * position, 4)
}

function setNext(position: u32, next: u32): void {
  store<u32>(links.start + 8 * position, next, 4)
}

/**
 * Computes the greatest similarity of all extents that start before `startsEnd` and end at or after `endsStart`.
 * All are positions in the trigrams.
 */
export function computeBestExtent(
  trigrams: usize,
  count: u32,
  startsEnd: u32,
  endsStart: u32,
): f32 {
  let best: f32 = 0
  for (let start: u32 = 0; start < startsEnd; start++) {
    if (isShared(load<u32>(trigrams + 4 * start))) {
      best = max(best, computeBestEnd(trigrams + 4 * start, count - start, endsStart - start))
    }
  }
  return best
}

/** Computes the greatest similarity of the extents that start with the first trigram. */
function computeBestEnd(trigrams: usize, count: u32, endsStart: i32): f32 {
  const stamp = lastPositions.take(1, trigramCount)
  let shared: i32 = 0
  let foreign: i32 = 0
  let best: f32 = 0
  for (let end: u32 = 0; end < count; end++) {
    const trigram = load<u32>(trigrams + 4 * end)
    if (lastPositions.get(trigram) === stamp) continue
    lastPositions.set(trigram, stamp)
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
