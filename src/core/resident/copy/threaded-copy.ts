import type { Clock } from '../../base/clock.ts'
import { createImageMemory } from '../columns/images.ts'
import { loadSpatialiteBeforeThreads } from '../../database/sqlite/spatialite.ts'
import { tryAgain } from '../../base/errors.ts'
import type { Logger } from '../../base/log.ts'
import { RequestThread } from '../threads/request-thread.ts'
import { resolveEntry } from '../../processes/resolve-entry.ts'
import { createRestartable } from '../../processes/restartable.ts'
import type { SearchableCopyOptions } from './searchable-copy.ts'
import { untilAborted } from '../../base/until-aborted.ts'
import type { Searchable } from '../index/searchable.ts'
import { SEARCH_STOPPED } from '../index/search-thread.ts'

const RESTART_SECONDS = 5

export interface CopyServices {
  clock: Clock
  log: Pick<Logger, 'error'>
}

/**
 * Copies what searches read from PostgreSQL to a file of this node, in a thread that starts on first use and again after
 * it crashed, with backoff. Requests at the same time share a refresh.
 */
export function createSearchableCopy(
  options: SearchableCopyOptions,
  { clock, log }: CopyServices,
): Searchable & AsyncDisposable {
  const thread = createRestartable<RequestThread<object, null>>({
    clock,
    log,
    name: 'the thread that copies what searches read',
    problem: SEARCH_STOPPED,
    start: (onEnd) => {
      // This is the first thread with SpatiaLite: the others wait for the copy. A node on SQLite opens its store first.
      loadSpatialiteBeforeThreads(options.file.spatialite)
      return new RequestThread(resolveEntry('../threads/searchable-copy-thread', import.meta.url), {
        workerData: options,
        explainCrash: (cause) => tryAgain(SEARCH_STOPPED, RESTART_SECONDS, cause),
        onEnd,
      })
    },
  })
  const refresh = shareRuns(async () => void (await thread.get().request({})))
  return {
    store: options.file,
    images: createImageMemory(),
    get isReady() {
      return thread.running?.isReady ?? false
    },
    async refresh(signal) {
      signal?.throwIfAborted()
      await (signal ? untilAborted(refresh(), signal) : refresh())
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}

/** Runs a task at most once at a time. A call during a run waits for the next one, which starts after the call. */
function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    next = undefined
    running = run().finally(() => (running = undefined))
    return running
  }
  return () => {
    if (next) return next
    if (!running) return start()
    return (next = running.then(start, start))
  }
}
