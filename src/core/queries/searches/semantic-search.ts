import type { PageRequest } from '../../model/page.ts'
import type { IndexUsage } from './index-memory.ts'
import type { ImageSearchFilter } from './search-filter.ts'

/** Searches images by what they show, with the embeddings of the model in use. Images without one are not found. */
export interface SemanticSearch {
  /**
   * Ranks images by the similarity of their picture to a text. A page past the end has no hits.
   * @param client identifies the client, of which only a few searches may wait
   * @param signal stops the search when its client is gone
   * @throws CatalogError kind `unavailable` if no model can be used, if too many searches wait, or if this one exceeds
   *   the deadline
   */
  find(query: SemanticQuery, client: string, signal: AbortSignal): Promise<SemanticPage>
  /**
   * Ranks images by the similarity of their picture to that of an image, which is not found itself.
   * @throws CatalogError kind `conflict` if the image has no embedding yet, and as `find`
   */
  findSimilar(query: SimilarQuery, client: string, signal: AbortSignal): Promise<SemanticPage>
  /** Null if no index is in memory. */
  readonly usage: IndexUsage | null
  /** Loads the embeddings of a large catalog, before the first search. Resolves when they are loaded. */
  warmUp(): Promise<void>
}

interface FilteredQuery {
  filter: ImageSearchFilter
  page: PageRequest
}

export interface SemanticQuery extends FilteredQuery {
  /** 1 to 500 characters, trimmed. */
  text: string
}

export interface SimilarQuery extends FilteredQuery {
  imageId: number
  /** The image that it duplicates, which is not found either. */
  duplicateOf: number | null
}

/** One page of images, the most similar first, then by id. */
export interface SemanticPage {
  hits: readonly SemanticHit[]
  /** Number of images with an embedding that the filter selects. */
  count: number
}

export interface SemanticHit {
  imageId: number
  /** Cosine of the angle between the embeddings, -1 to 1. */
  similarity: number
}
