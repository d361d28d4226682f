import { listTrigrams, splitWords } from '../../src/core/resident/text/trigrams.ts'
import type { TextPattern } from '../../src/core/resident/text/word-similarity.ts'

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
