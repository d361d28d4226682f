import type { Clock } from '../clock.ts'
import type { Reads } from '../db/store.ts'
import { CatalogError, serverStopping, tryAgain } from '../errors.ts'
import type { Logger } from '../log.ts'
import { createCrashBackoff } from '../processes/crash-backoff.ts'
import { startDeadline } from './deadline.ts'
import type { TextSearch } from './text-search.ts'
import type { SearchThreadOptions } from './thread/messages.ts'
import { SEARCH_STOPPED, SearchThread } from './thread/search-thread.ts'
import { needsWarmUp } from './warm-up.ts'

export interface TextSearchOptions extends SearchThreadOptions {
  reads: Reads
  /** Seconds after which a search fails, including the time that it waits. */
  deadlineSeconds: number
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const LOADING_SECONDS = 30
const SLOW_SECONDS = 10

/** Searches texts in a thread, which starts on first use and again after it crashed, with backoff. */
export function createTextSearch(options: TextSearchOptions): TextSearch & AsyncDisposable {
  const { reads, deadlineSeconds, clock, log, ...thread } = options
  const backoff = createCrashBackoff(clock)
  let running: SearchThread | undefined
  let isDisposed = false
  const getThread = (): SearchThread => {
    if (isDisposed) throw serverStopping()
    running ??= startThread()
    return running
  }
  const startThread = (): SearchThread => {
    const { remainingSeconds } = backoff
    if (remainingSeconds > 0) throw tryAgain(SEARCH_STOPPED, remainingSeconds)
    backoff.recordStart()
    return new SearchThread(thread, {
      log: ({ level, message }) => log[level](message),
      onEnd(error) {
        backoff.recordCrash()
        const { remainingSeconds } = backoff
        const message = `the search thread ended; a search can start another in ${remainingSeconds} seconds`
        log.error({ err: error }, message)
        running = undefined
      },
    })
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
