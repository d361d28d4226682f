import { Worker } from 'node:worker_threads'
import { CatalogError } from '../../errors.ts'
import { resolveEntry } from '../../processes/resolve-entry.ts'
import { fromSearchFailure } from '../thread/search-failure.ts'
import type {
  SearchOutcome,
  SemanticRequest,
  SemanticThreadMessage,
  SemanticThreadOptions,
  SemanticThreadRequest,
} from './messages.ts'

/** When to retry a search whose thread crashed. */
const RESTART_SECONDS = 5

/** A running thread for semantic searches. */
export class SemanticThread implements AsyncDisposable {
  readonly #worker: Worker
  readonly #onEnd: (error: unknown) => void
  readonly #pending = new Map<number, PromiseWithResolvers<SearchOutcome>>()
  #isReady = false
  #hasEnded = false
  #lastId = 0

  /** @param onEnd called when the thread has ended by itself, after its searches have failed */
  constructor(options: SemanticThreadOptions, onEnd: (error: unknown) => void) {
    this.#onEnd = onEnd
    this.#worker = new Worker(resolveEntry('semantic-thread'), { workerData: options })
    this.#worker.unref()
    this.#worker.on('message', (message: SemanticThreadMessage) => this.#receive(message))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', (code) =>
      this.#end(new Error(`The thread of semantic searches exited with code ${code}.`)),
    )
  }

  /** False while the embeddings are loaded. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** @throws the signal's reason if it is aborted */
  async search(request: Omit<SemanticRequest, 'id'>, signal: AbortSignal): Promise<SearchOutcome> {
    signal.throwIfAborted()
    const id = ++this.#lastId
    const pending = Promise.withResolvers<SearchOutcome>()
    const cancel = (): void => {
      this.#send({ type: 'cancel', id })
      pending.reject(signal.reason)
    }
    this.#pending.set(id, pending)
    this.#worker.ref()
    signal.addEventListener('abort', cancel)
    this.#send({ type: 'search', id, ...request })
    try {
      return await pending.promise
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#pending.delete(id)
      if (this.#pending.size === 0) this.#worker.unref()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hasEnded = true
    this.#rejectAll(new CatalogError('unavailable', 'The server is stopping.'))
    await this.#worker.terminate()
  }

  #send(request: SemanticThreadRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(request)
  }

  #receive(message: SemanticThreadMessage): void {
    switch (message.type) {
      case 'outcome':
        return this.#pending.get(message.id)?.resolve(message.outcome)
      case 'failure':
        return this.#pending.get(message.id)?.reject(fromSearchFailure(message.failure))
      case 'error':
        return this.#pending.get(message.id)?.reject(message.error)
      case 'state':
        this.#isReady = message.isReady
        return undefined
    }
  }

  #rejectAll(error: unknown): void {
    for (const { reject } of this.#pending.values()) reject(error)
  }

  #end(cause: unknown): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const message = `Search stopped unexpectedly and is starting again. Try again in ${RESTART_SECONDS} seconds.`
    const retryAfterSeconds = RESTART_SECONDS
    this.#rejectAll(new CatalogError('unavailable', message, { retryAfterSeconds, cause }))
    this.#onEnd(cause)
    void this.#worker.terminate()
  }
}
