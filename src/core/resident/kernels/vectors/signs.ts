import { getCode, getFactor, getScale, getSigns } from './codes'
import { allocateVector, size } from './size'

/**
 * For each dimension whether a vector is greater there than the mean of all vectors. A group of 32 rows has 16 bytes for
 * every four dimensions: the four bits of the rows 0 to 15 in the lower halves of the bytes, those of the rows 16 to 31 in
 * the upper halves.
 */

/** The mean of the rotated vectors. */
export let mean: usize = 0

/** The sum of the vectors that were added to the next mean. */
let sum: usize = 0

export function configureSigns(): void {
  mean = allocateVector()
  sum = allocateVector()
}

/** Adds rows to the next mean. */
export function addToMean(first: u32, end: u32): void {
  for (let row = first; row < end; row++) {
    const code = getCode(row)
    const scale = f32x4.splat(load<f32>(getScale(row)))
    for (let n: usize = 0; n < size; n += 4) {
      const at = sum + 4 * n
      v128.store(at, f32x4.add(v128.load(at), f32x4.mul(loadFour(code + n), scale)))
    }
  }
}

/** Replaces the mean by that of the vectors that were added. The signs of all rows must be derived again. */
export function replaceMean(count: u32): void {
  const factor = f32x4.splat(1 / (count as f32))
  for (let at: usize = 0; at < 4 * size; at += 16) {
    v128.store(mean + at, f32x4.mul(v128.load(sum + at), factor))
    v128.store(sum + at, f32x4.splat(0))
  }
}

/** Converts the next four numbers of a code. */
function loadFour(code: usize): v128 {
  const shorts = i16x8.extend_low_i8x16_s(v128.load32_splat(code))
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(shorts))
}

/** Derives the signs of rows from their codes. */
export function deriveSigns(first: u32, end: u32): void {
  for (let row = first; row < end; row++) deriveRow(row)
}

function deriveRow(row: u32): void {
  const code = getCode(row)
  const scale = f32x4.splat(load<f32>(getScale(row)))
  const shift: u32 = row & 16 ? 4 : 0
  const others: u32 = 0xf0 >> shift
  let at = getSigns(row) + (row & 15)
  let squares = f32x4.splat(0)
  let absolutes = f32x4.splat(0)
  for (let n: usize = 0; n < size; n += 4) {
    const centered = f32x4.sub(f32x4.mul(loadFour(code + n), scale), v128.load(mean + 4 * n))
    squares = f32x4.add(squares, f32x4.mul(centered, centered))
    absolutes = f32x4.add(absolutes, f32x4.abs(centered))
    const bits = i32x4.bitmask(f32x4.gt(centered, f32x4.splat(0))) as u32
    store<u8>(at, (load<u8>(at) & others) | (bits << shift))
    at += 16
  }
  const total = addLanes(absolutes)
  // The signs times this factor are a vector with the same product with the centered one as this itself has.
  store<f32>(getFactor(row), total > 0 ? addLanes(squares) / total : 0)
}

function addLanes(sums: v128): f32 {
  const pairs = f32x4.add(sums, v128.shuffle<f32>(sums, sums, 2, 3, 0, 1))
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1)
}
