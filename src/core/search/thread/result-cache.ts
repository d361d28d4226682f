import { LRUCache } from 'lru-cache'
import type { LiveTextIndex } from './live-text-index.ts'
import type { TextResult } from './text-result.ts'

/** Results of searches, by a key of the query. */
export interface ResultCache {
  /** Returns the result of the present state; undefined if it must be searched for. */
  find(key: string, live: LiveTextIndex): TextResult | undefined
  set(key: string, result: TextResult): void
  clear(): void
}

const MAX_RESULTS = 500
const MAX_BYTES = 48 * 1024 ** 2
/** About the size of a filter, the pattern and the key. */
const BASE_BYTES = 16 * 1024

/** Scoring more rows would take longer than a page may take. */
const MAX_UPDATED_ROWS = 5000

export function createResultCache(): ResultCache {
  const cached = new LRUCache<string, TextResult>({
    max: MAX_RESULTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => BASE_BYTES + bytes,
  })
  return {
    find(key, live) {
      const known = cached.get(key)
      if (!known) return undefined
      const { bytes } = known
      const isCurrent = known.update(live, MAX_UPDATED_ROWS)
      if (!isCurrent || known.bytes !== bytes) cached.delete(key)
      if (isCurrent && known.bytes !== bytes) cached.set(key, known)
      return isCurrent ? known : undefined
    },
    set: (key, result) => void cached.set(key, result),
    clear: () => cached.clear(),
  }
}
