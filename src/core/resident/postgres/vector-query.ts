import type { Expression } from 'kysely'
import type { PageRequest } from '../../model/page.ts'

/** Search of embeddings by the database. */
export interface VectorSearch extends AsyncDisposable {
  /**
   * Ranks images by the similarity of their embedding to another one, and stops when the signal is aborted.
   * @throws the signal's reason if it is aborted; CatalogError kind `unavailable` or `busy` if the database cannot be
   *   used now
   */
  readonly find: (query: VectorQuery, signal: AbortSignal) => Promise<VectorOutcome>
  /** Resolves when the embeddings that were stored before are indexed, or could not be. */
  readonly prepared: Promise<void>
}

export interface VectorQuery {
  /** The model whose embeddings are compared. */
  modelId: number
  /** A vector, or the id of the image whose embedding it is. */
  target: Float32Array | number
  /** Selects the ids of the images to search. */
  images: Expression<unknown>
  /** Images that are not found. */
  excluded: readonly number[]
  page: PageRequest
  /** After this time, the database stops the search by itself. */
  timeoutMs: number
}

export type VectorOutcome = { page: VectorPage } | { problem: VectorProblem }

export type VectorProblem =
  /** The image has no embedding. */
  | 'not_embedded'
  /** The embeddings of the model are not indexed yet. */
  | 'not_indexed'
  /** It took longer than the timeout. */
  | 'too_slow'

/** One page of images, the most similar first, then by id. */
export interface VectorPage {
  hits: VectorHit[]
  /** Number of images on all pages. */
  count: number
}

export interface VectorHit {
  imageId: number
  /** Cosine of the angle between the embeddings, -1 to 1. */
  similarity: number
}
