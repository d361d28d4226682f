import { sql } from 'kysely'
import type { Micros } from '../../clock.ts'
import type { JobLease } from './claim.ts'
import type { JobKind } from './enqueue.ts'
import type { Tx } from '../../db/store.ts'
import type { Row } from '../../db/tables.ts'

/** A job with the lease of its runner. The functions below return false if the lease was lost. */
export type LeasedJob = Pick<Row<'job'>, 'id' | 'attempts'> & { lease: string }

/** Extends the lease of a job. */
export function renewJob(tx: Tx, job: LeasedJob, until: JobLease['until']): Promise<boolean> {
  return updateLeased(tx, job, { leased_until: until })
}

/** Marks a job as done. */
export function finishJob(tx: Tx, job: LeasedJob, now: Micros): Promise<boolean> {
  return updateLeased(tx, job, { ...NO_LEASE, state: 'done', finished_at: now, last_error: null })
}

/** Requeues a failed job for another attempt at `runAt`. */
export function retryJob(
  tx: Tx,
  job: LeasedJob,
  { runAt, error, alone }: { runAt: Micros; error: string; alone: boolean },
): Promise<boolean> {
  const failed = { ...NO_LEASE, state: 'queued', run_at: runAt, last_error: error } as const
  return updateLeased(tx, job, { ...failed, ...(alone && { alone: 1 }) })
}

/** Defers a job that the host could not do, without counting the attempt. */
export function deferJob(
  tx: Tx,
  job: LeasedJob,
  { runAt, error, since }: { runAt: Micros; error: string; since: Micros },
): Promise<boolean> {
  const attempts = job.attempts - 1
  const waiting = { ...NO_LEASE, attempts, last_error: error, waiting_since: since }
  return updateLeased(tx, job, { ...waiting, state: 'queued', run_at: runAt })
}

/**
 * Marks a job as failed. The row stays, for administrators.
 * @param failure why no images could be derived, if known: a `PictureFailureReason`
 */
export function failJob(
  tx: Tx,
  job: LeasedJob,
  { now, error, failure }: { now: Micros; error: string; failure: string | null },
): Promise<boolean> {
  const failed = { ...NO_LEASE, state: 'failed', last_error: error, failure } as const
  return updateLeased(tx, job, { ...failed, finished_at: now })
}

/** Releases a job without counting the attempt. */
export function releaseJob(tx: Tx, job: LeasedJob): Promise<boolean> {
  const { lease, leased_until } = NO_LEASE
  return updateLeased(tx, job, { lease, leased_until, state: 'queued', attempts: job.attempts - 1 })
}

const NO_LEASE = { lease: null, leased_until: null, waiting_since: null }

async function updateLeased(
  tx: Tx,
  { id, lease }: LeasedJob,
  values: Partial<Row<'job'>>,
): Promise<boolean> {
  const changed = await tx
    .updateTable('job')
    .set(values)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Deletes failed jobs of this kind for an image, after a later job has succeeded. */
export async function deleteFailedJobs(
  tx: Tx,
  { kind, imageId }: { kind: JobKind; imageId: number },
): Promise<void> {
  await tx
    .deleteFrom('job')
    .where('image_id', '=', imageId)
    .where('kind', '=', kind)
    .where('state', '=', sql.lit('failed' as const))
    .execute()
}

/** Deletes jobs that ended in this state before `before`, at most `limit`. @returns the number deleted */
export async function deleteEndedJobs(
  tx: Tx,
  { state, before, limit }: { state: 'done' | 'failed'; before: Micros; limit: number },
): Promise<number> {
  const ended = tx
    .selectFrom('job')
    .select('id')
    .where('state', '=', sql.lit(state))
    .where('finished_at', '<', before)
    .orderBy('finished_at')
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('id', 'in', ended)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
