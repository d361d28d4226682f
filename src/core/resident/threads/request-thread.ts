import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { releaseLock } from '../columns/thread-lock.ts'
import { serverStopping, type CatalogError } from '../../base/errors.ts'
import { fromThreadFailure, type ThreadFailure } from './thread-failure.ts'

/** Message from a thread to the server. */
export type ThreadMessage<Result> =
  | { type: 'result'; id: number; result: Result }
  | { type: 'failure'; id: number; failure: ThreadFailure }
  /** The error is a bug. */
  | { type: 'error'; id: number; error: unknown }
  /** Whether the thread has loaded what it holds in memory. */
  | { type: 'state'; isReady: boolean }

export interface RequestThreadOptions<Other> {
  workerData: object
  /** Creates the error of the requests that are pending when the thread crashes. */
  explainCrash(cause: unknown): CatalogError
  /** Called when the thread has ended by itself, after its requests have failed. */
  onEnd(cause: unknown): void
  /** Receives the messages that only this thread sends. */
  onMessage?(message: Other): void
  /** Whether the thread has nothing to load. */
  isReady?: boolean
  /** Is released when the thread has ended. */
  lock?: Int32Array
}

/** Small, because these threads hold long-lived objects. More room would take memory and save no time. */
const YOUNG_GENERATION_MB = 4

/** A thread that answers requests. It keeps the process running only while requests are pending. */
export class RequestThread<
  Request extends object,
  Result,
  Other = never,
> implements AsyncDisposable {
  readonly #worker: Worker
  readonly #options: RequestThreadOptions<Other>
  readonly #pending = new Map<number, PromiseWithResolvers<Result>>()
  readonly #loaded = Promise.withResolvers<void>()
  #isReady = false
  #lastId = 0
  /** That of all requests after the thread has ended. */
  #endError: CatalogError | undefined

  /** @param entry the file that runs */
  constructor(entry: URL, options: RequestThreadOptions<Other>) {
    this.#options = options
    if (options.isReady) this.#setReady(true)
    this.#worker = new Worker(entry, {
      workerData: options.workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    this.#worker.unref()
    this.#worker.on('message', (message: ThreadMessage<Result>) => this.#receive(message))
    this.#worker.on('error', (error) => this.end(error))
    const { threadId } = this.#worker
    this.#worker.on('exit', (code) => {
      if (options.lock) releaseLock(options.lock, threadId)
      this.end(new Error(`The thread ${entry.pathname} exited with code ${code}.`))
    })
  }

  /** False while the thread loads what it holds in memory. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Resolves when the thread is ready for the first time. */
  get ready(): Promise<void> {
    return this.#loaded.promise
  }

  /**
   * @throws CatalogError from the thread, or kind `unavailable` if the thread ended, and the signal's reason if it is
   *   aborted; then the thread receives a message of type `cancel`
   */
  async request(request: Request, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    if (this.#endError) throw this.#endError
    const id = ++this.#lastId
    const pending = Promise.withResolvers<Result>()
    const cancel = (): void => {
      this.post({ type: 'cancel', id })
      pending.reject(signal?.reason)
    }
    this.#pending.set(id, pending)
    this.#worker.ref()
    signal?.addEventListener('abort', cancel)
    this.post({ ...request, id })
    try {
      return await pending.promise
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.#pending.delete(id)
      // A thread that closes keeps the process running until it has ended.
      if (this.#pending.size === 0 && !this.#endError) this.#worker.unref()
    }
  }

  /** Sends a message that has no answer. */
  post(message: object): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(message)
  }

  /** Ends the thread after an error. @param error that of pending requests */
  end(cause: unknown, error: CatalogError = this.#options.explainCrash(cause)): void {
    if (this.#endError) return
    this.#rejectAll(error)
    this.#options.onEnd(cause)
    void this.#worker.terminate()
  }

  /** Rejects all requests, and waits some time for the thread to end by itself after a last message. */
  async close(message: object, timeoutMs: number): Promise<void> {
    this.#rejectAll(serverStopping())
    this.#worker.ref()
    this.post(message)
    const signal = AbortSignal.timeout(timeoutMs)
    await once(this.#worker, 'exit', { signal }).catch(() => undefined)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#rejectAll(serverStopping())
    await this.#worker.terminate()
  }

  #receive(message: ThreadMessage<Result>): void {
    switch (message.type) {
      case 'result':
        return this.#pending.get(message.id)?.resolve(message.result)
      case 'failure':
        return this.#pending.get(message.id)?.reject(fromThreadFailure(message.failure))
      case 'error':
        return this.#pending.get(message.id)?.reject(message.error)
      case 'state':
        return this.#setReady(message.isReady)
      default:
        return this.#options.onMessage?.(message)
    }
  }

  #setReady(isReady: boolean): void {
    this.#isReady = isReady
    if (isReady) this.#loaded.resolve()
  }

  #rejectAll(error: CatalogError): void {
    this.#endError ??= error
    for (const { reject } of this.#pending.values()) reject(error)
  }
}
