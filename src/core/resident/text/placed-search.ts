import { MAX_MAPPED_RESULTS } from '../../base/limits.ts'
import { readCatalogState } from '../../database/catalog-state.ts'
import type { Reads } from '../../database/store.ts'
import { listQueryWords } from '../../model/search/word-spellings.ts'
import type { TextSearch } from '../../queries/searches/text-search.ts'
import { createResultCache } from '../lists/result-cache.ts'

/** The images on the map of which one text has all words. */
export interface PlacedWords {
  /** The best matches first, at most `MAX_MAPPED_RESULTS`. */
  ids: readonly number[]
  /** Number of all of them. */
  count: number
}

/** Finds the images that a map of the results of a search shows. */
export interface PlacedSearch {
  /**
   * @param text undefined for a map of all images
   * @param client identifies the client, whose searches run one after the other
   * @throws CatalogError kind `unavailable` if the search takes too long or too many wait
   */
  find(text: string | undefined, client: string): Promise<PlacedWords | undefined>
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
      return cached(newestChange, text, () => search(textSearch, text, client))
    },
  }
}

async function search(
  textSearch: Pick<TextSearch, 'find'>,
  text: string,
  client: string,
): Promise<PlacedWords> {
  const words = listQueryWords(text)
  if (words.length === 0) return { ids: [], count: 0 }
  const query = {
    text: words.flat().join(' '),
    threshold: 1,
    filter: { georeferenced: true },
    whole: { words, isFound: true },
    page: { number: 1, size: MAX_MAPPED_RESULTS },
  }
  // Several requests wait for it, so it goes on if one of them disconnects.
  const { hits, count } = await textSearch.find(query, client, new AbortController().signal)
  return { ids: hits.map(({ imageId }) => imageId), count }
}
