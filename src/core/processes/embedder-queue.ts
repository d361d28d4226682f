import { CatalogError, serverStopping } from '../errors.ts'
import { PictureError } from '../imaging/picture-error.ts'
import type { Logger } from '../log.ts'
import { modelError } from '../search/embedding/model-error.ts'
import { canCapMemory, startConfinedProcess, type ConfinedProcess } from './confined-process.ts'
import type { EmbedderReply, EmbedderTask } from './embedder-messages.ts'

type EmbedderChild = ConfinedProcess<EmbedderTask, EmbedderReply>

interface QueueOptions {
  folder: string
  memoryBytes: number
  /** Of a text, or of each picture. */
  timeoutMs: number
  idleMs: number
  /** Unlimited by default. */
  maxWaiting?: number
  hasLowPriority?: boolean
  log?: Pick<Logger, 'debug' | 'warn'>
}

interface QueuedTask {
  task: EmbedderTask
  resolve: (vectors: Float32Array[]) => void
  reject: (error: unknown) => void
}

/** Seconds after which a text that was refused because too many waited can be sent again. */
const BUSY_SECONDS = 5

/** Gives tasks to an embedder child, one after the other. The child starts with the first task and ends when idle. */
export class EmbedderQueue {
  readonly #options: QueueOptions
  readonly #waiting: QueuedTask[] = []
  #child: EmbedderChild | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #isBusy = false
  #isClosed = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  async submit(task: EmbedderTask, signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw serverStopping()
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
    const child = this.#takeChild()
    const timeoutMs = this.#options.timeoutMs * (task.name === 'images' ? task.files.length : 1)
    let hasTimedOut = false
    const timer = setTimeout(() => {
      hasTimedOut = true
      void child.kill()
    }, timeoutMs)
    const reply = await child.request(task)
    clearTimeout(timer)
    if (reply === undefined) throw this.#explainExit(child, hasTimedOut)
    if ('vectors' in reply) return reply.vectors
    throw toError(reply)
  }

  #takeChild(): EmbedderChild {
    const child = this.#child ?? this.#startChild()
    child.keepAlive(true)
    return child
  }

  #startChild(): EmbedderChild {
    const { folder, memoryBytes, hasLowPriority, log } = this.#options
    const child = startChild(folder, canCapMemory() ? memoryBytes : undefined)
    if (hasLowPriority) child.lowerPriority()
    log?.debug({ pid: child.pid }, 'embedder child started')
    this.#child = child
    void child.exited.then(() => this.#forget(child))
    return child
  }

  #forget(child: EmbedderChild): void {
    if (this.#child === child) this.#child = undefined
  }

  #explainExit(child: EmbedderChild, hasTimedOut: boolean): CatalogError {
    if (this.#isClosed) return serverStopping()
    const failure = describeExit(child, hasTimedOut)
    this.#options.log?.warn({ detail: failure.details.detail }, failure.message)
    return failure
  }
}

function startChild(folder: string, memoryBytes: number | undefined): EmbedderChild {
  try {
    return startConfinedProcess('embedder-child', { memoryBytes, args: [folder] })
  } catch (error) {
    throw unstarted((error as Error).message)
  }
}

function toError(reply: Exclude<EmbedderReply, { vectors: unknown }>): Error {
  if ('pictureFailure' in reply) {
    const { reason, message, detail } = reply.pictureFailure
    return new PictureError(reason, message, detail)
  }
  const { kind, message, details } = reply.modelFailure
  return new CatalogError(kind, message, details)
}

function describeExit(child: EmbedderChild, hasTimedOut: boolean): CatalogError {
  const detail = child.readStderr()
  if (hasTimedOut)
    return failed('Computing an embedding took too long and was canceled.', {
      hint: 'Try again when the host has less to do, or use a smaller model: catalog model list',
      detail,
    })
  if (!child.isReady()) return unstarted(detail)
  return failed(
    `The process that computes embeddings ended unexpectedly (${child.exitReason()}).`,
    {
      hint: 'If it happens again, the host may have too little memory for the model. Use a smaller one: catalog model list',
      detail,
    },
  )
}

function failed(message: string, details: { hint: string; detail: string }): CatalogError {
  return modelError('embedder_failed', message, details)
}

function unstarted(detail: string): CatalogError {
  const hint = 'Free memory or stop other programs on the host, then try again.'
  return failed('No process could be started to compute embeddings.', { hint, detail })
}

function busy(): CatalogError {
  const message = `Too many searches are waiting. Try again in ${BUSY_SECONDS} seconds.`
  return new CatalogError('busy', message, { retryAfterSeconds: BUSY_SECONDS })
}
