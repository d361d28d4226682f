import type { Catalog } from '../catalog.ts'
import type { JobKind } from '../engine/sqlite/jobs.ts'

/** One run of a job, as its handler sees it. */
export interface JobRun {
  imageId: number | null
  /** As it was put into the queue. */
  payload: unknown
  /** From 1. */
  attempt: number
  /** Aborted when the server stops and cannot wait any longer. */
  signal: AbortSignal
}

/**
 * Does a job, at least once and possibly again: it leaves the same result however often it runs. It throws
 * when it fails; `PermanentFailure` when trying again is pointless.
 */
export type JobHandler = (catalog: Catalog, run: JobRun) => Promise<void>

export type JobHandlers = Record<JobKind, JobHandler>

/** A failure that the same job would meet every time. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PermanentFailure'
  }
}
