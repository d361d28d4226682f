import { listTrigrams, splitWords } from './trigrams.ts'

/** Pattern of a search: the distinct trigrams of all its words. */
export type TextPattern = ReadonlySet<number>

export function parsePattern(text: string): TextPattern {
  return new Set(splitWords(text).flatMap(listTrigrams))
}

/** Returns the trigrams of all words of a text, in its order and with repetitions. */
export function listTextTrigrams(text: string): number[] {
  return splitWords(text).flatMap(listTrigrams)
}

/**
 * Computes `word_similarity(pattern, text)` of PostgreSQL's pg_trgm: the similarity of the pattern and the most
 * similar extent of the text. An extent is a run of trigrams. Its similarity is the number of distinct trigrams that
 * it shares with the pattern, divided by the number of distinct trigrams of both together.
 *
 * Extents end at a shared trigram. PostgreSQL doesn't try all starts: from one end to the next, the start only moves
 * forward, to the trigram where the similarity is greatest. A greater similarity may be missed by that, and here it
 * must be missed in the same way.
 * @returns 0 to 1 in single precision
 */
export function computeWordSimilarity(pattern: TextPattern, trigrams: readonly number[]): number {
  let best = 0
  let extent = createExtent()
  for (const [position, trigram] of trigrams.entries()) {
    const isShared = pattern.has(trigram)
    if (extent.start < 0 && !isShared) continue
    if (extent.start < 0) extent.start = position
    append(extent, trigram, position, isShared)
    if (!isShared) continue
    extent = moveStart(extent, position, pattern, trigrams)
    best = Math.max(best, getSimilarity(extent, pattern))
  }
  return best
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

interface Extent {
  /** Position of the first trigram, or -1 before the first shared trigram. */
  start: number
  /** Numbers of distinct trigrams. */
  distinct: number
  shared: number
  /** Last position of each trigram of the extent. */
  last: Map<number, number>
}

function createExtent(): Extent {
  return { start: -1, distinct: 0, shared: 0, last: new Map() }
}

function append(extent: Extent, trigram: number, position: number, isShared: boolean): void {
  if (!extent.last.has(trigram)) {
    extent.distinct++
    if (isShared) extent.shared++
  }
  extent.last.set(trigram, position)
}

/** Returns the most similar of the extents that have the same end. The first one wins a tie. */
function moveStart(
  extent: Extent,
  end: number,
  pattern: TextPattern,
  trigrams: readonly number[],
): Extent {
  const shrinking = { ...extent }
  let best = { ...extent }
  for (let start = extent.start; start < end; start++) {
    const trigram = trigrams[start] ?? 0
    if (extent.last.get(trigram) === start) {
      shrinking.distinct--
      if (pattern.has(trigram)) shrinking.shared--
    }
    shrinking.start = start + 1
    if (getSimilarity(shrinking, pattern) > getSimilarity(best, pattern)) best = { ...shrinking }
  }
  for (let left = extent.start; left < best.start; left++) {
    const trigram = trigrams[left] ?? 0
    if (extent.last.get(trigram) === left) extent.last.delete(trigram)
  }
  return best
}

function getSimilarity({ distinct, shared }: Extent, pattern: TextPattern): number {
  return Math.fround(shared / (pattern.size + distinct - shared))
}
