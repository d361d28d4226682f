import type { ImageFilter } from '../../queries/lists/images.ts'
import type { Lists } from '../../queries/lists/lists.ts'
import { readCatalogState } from '../../database/catalog-state.ts'
import { readNewestPublicChange } from '../../database/public-changes.ts'
import { askDatabase } from '../../queries/lists/ask-database.ts'
import type { Reads } from '../../database/store.ts'
import type { ListReaders } from './readers.ts'
import { createResultCache } from './result-cache.ts'

/** Up to this many images, the database finds a page as quickly, and the memory of a reader thread is saved. */
const SMALL_CATALOG_IMAGES = 2000

const MAX_RESULTS = 1000

/**
 * Caches results until the next change that affects lists. Most writes do not, such as those to jobs or sessions. The
 * lists of a large catalog are read by reader threads.
 */
export function createLists(reads: Reads, readers: ListReaders): Lists {
  const askSmall = askDatabase(reads)
  const cached = createResultCache(MAX_RESULTS)
  // A cache of their own, since a map asks for many.
  const cachedTiles = createResultCache(MAX_RESULTS)
  // The log of public changes changes more often than what other lists show.
  const cachedByChange = createResultCache(MAX_RESULTS)
  return {
    async ask(name, query) {
      const { newestChange, highestImage } = await readCatalogState(reads)
      const ask = highestImage > SMALL_CATALOG_IMAGES ? readers.ask : askSmall
      const key = JSON.stringify([name, query])
      if (isByChange(query)) {
        const newest = `${newestChange}-${await readNewestPublicChange(reads)}`
        return cachedByChange(newest, key, () => ask(name, query))
      }
      const cache = name === 'tile' ? cachedTiles : cached
      return cache(newestChange, key, () => ask(name, query))
    },
    async warmUp() {
      const { highestImage } = await readCatalogState(reads)
      if (highestImage > SMALL_CATALOG_IMAGES) await readers.loadColumnStore()
    },
  }
}

function isByChange(query: object | null): boolean {
  const filter: Pick<ImageFilter, 'modifiedSince'> =
    query !== null && 'filter' in query ? (query.filter as object) : { ...query }
  return filter.modifiedSince !== undefined
}
