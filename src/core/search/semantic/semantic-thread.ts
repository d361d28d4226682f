import { tryAgain } from '../../errors.ts'
import { RequestThread } from '../../processes/request-thread.ts'
import type { LogEntry, LogMessage } from '../thread/messages.ts'
import type { SearchOutcome, SemanticRequest, SemanticThreadOptions } from './messages.ts'

/** When to retry a search whose thread crashed. */
const RESTART_SECONDS = 5

/** Saving the codes of a million vectors takes a second or two, or much longer if the disk is slow. */
const MAX_CLOSE_MS = 5000

export interface SemanticThreadHandlers {
  log: (entry: LogEntry) => void
  /** Called when the thread has ended by itself, after its searches have failed. */
  onEnd: (cause: unknown) => void
}

/** A running thread for semantic searches. */
export class SemanticThread implements AsyncDisposable {
  readonly #thread: RequestThread<
    { type: 'search' } & Omit<SemanticRequest, 'id'>,
    SearchOutcome,
    LogMessage
  >

  constructor(options: SemanticThreadOptions, { log, onEnd }: SemanticThreadHandlers) {
    this.#thread = new RequestThread('semantic-thread', {
      workerData: options,
      explainCrash: (cause) =>
        tryAgain('Search stopped unexpectedly and is starting again.', RESTART_SECONDS, cause),
      onEnd,
      onMessage: ({ entry }) => log(entry),
    })
  }

  /** False while the embeddings are loaded. */
  get isReady(): boolean {
    return this.#thread.isReady
  }

  /** @throws the signal's reason if it is aborted */
  search(request: Omit<SemanticRequest, 'id'>, signal: AbortSignal): Promise<SearchOutcome> {
    return this.#thread.request({ type: 'search', ...request }, signal)
  }

  /** Rejects all searches, and lets the thread save its codes for some seconds. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isReady) await this.#thread.close({ type: 'close' }, MAX_CLOSE_MS)
    await this.#thread[Symbol.asyncDispose]()
  }
}
