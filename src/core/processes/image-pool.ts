import type { DerivedPictures, DeriveInput } from '../imaging/derivatives.ts'
import { PictureError } from '../imaging/picture-error.ts'
import type { ProbedPicture } from '../imaging/probe.ts'
import type { Logger } from '../log.ts'
import { contentTypesReadWith } from '../model/picture-format.ts'
import { findHostPrograms } from './host-programs.ts'
import { canCapMemory, startImageChild, unstarted } from './image-child-process.ts'
import type { ImageChild } from './image-child-process.ts'
import type { ImageResult, ImageTask } from './image-messages.ts'

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
  /** A child is replaced after so many derivations, to bound leaks; default 200. A probe counts 1/50. */
  tasksPerChild?: number
  log?: Pick<Logger, 'debug' | 'warn'>
}

/** Every method throws PictureError, or the signal's reason if it is aborted. */
export interface ImagePool extends AsyncDisposable {
  /** The content types that the host's programs can read, as found at the start. */
  readonly accepted: readonly string[]
  /** Checks type, size and header of a file. Runs before all waiting derivations. */
  probe(path: string, announcedContentType: string, signal?: AbortSignal): Promise<ProbedPicture>
  /** Writes the derived files into an existing directory; after a failure it may hold part of them. */
  derive(
    input: Omit<DeriveInput, 'maxPixels' | 'accepted' | 'memoryBytes'>,
    signal?: AbortSignal,
  ): Promise<DerivedPictures>
}

const IDLE_MS = 30_000
const TASKS_PER_CHILD = 200
const PROBES_PER_TASK = 50

/** Starts no process yet: children start when there is work, and end when they are idle. */
export function startImagePool(options: ImagePoolOptions): ImagePool {
  const pool = new Pool(options)
  const accepted = contentTypesReadWith(findHostPrograms())
  const limits = { maxPixels: options.maxPixels, accepted }
  return {
    accepted,
    probe: (path, contentType, signal) =>
      pool.submit({ name: 'probe', input: { path, contentType, ...limits } }, signal),
    derive: (input, signal) =>
      pool.submit(
        { name: 'derive', input: { ...input, ...limits, memoryBytes: pool.memoryBytes } },
        signal,
      ),
    [Symbol.asyncDispose]: () => pool.close(),
  }
}

interface Worker {
  child: ImageChild
  tasks: number
  /** Whether the child has the low priority of derivations. */
  lowered: boolean
  /** Runs while the child is idle. */
  rest?: NodeJS.Timeout
}

interface Job {
  task: ImageTask
  resolve(result: ImageResult): void
  reject(error: unknown): void
  worker?: Worker
  /** The error of a task that the pool itself ended; it replaces the error of the killed child. */
  verdict?: unknown
}

class Pool {
  readonly #options: ImagePoolOptions
  readonly #children = new Set<ImageChild>()
  readonly #resting: Worker[] = []
  readonly #waiting: Job[] = []
  readonly #working = new Set<Job>()
  #closed = false

  constructor(options: ImagePoolOptions) {
    this.#options = options
  }

  /** Checked with the first picture; undefined where no limit can be enforced. */
  get memoryBytes(): number | undefined {
    return canCapMemory() ? this.#options.memoryBytes : undefined
  }

  async submit<Task extends ImageTask>(
    task: Task,
    signal?: AbortSignal,
  ): Promise<ImageResult<Task>> {
    signal?.throwIfAborted()
    if (this.#closed) throw stopped()
    const { promise, resolve, reject } = Promise.withResolvers<ImageResult>()
    const job: Job = { task, resolve, reject }
    const abandon = () => this.#end(job, signal?.reason)
    signal?.addEventListener('abort', abandon)
    this.#waiting.push(job)
    this.#dispatch()
    return promise.finally(() => signal?.removeEventListener('abort', abandon))
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const job of [...this.#waiting, ...this.#working]) this.#end(job, stopped())
    for (const worker of this.#resting.splice(0)) clearTimeout(worker.rest)
    await Promise.all([...this.#children].map((child) => child.kill()))
  }

  /** Rejects a running job only when its child has ended, because until then it may still write. */
  #end(job: Job, verdict: unknown): void {
    job.verdict ??= verdict
    const place = this.#waiting.indexOf(job)
    if (place >= 0) this.#waiting.splice(place, 1)
    if (job.worker) void job.worker.child.kill()
    else job.reject(job.verdict)
  }

  #dispatch(): void {
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(job), 1)
      this.#start(job)
    }
  }

  /** A process that the system refuses fails the job like one that ends before its first task. */
  #start(job: Job): void {
    try {
      void this.#perform(job, this.#takeWorker(job))
    } catch (error) {
      const failure = unstarted((error as Error).message)
      job.reject(failure)
      this.#note(job, failure)
    }
  }

