import type { Store } from '../../database/store.ts'
import type { Logger } from '../../base/log.ts'
import type { Clock } from '../../base/clock.ts'
import { createRestartable } from '../../processes/restartable.ts'
import { resolveEntry } from '../../processes/resolve-entry.ts'
import { findAnsweringModel } from '../../queries/images/embeddings.ts'
import type { EmbeddingRanking, RankingRequest } from './embedding-ranking.ts'
import type { IndexedSearchOptions } from '../index/searchable.ts'
import type { SearchOutcome } from './messages.ts'
import { SEARCH_STOPPED, SearchThread } from '../index/search-thread.ts'
import { isIndexFull } from '../../queries/searches/index-memory.ts'
import { needsWarmUp } from '../index/warm-up.ts'

const ENTRY = resolveEntry('../threads/vector-thread', import.meta.url)

/** Ranks images in a thread, which starts on first use and again after it crashed, with backoff. */
export function createThreadedRanking(
  { clock, log, reads }: { clock: Clock; log: Logger } & Pick<Store, 'reads'>,
  { searchable, indexFile, limits }: IndexedSearchOptions,
): EmbeddingRanking {
  const { store, images } = searchable
  const options = { store, images, indexFile, limits }
  const thread = createRestartable({
    clock,
    log,
    name: 'the thread of semantic searches',
    problem: SEARCH_STOPPED,
    isFinal: isIndexFull,
    start: (onEnd) =>
      new SearchThread<RankingRequest, SearchOutcome>(ENTRY, options, {
        log: ({ level, message }) => log[level](message),
        onEnd,
      }),
  })
  return {
    get isLoading() {
      return thread.running?.isReady === false
    },
    get usage() {
      return thread.running?.usage ?? null
    },
    async rank(request, signal) {
      await searchable.refresh(signal)
      return await thread.get().search(request, signal)
    },
    async warmUp() {
      const isNeeded = (await needsWarmUp(reads)) && (await findAnsweringModel(reads))
      if (!isNeeded) return
      await searchable.refresh()
      if (thread.canRun) await thread.get().ready
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
