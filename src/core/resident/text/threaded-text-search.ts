import type { Clock } from '../../base/clock.ts'
import type { Reads } from '../../database/store.ts'
import { tryAgain, type CatalogError } from '../../base/errors.ts'
import type { Logger } from '../../base/log.ts'
import { createRestartable } from '../../processes/restartable.ts'
import { resolveEntry } from '../../processes/resolve-entry.ts'
import { startDeadline } from '../../base/deadline.ts'
import type { IndexedSearchOptions } from '../index/searchable.ts'
import { isIndexFull } from '../../queries/searches/index-memory.ts'
import { tooSlow } from './text-search-errors.ts'
import type { TextPage, TextSearch } from '../../queries/searches/text-search.ts'
import type { SearchRequest } from '../index/messages.ts'
import { SEARCH_STOPPED, SearchThread } from '../index/search-thread.ts'
import { needsWarmUp } from '../index/warm-up.ts'

export interface TextSearchOptions extends IndexedSearchOptions {
  reads: Reads
  /** Seconds after which a search fails, including the time that it waits. */
  deadlineSeconds: number
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const ENTRY = resolveEntry('../threads/text-thread', import.meta.url)

const LOADING_SECONDS = 30

/** Searches texts in a thread, which starts on first use and again after it crashed, with backoff. */
export function createTextSearch(options: TextSearchOptions): TextSearch & AsyncDisposable {
  const { reads, deadlineSeconds, clock, log, searchable, indexFile, limits } = options
  const { store, images } = searchable
  const threadOptions = { store, images, indexFile, limits }
  const thread = createRestartable({
    clock,
    log,
    name: 'the thread of text searches',
    problem: SEARCH_STOPPED,
    isFinal: isIndexFull,
    start: (onEnd) =>
      new SearchThread<Omit<SearchRequest, 'id'>, TextPage>(ENTRY, threadOptions, {
        log: ({ level, message }) => log[level](message),
        onEnd,
      }),
  })
  return {
    get usage() {
      return thread.running?.usage ?? null
    },
    async find(query, client, signal) {
      signal.throwIfAborted()
      using deadline = startDeadline(deadlineSeconds, () =>
        thread.running?.isReady ? tooSlow(deadlineSeconds) : stillLoading(),
      )
      const either = AbortSignal.any([signal, deadline.signal])
      await searchable.refresh(either)
      return await thread.get().search({ query, client }, either)
    },
    async warmUp() {
      if (!(await needsWarmUp(reads))) return
      await searchable.refresh()
      if (thread.canRun) await thread.get().ready
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

function stillLoading(): CatalogError {
  return tryAgain('The search index is being built.', LOADING_SECONDS)
}
