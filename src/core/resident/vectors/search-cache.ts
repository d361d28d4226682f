import { LRUCache } from 'lru-cache'
import type { Bitmap } from '../columns/bitmap.ts'
import type { ImageSearchFilter } from '../../queries/searches/search-filter.ts'
import type { LiveVectorIndex } from './live-vector-index.ts'
import type { SearchTarget } from './messages.ts'
import type { Best } from './rank-vectors.ts'

/** About 50 KB each, or 5 KB if only the first pages were needed. */
const MAX_BEST = 100

/** One byte for each image. */
const MAX_SELECTIONS = 4

/** Target and filter, which determine a ranking in one state of the catalog. */
export interface RankingQuery {
  target: SearchTarget
  filter: ImageSearchFilter
}

/** Results of recent searches, valid until anything changes. */
export class SearchCache {
  readonly #best = new LRUCache<string, Best>({ max: MAX_BEST })
  readonly #selections = new LRUCache<string, Bitmap>({ max: MAX_SELECTIONS })
  #index: LiveVectorIndex | undefined
  #version = 0

  /** Clears the cache if the index has changed. */
  update(index: LiveVectorIndex): void {
    if (this.#index !== index || this.#version !== index.version) this.clear()
    this.#index = index
    this.#version = index.version
  }

  clear(): void {
    this.#best.clear()
    this.#selections.clear()
    this.#index = undefined
  }

  /** Returns the best vectors of a search, for its next pages. */
  getBest(query: RankingQuery): Best | undefined {
    return this.#best.get(toKey(query))
  }

  setBest(query: RankingQuery, best: Best): void {
    this.#best.set(toKey(query), best)
  }

  /** Returns the images that pass a filter. Most searches have the same one, or none. */
  select(filter: ImageSearchFilter, select: () => Bitmap): Bitmap {
    const key = JSON.stringify(filter)
    const selected = this.#selections.get(key) ?? select()
    this.#selections.set(key, selected)
    return selected
  }
}

function toKey({ target, filter }: RankingQuery): string {
  const compared =
    'vector' in target
      ? Buffer.from(target.vector.slice().buffer).toString('base64')
      : [target.imageId, ...target.excluded].join()
  return `${compared} ${JSON.stringify(filter)}`
}
