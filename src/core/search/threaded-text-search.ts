import type { Reads } from '../db/store.ts'
import { CatalogError, serverStopping, tryAgain } from '../errors.ts'
import type { Logger } from '../log.ts'
import { startDeadline } from './deadline.ts'
import type { TextSearch } from './text-search.ts'
import type { SearchThreadOptions } from './thread/messages.ts'
import { SearchThread } from './thread/search-thread.ts'
import { needsWarmUp } from './warm-up.ts'

export interface TextSearchOptions extends SearchThreadOptions {
  reads: Reads
  /** Seconds after which a search fails, including the time that it waits. */
  deadlineSeconds: number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const LOADING_SECONDS = 30
const SLOW_SECONDS = 10

/** Searches texts in a thread, which starts on first use and again after it crashed. */
export function createTextSearch(options: TextSearchOptions): TextSearch & AsyncDisposable {
  const { reads, deadlineSeconds, log, ...thread } = options
  let running: SearchThread | undefined
  let isDisposed = false
  const getThread = (): SearchThread => {
    if (isDisposed) throw serverStopping()
    running ??= new SearchThread(thread, {
      log: ({ level, message }) => log[level](message),
      onEnd(error) {
        log.error({ err: error }, 'the search thread ended; the next search starts another')
        running = undefined
      },
    })
    return running
  }
  return {
    async find(query, client, signal) {
      signal.throwIfAborted()
      const thread = getThread()
      using deadline = startDeadline(deadlineSeconds, () =>
        thread.isReady ? tooSlow(deadlineSeconds) : stillLoading(),
      )
      return await thread.search(query, client, AbortSignal.any([signal, deadline.signal]))
    },
    async warmUp() {
      if ((await needsWarmUp(reads)) && !isDisposed) getThread()
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await running?.[Symbol.asyncDispose]()
    },
  }
}

function tooSlow(seconds: number): CatalogError {
  const message = `The search took longer than ${seconds} seconds. Search for fewer or longer words, lower the threshold, or filter by collection, source, subject or year.`
  return new CatalogError('unavailable', message, { retryAfterSeconds: SLOW_SECONDS })
}

function stillLoading(): CatalogError {
  return tryAgain('The search index is being built.', LOADING_SECONDS)
}
