import { tryAgain } from '../../base/errors.ts'
import { RequestThread } from '../threads/request-thread.ts'
import { fromThreadFailure } from '../threads/thread-failure.ts'
import type { IndexUsage } from '../../queries/searches/index-memory.ts'
import type {
  LoadFailure,
  LogEntry,
  LogMessage,
  SearchThreadOptions,
  UsageMessage,
} from './messages.ts'

/** Saving the index of a million images takes a second or two, or much longer if the disk is slow. */
const MAX_CLOSE_MS = 5000

/** When to retry a search whose thread crashed. */
const RESTART_SECONDS = 5

export const SEARCH_STOPPED = 'Search stopped unexpectedly and is starting again.'

export interface SearchThreadHandlers {
  log: (entry: LogEntry) => void
  /** Called when the thread has ended by itself, after its searches have failed. */
  onEnd: (cause: unknown) => void
}

/** A running thread that searches an index. */
export class SearchThread<Search extends object, Result> implements AsyncDisposable {
  readonly #thread: RequestThread<
    { type: 'search' } & Search,
    Result,
    LoadFailure | LogMessage | UsageMessage
  >
  #usage: IndexUsage | null = null

  constructor(entry: URL, options: SearchThreadOptions, { log, onEnd }: SearchThreadHandlers) {
    this.#thread = new RequestThread(entry, {
      workerData: options,
      explainCrash: (cause) => tryAgain(SEARCH_STOPPED, RESTART_SECONDS, cause),
      onEnd,
      lock: options.images.lock,
      onMessage: (message) => {
        if (message.type === 'log') return log(message.entry)
        if (message.type === 'usage') {
          this.#usage = message.usage
          return undefined
        }
        const error = fromThreadFailure(message.failure)
        this.#thread.end(error, error)
      },
    })
  }

  /** Null before the index is loaded. */
  get usage(): IndexUsage | null {
    return this.#usage
  }

  /** False while the index is loaded. */
  get isReady(): boolean {
    return this.#thread.isReady
  }

  /** Resolves when the index is loaded for the first time. */
  get ready(): Promise<void> {
    return this.#thread.ready
  }

  /** @throws the signal's reason if it is aborted */
  search(search: Search, signal: AbortSignal): Promise<Result> {
    return this.#thread.request({ type: 'search', ...search }, signal)
  }

  /** Rejects all searches, and lets the thread save its index for some seconds. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isReady) await this.#thread.close({ type: 'close' }, MAX_CLOSE_MS)
    await this.#thread[Symbol.asyncDispose]()
  }
}
