import { tryAgain } from '../../base/errors.ts'
import { RequestThread } from '../threads/request-thread.ts'
import { resolveEntry } from '../../processes/resolve-entry.ts'
import type { ReaderOptions, ReaderQuery, ReaderResult } from './reader-messages.ts'

/** A running reader thread. Its results are undefined if the column store does not support a query. */
export type Reader = RequestThread<ReaderQuery, ReaderResult | undefined>

/** When to retry a query whose thread ended. */
const RESTART_SECONDS = 5

export const READER_STOPPED = 'The server could not finish this request.'

/**
 * Starts a thread. If it ends by itself, for example because it can't open the database, its queries fail with kind
 * `unavailable`, and then `onEnd` is called.
 */
export function startReader(options: ReaderOptions, onEnd: (cause: unknown) => void): Reader {
  return new RequestThread(resolveEntry('../threads/reader-thread', import.meta.url), {
    workerData: options,
    explainCrash: (cause) => tryAgain(READER_STOPPED, RESTART_SECONDS, cause),
    onEnd,
    lock: options.images.lock,
    isReady: !options.hasColumnStore,
  })
}
