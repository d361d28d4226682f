import { readCatalogState } from '../../database/catalog-state.ts'
import type { Reads } from '../../database/store.ts'
import { listQueryWords } from '../../model/search/word-spellings.ts'
import type { IdPage } from '../../queries/lists/list-ids.ts'
import { findByWords } from '../../queries/searches/find-images.ts'
import type { TextSearch } from '../../queries/searches/text-search.ts'
import { createResultCache } from '../lists/result-cache.ts'

/** Finds the images that a map of the results of a search shows. */
export interface PlacedSearch {
  /**
   * Finds those of which one text has all words.
   * @param text undefined for a map of all images
   * @param client identifies the client, whose searches run one after the other
   * @throws CatalogError kind `unavailable` if the search takes too long or too many wait
   */
  find(text: string | undefined, client: string): Promise<IdPage | undefined>
}

const MAX_RESULTS = 50

/** Searches once for all tiles of a map, and again after the next change that affects lists. */
export function createPlacedSearch(
  reads: Reads,
  textSearch: Pick<TextSearch, 'find'>,
): PlacedSearch {
  const cached = createResultCache(MAX_RESULTS)
  return {
    async find(text, client) {
      if (text === undefined) return undefined
      const { newestChange } = await readCatalogState(reads)
      const query = { words: listQueryWords(text), filter: { georeferenced: true } }
      // Several requests wait for it, so it goes on if one of them disconnects.
      const { signal } = new AbortController()
      return cached(newestChange, text, () => findByWords(textSearch, query, { client, signal }))
    },
  }
}
