import type { Micros } from '../../clock.ts'
import { insertRow } from '../../db/insert-row.ts'
import type { Tx } from '../../db/store.ts'

/** What the runner knows how to do; each kind has a file in `core/jobs`. */
export type JobKind = 'derive' | 'remove'

/** Lanes of the queue; all that is due in a lower one runs first. */
export const PRIORITY = {
  /** Somebody waits for it. */
  soon: 100,
  /** Tidying up. */
  later: 200,
  /** Work that may take days. */
  last: 300,
} as const

export type JobPriority = (typeof PRIORITY)[keyof typeof PRIORITY]

export const MAX_ATTEMPTS = 5

export interface NewJob {
  kind: JobKind
  imageId: number | null
  /** What the job needs beside the image's id. */
  payload?: object
  /** Earliest time to run. */
  runAt: Micros
  /** `soon` by default. */
  priority?: JobPriority
  maxAttempts?: number
}

/** Puts a job into the queue, in the transaction that makes it necessary. */
export async function enqueueJob(tx: Tx, job: NewJob, now: Micros): Promise<void> {
  await insertRow(tx, 'job', {
    kind: job.kind,
    image_id: job.imageId,
    payload: JSON.stringify(job.payload ?? {}),
    state: 'queued',
    priority: job.priority ?? PRIORITY.soon,
    attempts: 0,
    max_attempts: job.maxAttempts ?? MAX_ATTEMPTS,
    run_at: job.runAt,
    created_at: now,
  })
}