  /**
   * Probes run first, and may use one child more than derivations: a client waits for them, and they take
   * milliseconds and little memory.
   */
  #next(): Job | undefined {
    const { workers } = this.#options
    if (this.#closed || this.#working.size > workers) return undefined
    const probe = this.#waiting.find(isProbe)
    if (probe) return probe
    const derivations = [...this.#working].filter((job) => !isProbe(job)).length
    return derivations < workers ? this.#waiting[0] : undefined
  }

  #takeWorker(job: Job): Worker {
    const rested = this.#findRested(job)
    if (rested) this.#resting.splice(this.#resting.indexOf(rested), 1)
    clearTimeout(rested?.rest)
    const worker = rested ?? { child: this.#startChild(), tasks: 0, lowered: false }
    if (!isProbe(job) && !worker.lowered) {
      worker.lowered = true
      worker.child.lower()
    }
    return worker
  }

  /** A lowered priority cannot be raised again, so one child is reserved for probes. */
  #findRested(job: Job): Worker | undefined {
    const suited = this.#resting.findLast(({ lowered }) => lowered !== isProbe(job))
    const isFull = this.#children.size > this.#options.workers
    return suited ?? (isFull || !isProbe(job) ? this.#resting.at(-1) : undefined)
  }

  #startChild(): ImageChild {
    const child = startImageChild(this.memoryBytes)
    this.#children.add(child)
    void child.gone.then(() => this.#forget(child))
    this.#options.log?.debug({ pid: child.pid }, 'image child started')
    return child
  }

  #forget(child: ImageChild): void {
    this.#children.delete(child)
    const place = this.#resting.findIndex((worker) => worker.child === child)
    for (const worker of place < 0 ? [] : this.#resting.splice(place, 1)) clearTimeout(worker.rest)
  }

  async #perform(job: Job, worker: Worker): Promise<void> {
    this.#working.add(job)
    job.worker = worker
    worker.tasks += isProbe(job) ? 1 / PROBES_PER_TASK : 1
    worker.child.hold(true)
    const { timeoutMs } = this.#options
    const timer = setTimeout(() => this.#end(job, outOfTime(timeoutMs)), timeoutMs)
    const reusable = await this.#settle(job, worker.child)
    clearTimeout(timer)
    this.#working.delete(job)
    if (reusable && worker.tasks < this.#tasksPerChild()) this.#rest(worker)
    else void worker.child.kill()
    this.#dispatch()
  }

  /** Settles the job; returns whether the child can take another task. */
  async #settle(job: Job, child: ImageChild): Promise<boolean> {
    try {
      const result = await child.run(job.task)
      job.resolve(result)
      return job.verdict === undefined && isIntact(result)
    } catch (error) {
      const failure = job.verdict ?? error
      job.reject(failure)
      this.#note(job, failure)
      return job.verdict === undefined && refusedByHeader(failure)
    }
  }

  #note(job: Job, failure: unknown): void {
    if (!(failure instanceof PictureError) || failure.permanent) return
    const { reason, message, detail } = failure
    this.#options.log?.warn({ task: job.task.name, reason, detail }, message)
  }

  #rest(worker: Worker): void {
    worker.child.hold(false)
    const retire = () => this.#retire(worker)
    worker.rest = setTimeout(retire, this.#options.idleMs ?? IDLE_MS).unref()
    this.#resting.push(worker)
  }

  /** Removes the child from the idle ones first, because it takes a while to end. */
  #retire(worker: Worker): void {
    this.#resting.splice(this.#resting.indexOf(worker), 1)
    void worker.child.kill()
  }

  #tasksPerChild(): number {
    return this.#options.tasksPerChild ?? TASKS_PER_CHILD
  }
}

function isProbe({ task }: Job): boolean {
  return task.name === 'probe'
}

/** A decoder that read a damaged file is not reused. */
function isIntact(result: ImageResult): boolean {
  return !('damage' in result) || result.damage === null
}

/** Whether the file was refused before any pixel was decoded. */
function refusedByHeader(failure: unknown): boolean {
  return failure instanceof PictureError && ['unsupported', 'too_large'].includes(failure.reason)
}

function outOfTime(timeoutMs: number): PictureError {
  const message = `Processing the picture took longer than ${timeoutMs / 1000} seconds and was canceled.`
  return new PictureError('timeout', message)
}

function stopped(): PictureError {
  return new PictureError('stopped', 'The server is stopping.')
}
