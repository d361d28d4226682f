import { randomUUID } from 'node:crypto'
import type { JobServices } from './job-handler.ts'
import type { JobQueue } from '../job-queue/job-queue.ts'
import { claimJob, hasDueJob } from '../job-queue/claim.ts'
import { EMBEDDING_PRIORITIES } from '../job-queue/enqueue.ts'
import type { Logger } from '../base/log.ts'
import { classifyFailure, getMessage } from './failure.ts'
import type { JobHandlers } from './job-handler.ts'
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import { computeLeaseEnd, performJob, type ClaimedJob, type Outcome } from './perform-job.ts'
import { recordOutcome, logOutcome, type Disposition } from './record-outcome.ts'

export interface JobsOptions {
  log: Logger
  handlers: JobHandlers
  /** Number of concurrent jobs. */
  workers: number
  /** Interval of polls for due jobs and for jobs of other processes. */
  pollMs?: number
  /** Longest wait of a stop for running jobs, which are then interrupted and released. */
  graceMs?: number
  /** Called after each run of a job. */
  onEnd?: (run: EndedRun) => void
}

export interface EndedRun {
  kind: string
  disposition: Disposition
  ms: number
}

const POLL_MS = 1000
const GRACE_MS = 10_000

/** Runs the jobs of the durable queue until disposed of. */
export function startJobs(catalog: JobServices, options: JobsOptions): JobQueue {
  const runner = new Runner(catalog, options)
  const wake = (): void => runner.wake()
  const poll = setInterval(() => runner.poll(), options.pollMs ?? POLL_MS).unref()
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

/** A finished run. */
interface Ended {
  job: ClaimedJob
  outcome: Outcome
  ms: number
}

class Runner {
  readonly #catalog: JobServices
  readonly #options: JobsOptions
  readonly #breaker: CircuitBreaker
  readonly #running = new Map<Promise<void>, ClaimedJob>()
  readonly #interruption = new AbortController()
  /** Finished runs whose result could not be recorded yet. */
  readonly #unrecorded: Ended[] = []
  #queueError: string | undefined
  #stopping = false
  #filling: Promise<void> | undefined
  #isRequested = false

  constructor(catalog: JobServices, options: JobsOptions) {
    this.#catalog = catalog
    this.#options = options
    this.#breaker = createCircuitBreaker(catalog.clock, options.log)
  }

  wake(): void {
    this.#fill().then(
      () => this.#unrecorded.length === 0 && this.#logQueueError(undefined),
      (error: unknown) => this.#logQueueError(error),
    )
  }

  /** Unlike `wake`, causes no check after one that is running, which a slow database could prolong forever. */
  poll(): void {
    if (!this.#filling) this.wake()
  }

  async drain(): Promise<void> {
    while (!this.#stopping) {
      await this.#fill()
      if (this.#running.size > 0) await Promise.race(this.#running.keys())
      else if (!(await this.#hasDue())) return
    }
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopping = true
    await this.#filling?.catch(() => undefined)
    const interrupt = setTimeout(() => this.#interruption.abort(), graceMs)
    await Promise.all(this.#running.keys())
    clearTimeout(interrupt)
    await this.#recordEnded().catch((error: unknown) => this.#logQueueError(error))
  }

  /** Serializes checks of the queue. A call during a check causes one more check after it. */
  #fill(): Promise<void> {
    this.#isRequested = true
    this.#filling ??= this.#fillWhileRequested().finally(() => (this.#filling = undefined))
    return this.#filling
  }

  async #fillWhileRequested(): Promise<void> {
    while (this.#isRequested && !this.#stopping) {
      this.#isRequested = false
      await this.#recordEnded()
      while (this.#hasRoom() && (await this.#startNext())) continue
    }
  }

  #hasRoom(): boolean {
    if (this.#stopping || this.#unrecorded.length > 0) return false
    const running = [...this.#running.values()]
    return running.length < this.#options.workers && running.every(({ alone }) => alone === 0)
  }

  async #startNext(): Promise<boolean> {
    const job = await this.#claimNext()
    if (!job) return false
    const work = this.#perform(job).finally(() => {
      this.#running.delete(work)
      this.wake()
    })
    this.#running.set(work, job)
    return true
  }

  /** Reads before it writes, so that an idle server never takes the write lock. */
  async #claimNext(): Promise<ClaimedJob | undefined> {
    if (!(await this.#hasDue())) return undefined
    const lease = randomUUID()
    const until = computeLeaseEnd(this.#catalog)
    const search = { ...this.#search(), isIdle: this.#running.size === 0 }
    const job = await this.#catalog.write((tx) => claimJob(tx, { lease, until }, search))
    return job && { ...job, lease }
  }

  #hasDue(): Promise<boolean> {
    return hasDueJob(this.#catalog.reads, this.#search())
  }

  #search() {
    const running = [...this.#running.values()].map(({ priority }) => priority)
    const ready = this.#breaker.findReady(running)
    const now = this.#catalog.clock.now()
    const isEmbedding = running.some((priority) => EMBEDDING_PRIORITIES.includes(priority))
    if (!isEmbedding) return { now, priorities: ready }
    return { now, priorities: ready.filter((each) => !EMBEDDING_PRIORITIES.includes(each)) }
  }

  async #perform(job: ClaimedJob): Promise<void> {
    const { handlers } = this.#options
    const began = performance.now()
    const signal = this.#interruption.signal
    const outcome = await performJob(this.#catalog, job, { handlers, signal })
    this.#unrecorded.push({ job, outcome, ms: Math.round(performance.now() - began) })
    await this.#recordEnded().catch((error: unknown) => this.#logQueueError(error))
  }

  /** Keeps results that cannot be written now and records them before the next job, so that no job runs twice. */
  async #recordEnded(): Promise<void> {
    for (let ended = this.#unrecorded.shift(); ended; ended = this.#unrecorded.shift()) {
      try {
        this.#conclude(ended, await recordOutcome(this.#catalog, ended.job, ended.outcome))
      } catch (error) {
        this.#unrecorded.unshift(ended)
        throw error
      }
    }
  }

  #conclude({ job, outcome, ms }: Ended, disposition: Disposition): void {
    const { id, kind, image_id: image, attempts: attempt, priority } = job
    const log = this.#options.log.child({ job: id, kind, image, attempt })
    logOutcome(log, { outcome, disposition, ms })
    const error = 'error' in outcome ? outcome.error : undefined
    if (['outage', 'unusable'].includes(classifyFailure(error)))
      this.#breaker.recordFailure(priority, getMessage(error))
    else if (['done', 'retry', 'failed'].includes(disposition))
      this.#breaker.recordSuccess(priority)
    this.#options.onEnd?.({ kind, disposition, ms })
  }

  /** Logs when a problem with the queue begins, changes or ends, not at every poll. */
  #logQueueError(error: unknown): void {
    const reason = error === undefined ? undefined : getMessage(error)
    if (reason === this.#queueError) return
    this.#queueError = reason
    const { log } = this.#options
    if (reason === undefined) log.info('the job queue works again')
    else log.error({ err: error }, 'could not read or write the job queue')
  }
}
