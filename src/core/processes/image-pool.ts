import { CatalogError } from '../errors.ts'
import type { DerivedPictures } from '../imaging/derivatives.ts'
import { PictureError } from '../imaging/picture-error.ts'
import type { ProbedPicture } from '../imaging/probe.ts'
import type { RenderInput } from '../imaging/render.ts'
import type { SourceInput } from '../imaging/source-picture.ts'
import type { MadeTiles } from '../imaging/tiles.ts'
import { MAX_WAITING_RENDERS, RENDER_SECONDS } from '../limits.ts'
import type { Logger } from '../log.ts'
import { listContentTypes } from '../model/picture-format.ts'
import { findHostPrograms } from './host-programs.ts'
import { canCapMemory } from './confined-process.ts'
import { startImageChild, startFailure } from './image-child-process.ts'
import type { ImageChild } from './image-child-process.ts'
import type { ImageResult, ImageTask, ImageTaskName } from './image-messages.ts'

export interface ImagePoolOptions {
  /** How many pictures are decoded at once. */
  workers: number
  /** Memory of one child's pictures, on top of Node itself. Not enforced where `prlimit` is missing. */
  memoryBytes: number
  /** A task that takes longer is killed. Time in the queue does not count. */
  timeoutMs: number
  /** Width × height beyond which a picture is refused. */
  maxPixels: number
  /** An idle child ends after this; default 30 seconds. */
  idleMs?: number
  /**
   * A child is replaced after this number of pictures, to limit leaks; default 200. A probe counts 1/50, a render 1/10.
   */
  tasksPerChild?: number
  /** Like `timeoutMs`, for renders; default 30 seconds. */
  renderTimeoutMs?: number
  /** Renders beyond this number of waiting ones fail at once; default 200. */
  maxWaitingRenders?: number
  log?: Pick<Logger, 'debug' | 'warn'>
}

/** Every method throws PictureError, or the signal's reason if it is aborted. */
export interface ImagePool extends AsyncDisposable {
  /** The content types that the host's programs can read, as found at the start. */
  readonly accepted: readonly string[]
  /** Checks type, size and header of a file. Runs before all waiting derivations. */
  probe(path: string, announcedContentType: string, signal?: AbortSignal): Promise<ProbedPicture>
  /** Writes the derived files into an existing directory; after a failure it may hold part of them. */
  derive(input: PoolInput, signal?: AbortSignal): Promise<DerivedPictures>
  /** Writes the file of tiles into an existing directory. */
  tile(input: PoolInput, signal?: AbortSignal): Promise<MadeTiles>
  /**
   * Renders an image from stored tiles. Renders have children of their own, with the usual CPU priority, since a client
   * waits for them. A running one may continue for a moment after it was aborted.
   * @throws CatalogError kind `busy`, if too many wait
   */
  render(input: RenderInput, signal?: AbortSignal): Promise<Uint8Array>
}

/** The pool adds the limits. */
type PoolInput = Omit<SourceInput, 'maxPixels' | 'accepted' | 'memoryBytes'>

const IDLE_MS = 30_000
const TASKS_PER_CHILD = 200

/** When to retry a render that was refused because too many waited. */
const BUSY_SECONDS = 5

/** How much of its life a task takes from a child. */
const TASK_SHARES: Record<ImageTaskName, number> = {
  probe: 1 / 50,
  render: 1 / 10,
  derive: 1,
  tile: 1,
}

/** How long a render may continue after its client has disconnected. */
const ABANDONED_RENDER_MS = 1000

/** Starts no process yet: children start when there is work, and end when they are idle. */
export function startImagePool(options: ImagePoolOptions): ImagePool {
  const pool = new Pool(options)
  const renders = new Pool({
    ...options,
    timeoutMs: options.renderTimeoutMs ?? RENDER_SECONDS * 1000,
    maxWaiting: options.maxWaitingRenders ?? MAX_WAITING_RENDERS,
  })
  const accepted = listContentTypes(findHostPrograms())
  const limits = { maxPixels: options.maxPixels, accepted }
  const addLimits = (input: PoolInput): SourceInput => ({
    ...input,
    ...limits,
    memoryBytes: pool.memoryBytes,
  })
  return {
    accepted,
    probe: (path, contentType, signal) =>
      pool.submit({ name: 'probe', input: { path, contentType, ...limits } }, signal),
    derive: (input, signal) => pool.submit({ name: 'derive', input: addLimits(input) }, signal),
    tile: (input, signal) => pool.submit({ name: 'tile', input: addLimits(input) }, signal),
    render: (input, signal) => renders.submit({ name: 'render', input }, signal),
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.close(), renders.close()])
    },
  }
}

