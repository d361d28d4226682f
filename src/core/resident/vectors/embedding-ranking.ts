import type { IndexUsage } from '../../queries/searches/index-memory.ts'
import type { SearchOutcome, SemanticRequest } from './messages.ts'

/** Ranks images by the similarity of their embeddings to another one. */
export interface EmbeddingRanking extends AsyncDisposable {
  /** Whether searches wait until embeddings are loaded. */
  readonly isLoading: boolean
  /** Null if no index is in memory. */
  readonly usage: IndexUsage | null
  /**
   * @throws the signal's reason if it is aborted; CatalogError kind `unavailable` or `busy` if images cannot be ranked
   *   now
   */
  rank(request: RankingRequest, signal: AbortSignal): Promise<SearchOutcome>
  /** Loads the embeddings of a large catalog, before the first search. Resolves when they are loaded. */
  warmUp(): Promise<void>
}

export type RankingRequest = Omit<SemanticRequest, 'id'>
