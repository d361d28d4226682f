import { createResults, type CheckResult } from './check-result.ts'

/** A search index that was saved. */
interface SavedIndex {
  name: string
  /** Estimated bytes in memory. */
  used: number
  /** Setting with which PostgreSQL replaces the index: `CATALOG_VECTORS=pgvector`. */
  instead: string
}

/**
 * Checks whether the search indexes will fit in their memory.
 * @param max bytes that each may use
 * @param almostFull the share from which on it warns
 */
export function checkSearchMemory(
  indexes: readonly SavedIndex[],
  { max, almostFull }: { max: number; almostFull: number },
): CheckResult[] {
  const { warning } = createResults('search')
  return indexes
    .filter(({ used }) => used >= almostFull * max)
    .map(({ name, used, instead }) => {
      const share = Math.round((100 * used) / max)
      const message = `The ${name} takes about ${share}% of its memory. When it does not fit, searches fail with 503.`
      return warning(
        message,
        `Raise CATALOG_SEARCH_MEMORY (at most 4 GiB), or use PostgreSQL with ${instead}.`,
      )
    })
}
