import { Buffer } from '../memory'
import { estimateGroup, ROWS_PER_GROUP, ROWS_PER_SCORING, scoreFour } from './query'

/** One byte for each row, 1 for those to compare with the query, else 0. Padded with zeros to whole groups. */
const selected = new Buffer()

/** By row, the greatest similarity that is likely by the signs. Those of groups without a selected row are undefined. */
const estimates = new Buffer()

/** The greatest estimate of each group, -Infinity without a selected row. */
const peaks = new Buffer()

/** The rows that were scored, and their similarities by code: 32 bits each. */
const scoredRows = new Buffer()
const scores = new Buffer()

/** Prepares to compare rows. @returns where to write which: a byte for each row, 1 or 0 */
export function selectRows(count: u32): usize {
  const padded: usize = (count + ROWS_PER_GROUP - 1) & ~(ROWS_PER_GROUP - 1)
  estimates.length = 0
  estimates.append(4 * padded)
  peaks.length = 0
  peaks.append(4 * (padded / ROWS_PER_GROUP))
  selected.length = 0
  const start = selected.append(padded)
  memory.fill(start + count, 0, padded - count)
  return start
}

/** Prepares to score rows of the selection. */
export function clearScores(): void {
  scoredRows.length = 0
  scores.length = 0
}

/**
 * Estimates the similarities of the selected rows.
 * @param first a multiple of 32, as `end` is unless it is the number of rows
 * @param margin added to the sums of signs
 */
export function estimateRows(first: u32, end: u32, margin: f32): void {
  for (let row = first; row < end; row += ROWS_PER_GROUP) {
    let peak: f32 = -Infinity
    if (hasSelected(row)) {
      estimateGroup(row, margin, estimates.start + 4 * row)
      peak = hideUnselected(row)
    }
    store<f32>(peaks.start + 4 * (row / ROWS_PER_GROUP), peak)
  }
}

function hasSelected(group: u32): bool {
  const bytes = selected.start + group
  return v128.any_true(v128.or(v128.load(bytes), v128.load(bytes, 16)))
}

/** Replaces the estimates of those rows of a group that are not selected by -Infinity. @returns the greatest estimate */
function hideUnselected(group: u32): f32 {
  let greatest = f32x4.splat(-Infinity)
  for (let row = group; row < group + ROWS_PER_GROUP; row += 4) {
    const shorts = i16x8.extend_low_i8x16_u(v128.load32_splat(selected.start + row))
    const isHidden = i32x4.eq(i32x4.extend_low_i16x8_u(shorts), i32x4.splat(0))
    const at = estimates.start + 4 * row
    const four = v128.bitselect(f32x4.splat(-Infinity), v128.load(at), isHidden)
    v128.store(at, four)
    greatest = f32x4.pmax(greatest, four)
  }
  const pairs = f32x4.pmax(greatest, v128.shuffle<f32>(greatest, greatest, 2, 3, 0, 1))
  return max(f32x4.extract_lane(pairs, 0), f32x4.extract_lane(pairs, 1))
}

/** Returns the address of the greatest estimate of each group of 32 rows. */
export function getPeaks(): usize {
  return peaks.start
}

/** Scores the selected rows. @param first a multiple of 32, as `end` is unless it is the number of rows */
export function scoreRows(first: u32, end: u32): void {
  const start = scoredRows.length
  for (let group = first; group < end; group += ROWS_PER_GROUP) {
    if (hasSelected(group)) listSelected(group)
  }
  scoreFrom(start)
}

/** Adds the selected rows of a group to the scored ones. */
function listSelected(group: u32): void {
  const bytes = selected.start + group
  const first = i8x16.bitmask(i8x16.neg(v128.load(bytes))) as u32
  const second = i8x16.bitmask(i8x16.neg(v128.load(bytes, 16))) as u32
  listRows(group, first | (second << 16))
}

/** Adds rows of a group to the scored ones. @param bits one for each row */
function listRows(group: u32, bits: u32): void {
  const count: usize = 4 * (popcnt(bits) as usize)
  const end = scoredRows.append(count) + count
  for (let at = end - count; at < end; at += 4) {
    store<u32>(at, group + ctz(bits))
    bits &= bits - 1
  }
}

/**
 * Scores the rows whose estimates are at least `least` and less than `most`.
 * @param first a multiple of 32, as `end` is unless it is the number of rows
 */
export function scoreEstimated(first: u32, end: u32, least: f32, most: f32): void {
  const start = scoredRows.length
  for (let group = first; group < end; group += ROWS_PER_GROUP) {
    if (load<f32>(peaks.start + 4 * (group / ROWS_PER_GROUP)) >= least) {
      listEstimated(group, least, most)
    }
  }
  scoreFrom(start)
}

/** Adds those rows of a group to the scored ones whose estimates are at least `least` and less than `most`. */
function listEstimated(group: u32, least: f32, most: f32): void {
  const leasts = f32x4.splat(least)
  const mosts = f32x4.splat(most)
  const start = estimates.start + 4 * group
  let bits: u32 = 0
  for (let n: u32 = 0; n < ROWS_PER_GROUP; n += 4) {
    const four = v128.load(start + 4 * n)
    const isListed = v128.and(f32x4.ge(four, leasts), f32x4.lt(four, mosts))
    bits |= (i32x4.bitmask(isListed) as u32) << n
  }
  listRows(group, bits)
}

const BYTES_PER_SCORING: usize = 4 * ROWS_PER_SCORING

/** The last rows, if they are fewer than are scored together. */
const lastRows = heap.alloc(BYTES_PER_SCORING)
const lastScores = heap.alloc(BYTES_PER_SCORING)

/** Scores the rows that were added to `scoredRows` at this length. */
function scoreFrom(start: usize): void {
  const end = scoredRows.length
  scores.append(end - start)
  let at = start
  for (; at + BYTES_PER_SCORING <= end; at += BYTES_PER_SCORING) {
    scoreFour(scoredRows.start + at, scores.start + at)
  }
  if (at === end) return
  // Row 0 stands for those that are missing.
  memory.fill(lastRows, 0, BYTES_PER_SCORING)
  memory.copy(lastRows, scoredRows.start + at, end - at)
  scoreFour(lastRows, lastScores)
  memory.copy(scores.start + at, lastScores, end - at)
}

export function countScores(): u32 {
  return (scores.length >> 2) as u32
}

/** Returns the address of the rows that were scored. */
export function getScoredRows(): usize {
  return scoredRows.start
}

/** Returns the address of the scores of these rows. */
export function getScores(): usize {
  return scores.start
}
