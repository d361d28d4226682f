import { getCode, getFactor, getScale, getSigns } from './codes'
import { mean } from './signs'
import { size } from './size'

/** The query vector, in the form of each comparison. */

/** The code of the query: a signed number of 16 bits for each dimension. */
let code: usize = 0
let scale: f32 = 0

/** The length of the difference between the query and its code. */
let codeError: f32 = 0

/** Tables whose numbers are added as bytes. All vectors have a multiple of so many tables. */
const TABLES_PER_SUM: u32 = 4

/** For every four dimensions and each combination of signs, the sum of the query's numbers with these signs, as a byte. */
let tables: usize = 0
/** Sum of the absolute values of the query. */
let absoluteSum: f32 = 0
let tableScale: f32 = 0
let meanSimilarity: f32 = 0

export function configureQuery(): void {
  code = heap.alloc(2 * size)
  tables = heap.alloc(4 * size)
}

/** Sets the query to a rotated vector. @returns the length of the difference between the vector and its code */
export function encodeQuery(vector: usize): f32 {
  encodeNumbers(vector)
  fillTables(vector)
  meanSimilarity = 0
  for (let at: usize = 0; at < 4 * size; at += 4) {
    meanSimilarity += load<f32>(vector + at) * load<f32>(mean + at)
  }
  return codeError
}

function encodeNumbers(vector: usize): void {
  let greatest: f32 = 0
  for (let at: usize = 0; at < 4 * size; at += 4)
    greatest = max(greatest, abs(load<f32>(vector + at)))
  // Products with codes must not exceed 31 bits.
  const limit = min<u32>(32_767, 0x7fff_ffff / (127 * size)) as f32
  scale = greatest > 0 ? greatest / limit : 1
  let squares: f64 = 0
  for (let n: usize = 0; n < size; n++) {
    const number = load<f32>(vector + 4 * n)
    const rounded = nearest(number / scale)
    store<i16>(code + 2 * n, rounded as i16)
    const difference = number - rounded * scale
    squares += difference * difference
  }
  codeError = sqrt(squares) as f32
}

function fillTables(vector: usize): void {
  absoluteSum = 0
  let greatest: f32 = 0
  for (let at: usize = 0; at < 4 * size; at += 16) {
    let sum: f32 = 0
    for (let n: usize = 0; n < 16; n += 4) sum += abs(load<f32>(vector + at + n))
    absoluteSum += sum
    greatest = max(greatest, sum)
  }
  // The sum of the numbers from some tables must not exceed 8 bits, and that from all tables 16 bits.
  const limit = min<u32>(255 / TABLES_PER_SUM, 65_535 / (size >> 2)) as f32
  tableScale = greatest > 0 ? (2 * greatest) / limit : 1
  for (let at: usize = 0; at < 4 * size; at += 16) {
    for (let signs: u32 = 0; signs < 16; signs++) {
      let sum: f32 = 0
      // The sum of all absolute values is subtracted in the end, so that no number is negative.
      for (let bit: u32 = 0; bit < 4; bit++) {
        const number = load<f32>(vector + at + 4 * bit)
        sum += abs(number) + (signs & (1 << bit) ? number : -number)
      }
      store<u8>(tables + at + signs, nearest(sum / tableScale) as u8)
    }
  }
}

/** Rows that are scored together. */
export const ROWS_PER_SCORING: u32 = 4

/**
 * Stores the similarities of the query to the codes of four rows, as 32-bit floats. The codes are often far from each
 * other in memory. Reading them at the same time takes a third as long.
 * @param rows address of their numbers
 */
