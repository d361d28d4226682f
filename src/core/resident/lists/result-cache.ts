import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Longer queries, such as those with the images of a search, are kept by their digest. */
const MAX_KEY_LENGTH = 2000

/**
 * Caches results by query, until the number or name of the newest change differs.
 * @param max number of results
 */
export function createResultCache(max: number) {
  const cached = new LRUCache<string, Promise<unknown>>({ max })
  let cachedAt: number | string = 0
  return <Result>(change: number | string, query: string, find: () => Promise<Result>) => {
    const key = query.length > MAX_KEY_LENGTH ? hash('sha256', query) : query
    if (change !== cachedAt) cached.clear()
    cachedAt = change
    const known = cached.get(key)
    if (known) return known as Promise<Result>
    const result = find()
    // Caches the promise, so that concurrent equal queries share one result.
    cached.set(key, result)
    result.catch(() => cached.peek(key) === result && cached.delete(key))
    return result
  }
}
