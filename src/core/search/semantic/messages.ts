import type { PageRequest } from '../../model/page.ts'
import type { ThreadMessage } from '../../processes/request-thread.ts'
import type { SearchFilter } from '../search-filter.ts'
import type { SemanticPage } from '../semantic-search.ts'
import type { LoadFailure, LogMessage } from '../thread/messages.ts'

/** The messages between the server and its thread for semantic searches. */

export interface SemanticRequest {
  id: number
  client: string
  /** The model whose embeddings are to be searched. */
  modelId: number
  target: SearchTarget
  filter: SearchFilter
  page: PageRequest
}

/** What images are compared with: the embedding of a text, or that of an image. */
export type SearchTarget =
  | { vector: Float32Array }
  | { imageId: number; /** Images that are not found. */ excluded: readonly number[] }

export type SemanticThreadRequest =
  | ({ type: 'search' } & SemanticRequest)
  /** The caller no longer waits for the search. */
  | { type: 'cancel'; id: number }
  /** Saves the codes if much has changed, and ends the thread. */
  | { type: 'close' }

/** Why a search has no page. */
export type SearchProblem =
  /** The image has no embedding. */
  | 'not_embedded'
  /** Another model answers by now. */
  | 'other_model'

export type SearchOutcome = { page: SemanticPage } | { problem: SearchProblem }

export type SemanticThreadMessage = ThreadMessage<SearchOutcome> | LoadFailure | LogMessage
