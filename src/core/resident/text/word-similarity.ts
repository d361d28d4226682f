import { listTrigrams, splitWords } from './trigrams.ts'

/** Pattern of a search: the distinct trigrams of all its words. */
export type TextPattern = ReadonlySet<number>

export function parsePattern(text: string): TextPattern {
  return new Set(splitWords(text).flatMap(listTrigrams))
}

/** Tells whether a search with this threshold finds a text of this similarity, both as PostgreSQL compares them. */
export function isWithinThreshold(similarity: number, threshold: number): boolean {
  return Math.fround(1 - similarity) < threshold
}

/** Returns the greatest similarity that a search with this threshold doesn't find. */
export function findGreatestOutside(threshold: number): number {
  const similarity = new Float32Array([1])
  // The bits of positive floating-point numbers have the order of the numbers.
  const bits = new Uint32Array(similarity.buffer)
  let [low, high] = [0, bits[0] ?? 0]
  while (low < high) {
    bits[0] = Math.ceil((low + high) / 2)
    if (isWithinThreshold(similarity[0] ?? 0, threshold)) high = bits[0] - 1
    else low = bits[0]
  }
  bits[0] = low
  return similarity[0] ?? 0
}
