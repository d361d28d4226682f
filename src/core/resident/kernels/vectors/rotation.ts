import { allocateVector, size } from './size'

/**
 * A rotation that spreads each dimension over many others: random changes of signs, then a Walsh-Hadamard transform.
 * Models have dimensions that are always large. Without the rotation, these would leave few of the 8 bits to the
 * others, and the signs would say little. It changes no angle between vectors.
 */

/** Most dimensions that one transform mixes: the greatest power of two. */
let span: u32 = 0

/** 1 or -1 for each dimension, before each transform. */
let flips: usize = 0
let otherFlips: usize = 0

export function configureRotation(): void {
  span = 1 << (31 - clz(size))
  flips = allocateVector()
  otherFlips = allocateVector()
  let state: u32 = 0x9e37_79b9
  for (let at: usize = 0; at < 4 * size; at += 4) {
    state = shuffleBits(state)
    store<f32>(flips + at, state & 1 ? 1 : -1)
    store<f32>(otherFlips + at, state & 2 ? 1 : -1)
  }
}

/** A step of the random numbers xorshift32. */
function shuffleBits(state: u32): u32 {
  state ^= state << 13
  state ^= state >> 17
  return state ^ (state << 5)
}

/** Rotates a vector in place. */
export function rotate(vector: usize): void {
  multiplyBy(vector, flips)
  transform(vector)
  if (span === size) return
  multiplyBy(vector, otherFlips)
  transform(vector + 4 * (size - span))
}

function multiplyBy(vector: usize, factors: usize): void {
  for (let at: usize = 0; at < 4 * size; at += 16) {
    v128.store(vector + at, f32x4.mul(v128.load(vector + at), v128.load(factors + at)))
  }
}

/** A Walsh-Hadamard transform of as many numbers as possible, which keeps the length of the vector. */
function transform(numbers: usize): void {
  const end = numbers + 4 * span
  const factor = f32x4.splat((1 / sqrt(span as f64)) as f32)
  for (let at = numbers; at < end; at += 16) {
    v128.store(at, f32x4.mul(transformFour(v128.load(at)), factor))
  }
  for (let step: usize = 16; step < 4 * span; step *= 2) {
    for (let start = numbers; start < end; start += 2 * step) addAndSubtract(start, step)
  }
}

function transformFour(four: v128): v128 {
  const signs = f32x4(1, -1, 1, -1)
  const otherSigns = f32x4(1, 1, -1, -1)
  const neighbors = v128.shuffle<f32>(four, four, 1, 0, 3, 2)
  const pairs = f32x4.add(f32x4.mul(four, signs), neighbors)
  const halves = v128.shuffle<f32>(pairs, pairs, 2, 3, 0, 1)
  return f32x4.add(f32x4.mul(pairs, otherSigns), halves)
}

/** Replaces numbers and those `step` bytes after them by their sums and differences. */
function addAndSubtract(start: usize, step: usize): void {
  for (let at = start; at < start + step; at += 16) {
    const first = v128.load(at)
    const second = v128.load(at + step)
    v128.store(at, f32x4.add(first, second))
    v128.store(at + step, f32x4.sub(first, second))
  }
}
