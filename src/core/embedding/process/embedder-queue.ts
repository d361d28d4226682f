import { serverStopping } from '../../base/errors.ts'
import type { ChildPriority } from '../../processes/lower-priority.ts'
import type { Logger } from '../../base/log.ts'
import { ModelError, RETRY_SECONDS, type ModelErrorCode } from '../inference/model-error.ts'
import {
  canCapMemory,
  startConfinedProcess,
  type ConfinedProcess,
} from '../../processes/confined-process.ts'
import { resolveEntry } from '../../processes/resolve-entry.ts'
import { busy, explainExit, toError, unstarted } from './embedder-errors.ts'
import type { EmbedderReply, EmbedderTask } from './embedder-messages.ts'

type EmbedderChild = ConfinedProcess<EmbedderTask, EmbedderReply>

interface QueueOptions {
  folder: string
  /** Name of the model. */
  model: string
  memoryBytes: number
  /** Of a text, or of each picture. */
  timeoutMs: number
  idleMs: number
  /** Unlimited by default. */
  maxWaiting?: number
  priority: ChildPriority
  log?: Pick<Logger, 'debug' | 'warn'>
}

interface QueuedTask {
  task: EmbedderTask
  resolve: (vectors: Float32Array[]) => void
  reject: (error: unknown) => void
}

const ENTRY = resolveEntry('./embedder-child', import.meta.url)

/** After these failures, the model is not loaded again for a while, because that takes seconds and all memory. */
const PAUSED_AFTER: readonly ModelErrorCode[] = ['out_of_memory', 'embedder_unstarted']

/** The failure after which tasks fail at once, until this time (`performance.now()`). */
interface Pause {
  failure: ModelError
  until: number
}

/** Gives tasks to an embedder child, one after the other. The child starts with the first task and ends when idle. */
export class EmbedderQueue {
  readonly #options: QueueOptions
  readonly #waiting: QueuedTask[] = []
  #child: EmbedderChild | undefined
  #idleTimer: NodeJS.Timeout | undefined
  /** Whether the child has done a task. */
  #hasWorked = false
  #pause: Pause | undefined
  #isBusy = false
  #isClosed = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  async submit(task: EmbedderTask, signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw serverStopping()
    this.#requireNoPause()
    if (this.#waiting.length >= (this.#options.maxWaiting ?? Infinity)) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
    const queued = { task, resolve, reject }
    const abandon = () => this.#abandon(queued, signal?.reason)
    signal?.addEventListener('abort', abandon)
    this.#waiting.push(queued)
    void this.#work()
    return promise.finally(() => signal?.removeEventListener('abort', abandon))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(serverStopping())
    clearTimeout(this.#idleTimer)
    await this.#child?.kill()
  }

  /** A running task continues, because it takes less time than starting another child. */
  #abandon(queued: QueuedTask, reason: unknown): void {
    const index = this.#waiting.indexOf(queued)
    if (index >= 0) this.#waiting.splice(index, 1)
    queued.reject(reason)
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    clearTimeout(this.#idleTimer)
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
      await this.#run(next.task).then(next.resolve, next.reject)
    this.#isBusy = false
    this.#child?.keepAlive(false)
    this.#idleTimer = setTimeout(() => this.#retire(), this.#options.idleMs).unref()
  }

  /** Forgets the child first, because it takes a while to end. */
  #retire(): void {
    const child = this.#child
    this.#child = undefined
    void child?.kill()
  }

  async #run(task: EmbedderTask): Promise<Float32Array[]> {
    this.#requireNoPause()
    const child = this.#takeChild()
    const timeoutMs = this.#options.timeoutMs * (task.name === 'images' ? task.files.length : 1)
    let hasTimedOut = false
    const timer = setTimeout(() => {
      hasTimedOut = true
      void child.kill()
    }, timeoutMs)
    const reply = await child.request(task)
    clearTimeout(timer)
    const { model } = this.#options
    if (reply && 'vectors' in reply) {
      this.#hasWorked = true
      return reply.vectors
    }
    if (this.#isClosed) throw serverStopping()
    const hasWorked = this.#hasWorked
    const exit = { child, model, hasTimedOut, hasWorked }
    throw this.#noteFailure(reply ? toError(reply, model) : explainExit(exit))
  }

  #requireNoPause(): void {
    if (this.#pause && performance.now() < this.#pause.until) throw this.#pause.failure
  }

  /** Logs a failure that may pass. If the model could not be loaded, ends its process, and pauses. */
  #noteFailure(failure: Error): Error {
    if (!(failure instanceof ModelError)) return failure
    const { message, code, details } = failure
    if (details.retryAfterSeconds) this.#options.log?.warn({ detail: details.detail }, message)
    if (!PAUSED_AFTER.includes(code)) return failure
    this.#pause = { failure, until: performance.now() + RETRY_SECONDS * 1000 }
    this.#retire()
    return failure
  }

  #takeChild(): EmbedderChild {
    const child = this.#child ?? this.#startChild()
    child.keepAlive(true)
    return child
  }

  #startChild(): EmbedderChild {
    const { priority, log } = this.#options
    const child = this.#fork()
    this.#hasWorked = false
    child.lowerPriority(priority)
    log?.debug({ pid: child.pid }, 'embedder child started')
    this.#child = child
    void child.exited.then(() => this.#forget(child))
    return child
  }

  #forget(child: EmbedderChild): void {
    if (this.#child === child) this.#child = undefined
  }

  #fork(): EmbedderChild {
    const { folder, model, memoryBytes } = this.#options
    const limit = canCapMemory() ? memoryBytes : undefined
    try {
      return startConfinedProcess(ENTRY, { memoryBytes: limit, args: [folder] })
    } catch (error) {
      throw this.#noteFailure(unstarted(model, (error as Error).message))
    }
  }
}
