import { createFairSlots, type FairSlots, type FairSlotsOptions } from '../../base/fair-slots.ts'
import { PictureError } from '../picture-error.ts'
import type { Logger } from '../../base/log.ts'
import { canCapMemory } from '../../processes/confined-process.ts'
import { startImageChild, startFailure, type ImageChild } from './image-child-process.ts'
import type { ChildPriority } from '../../processes/lower-priority.ts'
import type { ImageResult, ImageTask, ImageTaskName } from './image-messages.ts'

export interface ChildPoolOptions {
  /** Number of concurrent children, and order in which waiting clients get them. */
  slots: FairSlotsOptions
  /** Memory of one child's pictures, on top of Node itself. Not enforced where `prlimit` is missing. */
  memoryBytes: number
  /** A task that takes longer is killed. Time in the queue does not count. */
  timeoutMs: number
  /** Creates the error of a task that was killed because it took too long. */
  explainTimeout: (timeoutMs: number) => PictureError
  priority: ChildPriority
  /** Called with the processor time of a task that has run, or with its elapsed time if its child gave no reply. */
  onRun?: (client: string, ms: number) => void
  /** An idle child ends after this; default 30 seconds. */
  idleMs?: number | undefined
  /**
   * A child is replaced after this number of pictures, to limit leaks; default 200. A probe counts 1/50, a render 1/10.
   */
  tasksPerChild?: number | undefined
  log?: Pick<Logger, 'debug' | 'warn'> | undefined
}

interface Worker {
  child: ImageChild
  tasks: number
  /** Runs while the child is idle. */
  idleTimer?: NodeJS.Timeout
}

interface PoolTask {
  request: ImageTask
  /** Rejects a render whose client has disconnected, while its child still works. */
  reject(error: unknown): void
  /** The error of a task that the pool ended. It replaces the error of the killed child. */
  endError?: unknown
  /** Processor time; undefined before the child has replied. */
  cpuMs?: number
  /** Runs while a render continues without a client. */
  abandonedTimer?: NodeJS.Timeout
}

const IDLE_MS = 30_000
const TASKS_PER_CHILD = 200

/** Share of a child's life that a task uses up. */
const TASK_SHARES: Record<ImageTaskName, number> = {
  probe: 1 / 50,
  render: 1 / 10,
  derive: 1,
  tile: 1,
}

/** Longest run of a render after its client has disconnected. */
const ABANDONED_RENDER_MS = 1000

/** Image children for one kind of task. They start when there is work, and end when they are idle. */
export class ChildPool {
  readonly #options: ChildPoolOptions
  readonly #slots: FairSlots
  readonly #children = new Set<ImageChild>()
  readonly #idle: Worker[] = []
  readonly #stopping = new AbortController()

  constructor(options: ChildPoolOptions) {
    this.#options = options
    this.#slots = createFairSlots(options.slots)
  }

  /** Checked with the first picture; undefined if no limit can be enforced. */
  get memoryBytes(): number | undefined {
    return canCapMemory() ? this.#options.memoryBytes : undefined
  }

  /**
   * Runs a task in a child when the turn of its client comes. If the signal aborts, a running task rejects when its
   * child has ended, because until then it may still write; a render rejects at once.
   * @throws PictureError, the signal's reason, or CatalogError if too many tasks wait
   */
  async submit<Task extends ImageTask>(
    request: Task,
    client: string,
    signal?: AbortSignal,
  ): Promise<ImageResult<Task>> {
    const stopping = this.#stopping.signal
    const either = AbortSignal.any(signal ? [signal, stopping] : [stopping])
    const { promise, resolve, reject } = Promise.withResolvers<ImageResult>()
    const task: PoolTask = { request, reject }
    // A slot is taken until its child is free.
    void this.#slots
      .run(client, either, () => this.#start(task, client, either))
      .then(resolve, reject)
    return promise
  }

  async close(): Promise<void> {
    this.#stopping.abort(new PictureError('stopped', 'The server is stopping.'))
    for (const worker of this.#idle.splice(0)) clearTimeout(worker.idleTimer)
    await Promise.all([...this.#children].map((child) => child.kill()))
  }

  /** A process that cannot be started fails the task like one that ends before its first task. */
  async #start(task: PoolTask, client: string, signal: AbortSignal): Promise<ImageResult> {
    signal.throwIfAborted()
    const startedAt = performance.now()
    let worker: Worker
    try {
      worker = this.#takeWorker()
    } catch (error) {
      const failure = startFailure((error as Error).message)
      this.#logFailure(task, failure)
      throw failure
    }
    const abandon = () => this.#abandon(task, worker, signal.reason)
    signal.addEventListener('abort', abandon)
    try {
      return await this.#perform(task, worker)
    } finally {
      signal.removeEventListener('abort', abandon)
      this.#options.onRun?.(client, task.cpuMs ?? performance.now() - startedAt)
    }
  }

  /** A running render usually ends sooner than another child would start, so only a long one is killed. */
  #abandon(task: PoolTask, worker: Worker, error: unknown): void {
    if (task.request.name !== 'render') return this.#end(task, worker, error)
    task.reject(error)
    task.abandonedTimer = setTimeout(() => this.#end(task, worker, error), ABANDONED_RENDER_MS)
  }

  #end(task: PoolTask, { child }: Worker, error: unknown): void {
    task.endError ??= error
    void child.kill()
  }

  #takeWorker(): Worker {
    const idle = this.#idle.pop()
    clearTimeout(idle?.idleTimer)
    return idle ?? { child: this.#startChild(), tasks: 0 }
  }

  #startChild(): ImageChild {
    const child = startImageChild(this.memoryBytes)
    this.#children.add(child)
    void child.exited.then(() => this.#forget(child))
    const { priority, log } = this.#options
    child.lowerPriority(priority)
    log?.debug({ pid: child.pid, priority }, 'image child started')
    return child
  }

  #forget(child: ImageChild): void {
    this.#children.delete(child)
    const index = this.#idle.findIndex((worker) => worker.child === child)
    for (const worker of index < 0 ? [] : this.#idle.splice(index, 1))
      clearTimeout(worker.idleTimer)
  }

  async #perform(task: PoolTask, worker: Worker): Promise<ImageResult> {
    worker.tasks += TASK_SHARES[task.request.name]
    worker.child.keepAlive(true)
    const { timeoutMs, explainTimeout } = this.#options
    const timer = setTimeout(() => this.#end(task, worker, explainTimeout(timeoutMs)), timeoutMs)
    try {
      const result = await worker.child.run(task.request, (cpuMs) => (task.cpuMs = cpuMs))
      this.#release(worker, task.endError === undefined && isIntact(result))
      return result
    } catch (error) {
      const failure = task.endError ?? error
      this.#release(worker, task.endError === undefined && isRefusedByHeader(failure))
      this.#logFailure(task, failure)
      throw failure
    } finally {
      clearTimeout(timer)
      clearTimeout(task.abandonedTimer)
    }
  }

  #release(worker: Worker, isReusable: boolean): void {
    const { tasksPerChild = TASKS_PER_CHILD } = this.#options
    if (isReusable && worker.tasks < tasksPerChild) this.#park(worker)
    else void worker.child.kill()
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
}

/** A decoder that read a damaged file is not reused. */
function isIntact(result: ImageResult): boolean {
  return !('damage' in result) || result.damage === null
}

/** Whether the file was refused before any pixel was decoded. */
function isRefusedByHeader(failure: unknown): boolean {
  return failure instanceof PictureError && ['unsupported', 'too_large'].includes(failure.reason)
}
