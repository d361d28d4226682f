import type { Expression } from 'kysely'
import type { PageRequest } from '../model/page.ts'

/** Text search by the database. */
export interface TrigramSearch extends AsyncDisposable {
  /**
   * Finds images of which at least one text is similar enough, and stops when the signal is aborted.
   * @returns undefined if it took longer than the timeout
   * @throws the signal's reason if it is aborted; CatalogError kind `unavailable` or `busy` if the database cannot be
   *   used now
   */
  readonly find: (query: TrigramQuery, signal: AbortSignal) => Promise<TrigramPage | undefined>
}

export interface TrigramQuery {
  text: string
  /** Selects the ids of the images to search. */
  images: Expression<unknown>
  /** Finds distances below this number, 0 to 1. The distance is 1 minus the word similarity. */
  threshold: number
  /** A similarity in single precision that is too small, from which on texts are compared with the threshold. */
  lowerBound: number
  /** Finds only images of which one text has all of these words, each in one of its spellings; or only the others. */
  whole?: { words: readonly (readonly string[])[]; isFound: boolean } | undefined
  page: PageRequest
  /** A day of an `image`, by which all matching images are counted, too. */
  day?: Expression<number | null> | undefined
  /** After this time, the database stops the search by itself. */
  timeoutMs: number
}

/** One page of images, the most similar first, then by id. */
export interface TrigramPage {
  hits: { imageId: number; similarity: number }[]
  /** Number of matching images on all pages. */
  count: number
  /** Of the images on all pages, if the query has a day. */
  days: [day: number | null, count: number][]
}
