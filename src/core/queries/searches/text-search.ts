import type { DecadeCount } from '../../edtf/count-decades.ts'
import type { PageRequest } from '../../model/page.ts'
import type { IndexUsage } from './index-memory.ts'
import type { ImageSearchFilter } from './search-filter.ts'

/** Searches titles, descriptions, comments and the notes of georeferences by trigram word similarity. */
export interface TextSearch {
  /**
   * Finds all committed images of which at least one text is similar enough. A page past the end has no hits.
   * @param client identifies the client; the searches of one client run one after the other
   * @param signal stops the search when its client is gone
   * @throws CatalogError kind `unavailable` if too many searches wait, or if this one exceeds the deadline
   */
  find(query: TextQuery, client: string, signal: AbortSignal): Promise<TextPage>
  /** Null if no index is in memory. */
  readonly usage: IndexUsage | null
  /** Loads the index of a large catalog, before the first search. Resolves when it is loaded. */
  warmUp(): Promise<void>
}

export interface TextQuery {
  /** 1 to 500 characters, trimmed. */
  text: string
  /** Finds distances below this number, 0 to 1. The distance is 1 minus the word similarity. */
  threshold: number
  filter: ImageSearchFilter
  /** Finds only images whose texts have certain words. */
  whole?: WholeWords
  page: PageRequest
  /** Counts the matching images by decade, too. */
  hasDecades?: boolean
}

/** Whole words, in any order in one text. */
export interface WholeWords {
  /** For each word, its spellings: single words in lower case. 1 to 31 words. */
  words: readonly (readonly string[])[]
  /** Whether images with a text that has all words are found, or else those without. */
  isFound: boolean
}

/** One page of images, the most similar first, then by id. */
export interface TextPage {
  hits: readonly TextHit[]
  /** Number of matching images on all pages. */
  count: number
  /** Of the images on all pages, if the query asks for them. */
  decades?: DecadeCount[]
}

export interface TextHit {
  imageId: number
  /** Greatest word similarity of the texts of the image, 0 to 1 in single precision. */
  similarity: number
}
