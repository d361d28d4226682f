import type { Micros } from '../base/clock.ts'
import { insertRow } from '../database/insert-row.ts'
import type { Tx } from '../database/store.ts'
import type { NewRow } from '../database/tables.ts'

/** The kinds of jobs. Each has a file in `core/jobs`. */
export const JOB_KINDS = [
  'derive',
  'tile',
  'embed',
  'remove',
  'withdraw',
  'milestones',
  'changes',
] as const

export type JobKind = (typeof JOB_KINDS)[number]

/** Due jobs of a lower number run first. */
export const PRIORITY = {
  /** A user waits for the result. */
  soon: 100,
  /** The image is visible already, and gets better. */
  next: 150,
  /** Cleanup. */
  later: 200,
  /** Searches find what a new image shows. */
  embed: 250,
  /** The same for all images at once: after a change of the model, or after a dump was loaded. */
  reembed: 275,
  /** Work that may take days. */
  last: 300,
} as const

/** Of these jobs, one runs at a time. */
export const EMBEDDING_PRIORITIES: readonly number[] = [PRIORITY.embed, PRIORITY.reembed]

export type JobPriority = (typeof PRIORITY)[keyof typeof PRIORITY]

export const MAX_ATTEMPTS = 5

export interface NewJob {
  kind: JobKind
  imageId: number | null
  /** Parameters of the job besides the image id. */
  payload?: object
  /** Earliest time to run. */
  runAt: Micros
  /** `soon` by default. */
  priority?: JobPriority
  maxAttempts?: number
}

/** Enqueues a job, in the transaction that makes it necessary. */
export async function enqueueJob(tx: Tx, job: NewJob, now: Micros): Promise<void> {
  await insertRow(tx, 'job', toJobRow(job, now))
}

/** Returns the row of a job that is enqueued now. */
export function toJobRow(job: NewJob, now: Micros): NewRow<'job'> {
  return {
    kind: job.kind,
    image_id: job.imageId,
    payload: JSON.stringify(job.payload ?? {}),
    state: 'queued',
    priority: job.priority ?? PRIORITY.soon,
    attempts: 0,
    max_attempts: job.maxAttempts ?? MAX_ATTEMPTS,
    run_at: job.runAt,
    created_at: now,
  }
}
