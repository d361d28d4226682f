import { Buffer } from '../memory'
import { trigramCount } from './vocabulary'

/** For each trigram its number in the pattern, from 1 on; 0 if it is not in the pattern. */
const numbers = new Buffer()

/** Number of different trigrams of the pattern, including those that are in no text. */
export let patternSize: u32 = 0

/**
 * Selects the pattern that all functions compare with, until `clearPattern`.
 * @param size number of different trigrams, including those that are in no text
 */
export function selectPattern(trigrams: usize, count: u32, size: u32): void {
  numbers.extend(2 * trigramCount)
  patternSize = size
  for (let n: u32 = 0; n < count; n++) {
    store<u16>(numbers.start + 2 * load<u32>(trigrams + 4 * n), (n + 1) as u16)
  }
}

export function clearPattern(trigrams: usize, count: u32): void {
  for (let n: u32 = 0; n < count; n++) {
    store<u16>(numbers.start + 2 * load<u32>(trigrams + 4 * n), 0)
  }
}

/** Returns the number of a trigram in the pattern, from 1 on; 0 if it is foreign. */
export function getPatternNumber(trigram: u32): u32 {
  return load<u16>(numbers.start + 2 * trigram)
}

export function isShared(trigram: u32): bool {
  return getPatternNumber(trigram) !== 0
}
