import { Buffer } from '../memory'
import { size } from './size'

/** Rows whose codes are allocated at once. */
export const ROWS_PER_BLOCK: u32 = 256

const MAX_CODE: f32 = 127

/** The addresses of the blocks. Each has the codes, then the scales, then the factors and the signs. */
const blocks = new Buffer()

/** Allocates blocks of rows without a vector. */
export function reserveRows(count: u32): void {
  const bytes: usize = ROWS_PER_BLOCK * (size + 8 + (size >> 3))
  while (ROWS_PER_BLOCK * ((blocks.length >> 2) as u32) < count) {
    const block = heap.alloc(bytes)
    memory.fill(block, 0, bytes)
    store<u32>(blocks.append(4), block as u32)
  }
}

function getBlock(row: u32): usize {
  return load<u32>(blocks.start + 4 * (row / ROWS_PER_BLOCK))
}

/** Returns the address of the code of a row: a signed byte for each dimension. Those of its block follow each other. */
export function getCode(row: u32): usize {
  return getBlock(row) + (row % ROWS_PER_BLOCK) * size
}

/** Returns the address of what the numbers of a code are multiplied by, a 32-bit float; 0 without a vector. */
export function getScale(row: u32): usize {
  return getBlock(row) + ROWS_PER_BLOCK * size + 4 * (row % ROWS_PER_BLOCK)
}

/** Returns the address of the factor that turns the sum of signs into a similarity, a 32-bit float. */
export function getFactor(row: u32): usize {
  return getScale(row) + 4 * ROWS_PER_BLOCK
}

/** Returns the address of the signs of the group of 32 rows that the row belongs to. */
export function getSigns(row: u32): usize {
  const group = (row % ROWS_PER_BLOCK) >> 5
  return getBlock(row) + ROWS_PER_BLOCK * (size + 8) + group * 4 * size
}

/** Encodes a rotated vector. @returns whether it has a finite length greater than 0 */
export function encode(row: u32, vector: usize): bool {
  const scale = findGreatest(vector) / MAX_CODE
  if (!(scale > 0 && scale < Infinity)) return false
  const inverse = f32x4.splat(1 / scale)
  const code = getCode(row)
  for (let n: usize = 0; n < size; n += 8) {
    const first = quantize(vector + 4 * n, inverse)
    const second = quantize(vector + 4 * n + 16, inverse)
    const shorts = i16x8.narrow_i32x4_s(first, second)
    v128.store64_lane(code + n, i8x16.narrow_i16x8_s(shorts, shorts), 0)
  }
  store<f32>(getScale(row), scale)
  return true
}

/** Returns the greatest absolute value. */
function findGreatest(vector: usize): f32 {
  let greatest = f32x4.splat(0)
  for (let at: usize = 0; at < 4 * size; at += 16) {
    greatest = f32x4.max(greatest, f32x4.abs(v128.load(vector + at)))
  }
  const pairs = f32x4.max(greatest, v128.shuffle<f32>(greatest, greatest, 2, 3, 0, 1))
  return max(f32x4.extract_lane(pairs, 0), f32x4.extract_lane(pairs, 1))
}

function quantize(numbers: usize, inverse: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(numbers), inverse)))
}
