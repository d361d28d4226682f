import type { Micros } from '../../clock.ts'
import type { Tx } from './store.ts'

/** What the runner knows how to do; each kind has a file in `core/jobs`. */
export type JobKind = 'derive' | 'remove'

export interface NewJob {
  kind: JobKind
  imageId: number | null
  /** What the job needs beside the image's id. */
  payload?: object
  /** Earliest time to run. */
  runAt: Micros
  /** Lower runs first; 100 by default. */
  priority?: number
  maxAttempts?: number
}

/** Puts a job into the queue, in the transaction that makes it necessary. */
export async function enqueueJob(tx: Tx, job: NewJob, now: Micros): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      kind: job.kind,
      image_id: job.imageId,
      payload: JSON.stringify(job.payload ?? {}),
      state: 'queued',
      priority: job.priority ?? 100,
      attempts: 0,
      max_attempts: job.maxAttempts ?? 5,
      run_at: job.runAt,
      created_at: now,
    })
    .execute()
}
