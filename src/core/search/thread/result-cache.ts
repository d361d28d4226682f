import { LRUCache } from 'lru-cache'
import { listChangedRows, updateResult, type CachedResult } from './cached-result.ts'
import type { LiveTextIndex } from './live-text-index.ts'

/** Results of searches, which are updated instead of discarded when images change. */
export interface ResultCache {
  /** Returns the current result of a search; undefined if it must be searched for. */
  find(key: string, live: LiveTextIndex): CachedResult | undefined
  set(key: string, result: CachedResult): void
  clear(): void
}

const MAX_RESULTS = 500
const MAX_BYTES = 48 * 1024 ** 2
/** About the size of a filter, the pattern and the key. */
const BASE_BYTES = 16 * 1024

/** Scoring more rows would take longer than a page may take. */
const MAX_UPDATED_ROWS = 5000

export function createResultCache(): ResultCache {
  const cached = new LRUCache<string, CachedResult>({
    max: MAX_RESULTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ ranking }) => BASE_BYTES + 8 * ranking.rows.length,
  })
  return {
    find(key, live) {
      const known = cached.get(key)
      if (!known) return undefined
      const rows = listChangedRows(known.scope, live)
      if (!rows || rows.length > MAX_UPDATED_ROWS) {
        cached.delete(key)
        return undefined
      }
      const updated = updateResult(known, rows, live)
      cached.set(key, updated)
      return updated
    },
    set: (key, result) => void cached.set(key, result),
    clear: () => cached.clear(),
  }
}
