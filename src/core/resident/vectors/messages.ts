import type { PageRequest } from '../../model/page.ts'
import type { ImageSearchFilter } from '../../queries/searches/search-filter.ts'
import type { SemanticPage } from '../../queries/searches/semantic-search.ts'

/** The requests of semantic searches to their thread, and their outcomes. */

export interface SemanticRequest {
  id: number
  client: string
  /** The model whose embeddings are to be searched. */
  modelId: number
  target: SearchTarget
  filter: ImageSearchFilter
  page: PageRequest
}

/** Embedding to compare images with: that of a text, or that of an image. */
export type SearchTarget =
  | { vector: Float32Array }
  | { imageId: number; /** Images that are not found. */ excluded: readonly number[] }

/** Why a search has no page. */
export type SearchProblem =
  /** The image has no embedding. */
  | 'not_embedded'
  /** Another model answers now. */
  | 'other_model'

export type SearchOutcome = { page: SemanticPage } | { problem: SearchProblem }
