import { LRUCache } from 'lru-cache'
import type { LiveTextIndex } from './live-text-index.ts'
import type { TextResult } from './text-result.ts'

/** Results of searches, by a key of the query. */
export interface ResultCache {
  /** Updates a result for a few milliseconds. Returns undefined if it must be searched for. */
  find(key: string, live: LiveTextIndex): { result: TextResult; isCurrent: boolean } | undefined
  set(key: string, result: TextResult): void
  clear(): void
}

const MAX_RESULTS = 500
const MAX_BYTES = 48 * 1024 ** 2
/** About the size of a filter, the pattern and the key. */
const BASE_BYTES = 16 * 1024

/** Scoring more rows again would take longer than many searches. */
const MAX_MISSING_CHANGES = 5000

export function createResultCache(): ResultCache {
  const cached = new LRUCache<string, TextResult>({
    max: MAX_RESULTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => BASE_BYTES + bytes,
  })
  return {
    find(key, live) {
      const result = cached.get(key)
      if (!result) return undefined
      const { bytes } = result
      const isLate = result.countMissing(live) > MAX_MISSING_CHANGES
      const state = isLate ? 'outdated' : result.update(live)
      if (state === 'outdated' || result.bytes !== bytes) cached.delete(key)
      if (state === 'outdated') return undefined
      if (result.bytes !== bytes) cached.set(key, result)
      return { result, isCurrent: state === 'current' }
    },
    set: (key, result) => void cached.set(key, result),
    clear: () => cached.clear(),
  }
}
