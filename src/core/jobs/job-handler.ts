import type { Services } from '../services.ts'
import type { JobKind } from './queue/enqueue.ts'
import type { Tx } from '../db/store.ts'

/** One run of a job, as its handler sees it. */
export interface JobRun {
  imageId: number | null
  /** As it was put into the queue. */
  payload: unknown
  /** Aborted when the job has been lost, or the server stops and cannot wait any longer. */
  signal: AbortSignal
  /**
   * Marks the job as done, in the transaction that makes its result count, so that a result counts once.
   * False when the job has been lost: then the transaction must change nothing.
   */
  readonly settle: (tx: Tx) => Promise<boolean>
}

/** What the runner hands to every job. */
export type JobServices = Pick<Services, 'reads' | 'write' | 'clock' | 'log' | 'storage' | 'images'>

/**
 * Does a job, at least once and possibly again: it leaves the same result however often it runs. It throws
 * when it fails; `PermanentFailure` when trying again is pointless.
 */
export type JobHandler = (services: JobServices, run: JobRun) => Promise<void>

export type JobHandlers = Record<JobKind, JobHandler>

/** A failure that the same job would meet every time. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PermanentFailure'
  }
}
