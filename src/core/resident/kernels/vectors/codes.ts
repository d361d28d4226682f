import { Buffer } from '../memory'
import { size } from './size'

/** Rows whose codes are allocated at once. */
const ROWS_PER_BLOCK: u32 = 256

/**
 * Rows whose signs and factors are allocated at once. Every search reads them all, which takes half as long if they follow
 * each other.
 */
const ROWS_PER_SIGN_BLOCK: u32 = 16_384

/** In bytes. Codes that start there lie in as few cache lines as possible. */
const CACHE_LINE: usize = 64

const MAX_CODE: f32 = 127

/** The addresses of the blocks of codes. */
const codeBlocks = new Buffer()

/** The addresses of the blocks of signs. Each has the factors, then the signs. */
const signBlocks = new Buffer()

/** By row, a 32-bit float. */
const scales = new Buffer()

/** Allocates rows without a vector. */
export function reserveRows(count: u32): void {
  reserveBlocks(codeBlocks, count, ROWS_PER_BLOCK, size)
  reserveBlocks(signBlocks, count, ROWS_PER_SIGN_BLOCK, 4 + (size >> 3))
  const blocks = (codeBlocks.length >> 2) as u32
  scales.extend(4 * ROWS_PER_BLOCK * blocks)
}

function reserveBlocks(addresses: Buffer, count: u32, rows: u32, bytesOfRow: u32): void {
  const bytes: usize = rows * bytesOfRow
  while (rows * ((addresses.length >> 2) as u32) < count) {
    const block = (heap.alloc(bytes + CACHE_LINE) + CACHE_LINE - 1) & ~(CACHE_LINE - 1)
    memory.fill(block, 0, bytes)
    store<u32>(addresses.append(4), block as u32)
  }
}

/** Returns the address of the code of a row: a signed byte for each dimension. */
export function getCode(row: u32): usize {
  return getBlock(codeBlocks, row / ROWS_PER_BLOCK) + (row % ROWS_PER_BLOCK) * size
}

/**
 * Returns the address of what the numbers of a code are multiplied by, a 32-bit float; 0 without a vector. Those of all
 * rows follow each other.
 */
export function getScale(row: u32): usize {
  return scales.start + 4 * row
}

/** Returns the address of the factor that turns the sum of signs into a similarity, a 32-bit float. */
export function getFactor(row: u32): usize {
  return getBlock(signBlocks, row / ROWS_PER_SIGN_BLOCK) + 4 * (row % ROWS_PER_SIGN_BLOCK)
}

/** Returns the address of the signs of the group of 32 rows that the row belongs to. */
export function getSigns(row: u32): usize {
  const group = (row % ROWS_PER_SIGN_BLOCK) >> 5
  const block = getBlock(signBlocks, row / ROWS_PER_SIGN_BLOCK)
  return block + 4 * ROWS_PER_SIGN_BLOCK + 4 * group * size
}

function getBlock(addresses: Buffer, number: u32): usize {
  return load<u32>(addresses.start + 4 * number)
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