export function scoreFour(rows: usize, target: usize): void {
  const query = code
  const end: usize = size
  const first = getCode(load<u32>(rows))
  const second = getCode(load<u32>(rows, 4))
  const third = getCode(load<u32>(rows, 8))
  const fourth = getCode(load<u32>(rows, 12))
  let firstSums = i32x4.splat(0)
  let secondSums = i32x4.splat(0)
  let thirdSums = i32x4.splat(0)
  let fourthSums = i32x4.splat(0)
  for (let n: usize = 0; n < end; n += 8) {
    const numbers = v128.load(query + 2 * n)
    firstSums = i32x4.add(firstSums, i32x4.dot_i16x8_s(v128.load8x8_s(first + n), numbers))
    secondSums = i32x4.add(secondSums, i32x4.dot_i16x8_s(v128.load8x8_s(second + n), numbers))
    thirdSums = i32x4.add(thirdSums, i32x4.dot_i16x8_s(v128.load8x8_s(third + n), numbers))
    fourthSums = i32x4.add(fourthSums, i32x4.dot_i16x8_s(v128.load8x8_s(fourth + n), numbers))
  }
  storeScore(load<u32>(rows), firstSums, target)
  storeScore(load<u32>(rows, 4), secondSums, target + 4)
  storeScore(load<u32>(rows, 8), thirdSums, target + 8)
  storeScore(load<u32>(rows, 12), fourthSums, target + 12)
}

function storeScore(row: u32, sums: v128, target: usize): void {
  const pairs = i32x4.add(sums, v128.shuffle<i32>(sums, sums, 2, 3, 0, 1))
  const product = i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1)
  store<f32>(target, (product as f32) * (load<f32>(getScale(row)) * scale))
}

/** Rows whose signs lie together. */
export const ROWS_PER_GROUP: u32 = 32

/**
 * Estimates the similarities of the query to the rows of a group by their signs, as 32-bit floats.
 * @param first row of the group
 * @param margin added to each sum of signs
 */
export function estimateGroup(first: u32, margin: f32, target: usize): void {
  const signs = getSigns(first)
  const firstTable = tables
  const end: usize = 4 * size
  const nibble = i8x16.splat(15)
  const lowByte = i16x8.splat(255)
  let lowerEven = i16x8.splat(0)
  let lowerOdd = i16x8.splat(0)
  let upperEven = i16x8.splat(0)
  let upperOdd = i16x8.splat(0)
  for (let at: usize = 0; at < end; at += 16 * TABLES_PER_SUM) {
    let lower = i8x16.splat(0)
    let upper = i8x16.splat(0)
    for (let n: usize = 0; n < 16 * TABLES_PER_SUM; n += 16) {
      const bits = v128.load(signs + at + n)
      const table = v128.load(firstTable + at + n)
      const upperBits = v128.and(i16x8.shr_u(bits, 4), nibble)
      lower = i8x16.add(lower, i8x16.relaxed_swizzle(table, v128.and(bits, nibble)))
      upper = i8x16.add(upper, i8x16.relaxed_swizzle(table, upperBits))
    }
    lowerEven = i16x8.add(lowerEven, v128.and(lower, lowByte))
    lowerOdd = i16x8.add(lowerOdd, i16x8.shr_u(lower, 8))
    upperEven = i16x8.add(upperEven, v128.and(upper, lowByte))
    upperOdd = i16x8.add(upperOdd, i16x8.shr_u(upper, 8))
  }
  offset = margin - absoluteSum
  storeEstimates(getFactor(first), lowerEven, lowerOdd, target)
  storeEstimates(getFactor(first + 16), upperEven, upperOdd, target + 64)
}

/** Added to the sums of signs. */
let offset: f32 = 0

/** @param even the sums of the even rows, 16 bits each; `odd`: those of the odd rows */
function storeEstimates(factors: usize, even: v128, odd: v128, target: usize): void {
  storeEight(factors, v128.shuffle<u16>(even, odd, 0, 8, 1, 9, 2, 10, 3, 11), target)
  storeEight(factors + 32, v128.shuffle<u16>(even, odd, 4, 12, 5, 13, 6, 14, 7, 15), target + 32)
}

function storeEight(factors: usize, sums: v128, target: usize): void {
  storeFour(factors, i32x4.extend_low_i16x8_u(sums), target)
  storeFour(factors + 16, i32x4.extend_high_i16x8_u(sums), target + 16)
}

function storeFour(factors: usize, sums: v128, target: usize): void {
  const products = f32x4.mul(f32x4.convert_i32x4_u(sums), f32x4.splat(tableScale))
  const centered = f32x4.mul(f32x4.add(products, f32x4.splat(offset)), v128.load(factors))
  v128.store(target, f32x4.add(centered, f32x4.splat(meanSimilarity)))
}