interface Worker {
  child: ImageChild
  tasks: number
  /** Whether the child has the low priority of derivations. */
  hasLowPriority: boolean
  /** Runs while the child is idle. */
  idleTimer?: NodeJS.Timeout
}

interface PoolTask {
  request: ImageTask
  resolve(result: ImageResult): void
  reject(error: unknown): void
  worker?: Worker
  /** The error of a task that the pool ended. It replaces the error of the killed child. */
  endError?: unknown
  /** Runs while a render continues without a client. */
  abandonedTimer?: NodeJS.Timeout
}

interface PoolOptions extends ImagePoolOptions {
  /** Unlimited by default. */
  maxWaiting?: number
}

class Pool {
  readonly #options: PoolOptions
  readonly #children = new Set<ImageChild>()
  readonly #idle: Worker[] = []
  readonly #waiting: PoolTask[] = []
  readonly #working = new Set<PoolTask>()
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Checked with the first picture; undefined if no limit can be enforced. */
  get memoryBytes(): number | undefined {
    return canCapMemory() ? this.#options.memoryBytes : undefined
  }

  async submit<Task extends ImageTask>(
    request: Task,
    signal?: AbortSignal,
  ): Promise<ImageResult<Task>> {
    signal?.throwIfAborted()
    if (this.#closed) throw stopped()
    if (this.#waiting.length >= (this.#options.maxWaiting ?? Infinity)) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<ImageResult>()
    const task: PoolTask = { request, resolve, reject }
    const abandon = () => this.#abandon(task, signal?.reason)
    signal?.addEventListener('abort', abandon)
    this.#waiting.push(task)
    this.#dispatch()
    return promise.finally(() => signal?.removeEventListener('abort', abandon))
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const task of [...this.#waiting, ...this.#working]) this.#abort(task, stopped())
    for (const worker of this.#idle.splice(0)) clearTimeout(worker.idleTimer)
    await Promise.all([...this.#children].map((child) => child.kill()))
  }

  /** A running render usually ends sooner than another child would start, so only a long one is killed. */
  #abandon(task: PoolTask, error: unknown): void {
    if (task.request.name !== 'render' || !task.worker) return this.#abort(task, error)
    task.reject(error)
    task.abandonedTimer = setTimeout(() => this.#abort(task, error), ABANDONED_RENDER_MS)
  }

  /** Rejects a running task only when its child has ended, because until then it may still write. */
  #abort(task: PoolTask, error: unknown): void {
    task.endError ??= error
    const index = this.#waiting.indexOf(task)
    if (index >= 0) this.#waiting.splice(index, 1)
    if (task.worker) void task.worker.child.kill()
    else task.reject(task.endError)
  }

  #dispatch(): void {
    for (let task = this.#next(); task !== undefined; task = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(task), 1)
      this.#start(task)
    }
  }

  /** A process that cannot be started fails the task like one that ends before its first task. */
  #start(task: PoolTask): void {
    try {
      void this.#perform(task, this.#takeWorker(task))
    } catch (error) {
      const failure = startFailure((error as Error).message)
      task.reject(failure)
      this.#logFailure(task, failure)
    }
  }

  /**
   * Probes run first, and may use one child more than derivations: a client waits for them, and they take
   * milliseconds and little memory.
   */
  #next(): PoolTask | undefined {
    const { workers } = this.#options
    if (this.#closed || this.#working.size > workers) return undefined
    const probe = this.#waiting.find(isProbe)
    if (probe) return probe
    const derivations = [...this.#working].filter((task) => !isProbe(task)).length
    return derivations < workers ? this.#waiting[0] : undefined
  }

  #takeWorker(task: PoolTask): Worker {
    const idle = this.#findIdle(task)
    if (idle) this.#idle.splice(this.#idle.indexOf(idle), 1)
    clearTimeout(idle?.idleTimer)
    const worker = idle ?? { child: this.#startChild(), tasks: 0, hasLowPriority: false }
    if (!isInteractive(task) && !worker.hasLowPriority) {
      worker.hasLowPriority = true
      worker.child.lowerPriority()
    }
    return worker
  }

  /** A lowered priority cannot be raised again, so one child is reserved for probes. */
  #findIdle(task: PoolTask): Worker | undefined {
    const suited = this.#idle.findLast(({ hasLowPriority }) => hasLowPriority !== isProbe(task))
    const isFull = this.#children.size > this.#options.workers
    return suited ?? (isFull || !isProbe(task) ? this.#idle.at(-1) : undefined)
  }

  #startChild(): ImageChild {
    const child = startImageChild(this.memoryBytes)
    this.#children.add(child)
    void child.exited.then(() => this.#forget(child))
    this.#options.log?.debug({ pid: child.pid }, 'image child started')
    return child
  }

  #forget(child: ImageChild): void {
    this.#children.delete(child)
    const index = this.#idle.findIndex((worker) => worker.child === child)
    for (const worker of index < 0 ? [] : this.#idle.splice(index, 1))
      clearTimeout(worker.idleTimer)
  }

  async #perform(task: PoolTask, worker: Worker): Promise<void> {
    this.#working.add(task)
    task.worker = worker
    worker.tasks += TASK_SHARES[task.request.name]
    worker.child.keepAlive(true)
    const { timeoutMs } = this.#options
    const timer = setTimeout(() => this.#abort(task, timedOut(timeoutMs)), timeoutMs)
    const reusable = await this.#settle(task, worker.child)
    clearTimeout(timer)
    clearTimeout(task.abandonedTimer)
    this.#working.delete(task)
    if (reusable && worker.tasks < this.#tasksPerChild()) this.#park(worker)
    else void worker.child.kill()
    this.#dispatch()
  }

  /** Settles the task; returns whether the child can take another task. */
  async #settle(task: PoolTask, child: ImageChild): Promise<boolean> {
    try {
      const result = await child.run(task.request)
      task.resolve(result)
      return task.endError === undefined && isIntact(result)
    } catch (error) {
      const failure = task.endError ?? error
      task.reject(failure)
      this.#logFailure(task, failure)
      return task.endError === undefined && isRefusedByHeader(failure)
    }
  }

  #logFailure(task: PoolTask, failure: unknown): void {
    if (!(failure instanceof PictureError) || failure.permanent) return
    const { reason, message, detail } = failure
    this.#options.log?.warn({ task: task.request.name, reason, detail }, message)
  }

  #park(worker: Worker): void {
    worker.child.keepAlive(false)
    const retire = () => this.#retire(worker)
    worker.idleTimer = setTimeout(retire, this.#options.idleMs ?? IDLE_MS).unref()
    this.#idle.push(worker)
  }

  /** Removes the child from the idle ones first, because it takes a while to end. */
  #retire(worker: Worker): void {
    this.#idle.splice(this.#idle.indexOf(worker), 1)
    void worker.child.kill()
  }

  #tasksPerChild(): number {
    return this.#options.tasksPerChild ?? TASKS_PER_CHILD
  }
}

function isProbe({ request }: PoolTask): boolean {
  return request.name === 'probe'
}

/** Whether a client waits for the task. */
function isInteractive({ request }: PoolTask): boolean {
  return request.name === 'probe' || request.name === 'render'
}

/** A decoder that read a damaged file is not reused. */
function isIntact(result: ImageResult): boolean {
  return !('damage' in result) || result.damage === null
}

/** Whether the file was refused before any pixel was decoded. */
function isRefusedByHeader(failure: unknown): boolean {
  return failure instanceof PictureError && ['unsupported', 'too_large'].includes(failure.reason)
}

function timedOut(timeoutMs: number): PictureError {
  const message = `Processing the picture took longer than ${timeoutMs / 1000} seconds and was canceled.`
  return new PictureError('timeout', message)
}

function busy(): CatalogError {
  const message = `Too many images are being rendered. Try again in ${BUSY_SECONDS} seconds.`
  return new CatalogError('busy', message, { retryAfterSeconds: BUSY_SECONDS })
}

function stopped(): PictureError {
  return new PictureError('stopped', 'The server is stopping.')
}
