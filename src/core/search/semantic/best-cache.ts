import { LRUCache } from 'lru-cache'
import type { SearchFilter } from '../search-filter.ts'
import type { LiveVectorIndex } from './live-vector-index.ts'
import type { SearchTarget } from './messages.ts'
import type { Best } from './rank-vectors.ts'

/** About 50 KB each. */
const MAX_ENTRIES = 100

/** What determines a ranking, apart from the state of the catalog. */
export interface RankingQuery {
  target: SearchTarget
  filter: SearchFilter
}

/** The best vectors of recent searches, for their next pages. They are valid until anything changes. */
export class BestCache {
  readonly #cached = new LRUCache<string, Best>({ max: MAX_ENTRIES })
  #index: LiveVectorIndex | undefined
  #version = 0

  get(index: LiveVectorIndex, query: RankingQuery): Best | undefined {
    if (this.#index !== index || this.#version !== index.version) this.clear()
    this.#index = index
    this.#version = index.version
    return this.#cached.get(toKey(query))
  }

  clear(): void {
    this.#cached.clear()
    this.#index = undefined
  }

  /** Adds the best vectors of the state for which `get` was called. */
  set(query: RankingQuery, best: Best): void {
    this.#cached.set(toKey(query), best)
  }
}

function toKey({ target, filter }: RankingQuery): string {
  const compared =
    'vector' in target
      ? Buffer.from(target.vector.slice().buffer).toString('base64')
      : [target.imageId, ...target.excluded].join()
  return `${compared} ${JSON.stringify(filter)}`
}
