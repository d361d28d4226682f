import type { Reads } from '../../database/store.ts'
import type { VectorSearch } from './vector-query.ts'
import { MAX_RUNNING_SEARCHES, MAX_SEMANTIC_SEARCHES } from '../../base/limits.ts'
import { selectSearchableIds } from '../../queries/lists/images.ts'
import type { EmbeddingRanking, RankingRequest } from '../vectors/embedding-ranking.ts'
import { createFairSlots } from '../../base/fair-slots.ts'
import { tooManySearches, tooSlow } from '../vectors/search-errors.ts'
import { withoutNul } from '../text/without-nul.ts'

export interface DatabaseRankingOptions {
  vectors: VectorSearch
  reads: Reads
  /** Seconds after which the database stops a search by itself. */
  deadlineSeconds: number
  /** Ranks images as long as the database has not indexed the embeddings of the model. */
  fallback: EmbeddingRanking
}

/** Lets the database rank images. */
export function createDatabaseRanking({
  vectors,
  reads,
  deadlineSeconds,
  fallback,
}: DatabaseRankingOptions): EmbeddingRanking {
  const slots = createFairSlots({
    running: MAX_RUNNING_SEARCHES,
    waiting: MAX_SEMANTIC_SEARCHES,
    explainExcess: tooManySearches,
  })
  return {
    get isLoading() {
      return fallback.isLoading
    },
    get usage() {
      return fallback.usage
    },
    async rank(request, signal) {
      const query = toQuery(reads, request, deadlineSeconds)
      const outcome = await slots.run(request.client, signal, () => vectors.find(query, signal))
      if ('page' in outcome) return outcome
      if (outcome.problem === 'not_embedded') return { problem: 'not_embedded' }
      if (outcome.problem === 'too_slow') throw tooSlow(deadlineSeconds)
      return await fallback.rank(request, signal)
    },
    // The database keeps what it needs in memory.
    warmUp: async () => {},
    // The database closes its search.
    [Symbol.asyncDispose]: () => fallback[Symbol.asyncDispose](),
  }
}

function toQuery(
  reads: Reads,
  { modelId, target, filter, page }: RankingRequest,
  deadlineSeconds: number,
) {
  return {
    modelId,
    target: 'vector' in target ? target.vector : target.imageId,
    excluded: 'excluded' in target ? target.excluded : [],
    images: selectSearchableIds(reads, withoutNul(filter)),
    page,
    timeoutMs: deadlineSeconds * 1000,
  }
}
