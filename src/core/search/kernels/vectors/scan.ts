import { Buffer } from '../memory'
import { estimateGroup, ROWS_PER_GROUP, score } from './query'

/** One byte for each row, 1 for those to compare with the query, else 0. Padded with zeros to whole groups. */
const selected = new Buffer()

/** By row: the greatest similarity that is likely by the signs, -Infinity for rows that are not compared. */
const estimates = new Buffer()

/** Rows that may be worth scoring, and their estimates: 32 bits each. */
const listedRows = new Buffer()
const listedEstimates = new Buffer()

/** The rows that were scored, and their similarities by code: 32 bits each. */
const scoredRows = new Buffer()
const scores = new Buffer()

/** Prepares to compare rows. @returns where to write which: a byte for each row, 1 or 0 */
export function selectRows(count: u32): usize {
  const padded: usize = (count + ROWS_PER_GROUP - 1) & ~(ROWS_PER_GROUP - 1)
  listedRows.length = 0
  listedEstimates.length = 0
  scoredRows.length = 0
  scores.length = 0
  estimates.length = 0
  estimates.append(4 * padded)
  selected.length = 0
  const start = selected.append(padded)
  memory.fill(start + count, 0, padded - count)
  return start
}

/**
 * Estimates the similarities of the selected rows.
 * @param first a multiple of 32, as `end` is unless it is the number of rows
 * @param margin added to the sums of signs
 */
export function estimateRows(first: u32, end: u32, margin: f32): void {
  for (let row = first; row < end; row += ROWS_PER_GROUP) {
    const bytes = selected.start + row
    const target = estimates.start + 4 * row
    if (v128.any_true(v128.or(v128.load(bytes), v128.load(bytes, 16)))) {
      estimateGroup(row, margin, target)
    }
    for (let n: usize = 0; n < ROWS_PER_GROUP; n += 4) hideUnselected(bytes + n, target + 4 * n)
  }
}

/** Replaces the estimates of those of four rows that are not selected. */
function hideUnselected(bytes: usize, target: usize): void {
  const shorts = i16x8.extend_low_i8x16_u(v128.load32_splat(bytes))
  const isHidden = i32x4.eq(i32x4.extend_low_i16x8_u(shorts), i32x4.splat(0))
  v128.store(target, v128.bitselect(f32x4.splat(-Infinity), v128.load(target), isHidden))
}

/** Returns the address of the estimates of all rows. */
export function getEstimates(): usize {
  return estimates.start
}

/** Scores the selected rows. @param first a multiple of 32, as `end` is unless it is the number of rows */
export function scoreRows(first: u32, end: u32): void {
  for (let group = first; group < end; group += ROWS_PER_GROUP) {
    const bytes = selected.start + group
    if (!v128.any_true(v128.or(v128.load(bytes), v128.load(bytes, 16)))) continue
    for (let n: u32 = 0; n < ROWS_PER_GROUP; n++) {
      if (load<u8>(bytes + n) !== 0) addScore(group + n)
    }
  }
}

/** Lists rows whose estimates are at least `least` and less than `most`. @param first a multiple of 4 */
export function listEstimated(first: u32, end: u32, least: f32, most: f32): void {
  const leasts = f32x4.splat(least)
  for (let four = first; four < end; four += 4) {
    const at = estimates.start + 4 * four
    if (!v128.any_true(f32x4.ge(v128.load(at), leasts))) continue
    for (let n: u32 = 0; n < 4; n++) {
      const estimate = load<f32>(at + 4 * n)
      if (estimate < least || estimate >= most) continue
      store<u32>(listedRows.append(4), four + n)
      store<f32>(listedEstimates.append(4), estimate)
    }
  }
}

export function countListed(): u32 {
  return (listedRows.length >> 2) as u32
}

/** Returns the address of the estimates of the listed rows. */
export function getListedEstimates(): usize {
  return listedEstimates.start
}

/** Scores those listed rows whose estimates are at least `least` and less than `most`. */
export function scoreListed(first: u32, end: u32, least: f32, most: f32): void {
  for (let at: usize = 4 * first; at < 4 * end; at += 4) {
    const estimate = load<f32>(listedEstimates.start + at)
    if (estimate >= least && estimate < most) addScore(load<u32>(listedRows.start + at))
  }
}

function addScore(row: u32): void {
  store<u32>(scoredRows.append(4), row)
  store<f32>(scores.append(4), score(row))
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
