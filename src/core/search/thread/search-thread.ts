import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CatalogError } from '../../errors.ts'
import { resolveEntry } from '../../processes/resolve-entry.ts'
import type { TextPage, TextQuery } from '../text-search.ts'
import type {
  LogEntry,
  SearchThreadMessage,
  SearchThreadOptions,
  SearchThreadRequest,
} from './messages.ts'
import { fromSearchFailure } from './search-failure.ts'

/** Saving the index of a million images takes a second or two, or much longer if the disk is slow. */
const MAX_CLOSE_MS = 5000

/** When to retry a search whose thread crashed. */
const RESTART_SECONDS = 5

export interface SearchThreadHandlers {
  log: (entry: LogEntry) => void
  /** Called when the thread has ended by itself, after its searches have failed. */
  onEnd: (error: unknown) => void
}

/** A running search thread. */
export class SearchThread implements AsyncDisposable {
  readonly #worker: Worker
  readonly #handlers: SearchThreadHandlers
  readonly #pending = new Map<number, PromiseWithResolvers<TextPage>>()
  #isReady = false
  #hasEnded = false
  #lastId = 0

  constructor(options: SearchThreadOptions, handlers: SearchThreadHandlers) {
    this.#handlers = handlers
    this.#worker = new Worker(resolveEntry('search-thread'), { workerData: options })
    this.#worker.unref()
    this.#worker.on('message', (message: SearchThreadMessage) => this.#receive(message))
    this.#worker.on('error', (error) => this.#end(error, crashed(error)))
    this.#worker.on('exit', (code) => {
      const error = new Error(`The search thread exited with code ${code}.`)
      this.#end(error, crashed(error))
    })
  }

  /** False while the index is loaded. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Starts a search, which `cancel` stops. */
  search(query: TextQuery, client: string): RunningSearch {
    const id = ++this.#lastId
    const pending = Promise.withResolvers<TextPage>()
    this.#pending.set(id, pending)
    this.#worker.ref()
    this.#send({ type: 'search', id, query, client })
    return {
      page: pending.promise,
      cancel: (reason) => {
        if (this.#pending.has(id)) this.#send({ type: 'cancel', id })
        this.#settle(id)?.reject(reason)
      },
    }
  }

  /** Rejects all searches, and lets the thread save its index for some seconds. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#hasEnded = true
    this.#rejectAll(new CatalogError('unavailable', 'The server is stopping.'))
    if (this.#isReady) await this.#close()
    await this.#worker.terminate()
  }

  async #close(): Promise<void> {
    const timeout = AbortSignal.timeout(MAX_CLOSE_MS)
    this.#worker.ref()
    this.#send({ type: 'close' })
    await once(this.#worker, 'exit', { signal: timeout }).catch(() => undefined)
  }

  #send(request: SearchThreadRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(request)
  }

  #receive(message: SearchThreadMessage): void {
    switch (message.type) {
      case 'page':
        return this.#settle(message.id)?.resolve(message.page)
      case 'failure':
        return this.#settle(message.id)?.reject(fromSearchFailure(message.failure))
      case 'state':
        this.#isReady = message.isReady
        return undefined
      case 'load-failure':
        return this.#end(fromSearchFailure(message.failure), fromSearchFailure(message.failure))
      case 'log':
        return this.#handlers.log(message.entry)
    }
  }

  #settle(id: number): PromiseWithResolvers<TextPage> | undefined {
    const search = this.#pending.get(id)
    this.#pending.delete(id)
    if (this.#pending.size === 0) this.#worker.unref()
    return search
  }

  #rejectAll(error: unknown): void {
    for (const id of this.#pending.keys()) this.#settle(id)?.reject(error)
  }

  #end(cause: unknown, error: unknown): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#rejectAll(error)
    this.#handlers.onEnd(cause)
    void this.#worker.terminate()
  }
}

export interface RunningSearch {
  readonly page: Promise<TextPage>
  /** Rejects the page, unless the search has ended. */
  cancel(reason: unknown): void
}

function crashed(cause: unknown): CatalogError {
  const message = `Search stopped unexpectedly and is starting again. Try again in ${RESTART_SECONDS} seconds.`
  return new CatalogError('unavailable', message, { retryAfterSeconds: RESTART_SECONDS, cause })
}
