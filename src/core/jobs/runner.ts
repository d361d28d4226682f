import { randomUUID } from 'node:crypto'
import type { Catalog } from '../catalog.ts'
import { claimJob, hasDueJob } from '../engine/sqlite/jobs.ts'
import type { Logger } from '../log.ts'
import type { JobHandlers } from './job-handler.ts'
import { leaseEnd, performJob, type ClaimedJob } from './perform-job.ts'

/** The queue at work. */
export interface Jobs extends AsyncDisposable {
  /** Looks for due jobs now instead of at the next poll. */
  wake(): void
  /** Done when no job is due and none is running; a job that waits for another attempt is not due. */
  drain(): Promise<void>
}

export interface JobsOptions {
  log: Logger
  handlers: JobHandlers
  /** Jobs at work at once. */
  workers: number
  /** How often jobs that another process wrote, or whose time has come, are noticed. */
  pollMs?: number
  /** How long stopping waits for running jobs before they are interrupted and given back. */
  graceMs?: number
}

const POLL_MS = 1000
const GRACE_MS = 10_000

/** Works on the durable queue until disposed of. */
export function startJobs(catalog: Catalog, options: JobsOptions): Jobs {
  const runner = new Runner(catalog, options)
  const wake = (): void => runner.wake()
  const poll = setInterval(wake, options.pollMs ?? POLL_MS).unref()
  wake()
  return {
    wake,
    drain: () => runner.drain(),
    async [Symbol.asyncDispose]() {
      clearInterval(poll)
      await runner.stop(options.graceMs ?? GRACE_MS)
    },
  }
}

class Runner {
  readonly #catalog: Catalog
  readonly #options: JobsOptions
  readonly #running = new Set<Promise<void>>()
  readonly #interruption = new AbortController()
  #stopping = false
  #filling: Promise<void> | undefined
  #asked = false

  constructor(catalog: Catalog, options: JobsOptions) {
    this.#catalog = catalog
    this.#options = options
  }

  wake(): void {
    this.#fill().catch((error: unknown) =>
      this.#options.log.error({ err: error }, 'the job queue could not be read'),
    )
  }

  async drain(): Promise<void> {
    while (!this.#stopping) {
      await this.#fill()
      if (this.#running.size > 0) await Promise.race(this.#running)
      else if (!(await this.#hasDue())) return
    }
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopping = true
    await this.#filling?.catch(() => undefined)
    const interrupt = setTimeout(() => this.#interruption.abort(), graceMs)
    await Promise.all(this.#running)
    clearTimeout(interrupt)
  }

  /** One look at the queue at a time; whoever asks meanwhile gets another one after it. */
  #fill(): Promise<void> {
    this.#asked = true
    this.#filling ??= this.#fillWhileAsked().finally(() => (this.#filling = undefined))
    return this.#filling
  }

  async #fillWhileAsked(): Promise<void> {
    while (this.#asked && !this.#stopping) {
      this.#asked = false
      while (this.#hasRoom() && (await this.#startNext())) continue
    }
  }

  #hasRoom(): boolean {
    return !this.#stopping && this.#running.size < this.#options.workers
  }

  async #startNext(): Promise<boolean> {
    const job = await this.#claimNext()
    if (!job) return false
    const work = performJob(this.#catalog, job, {
      ...this.#options,
      signal: this.#interruption.signal,
    }).finally(() => {
      this.#running.delete(work)
      this.wake()
    })
    this.#running.add(work)
    return true
  }

  /** Reads first, so that an idle server never takes the write lock. */
  async #claimNext(): Promise<ClaimedJob | undefined> {
    if (!(await this.#hasDue())) return undefined
    const lease = randomUUID()
    const until = leaseEnd(this.#catalog)
    const now = this.#catalog.clock.now()
    const job = await this.#catalog.write((tx) => claimJob(tx, { lease, until }, now))
    return job && { ...job, lease }
  }

  #hasDue(): Promise<boolean> {
    return hasDueJob(this.#catalog.reads, this.#catalog.clock.now())
  }
}
