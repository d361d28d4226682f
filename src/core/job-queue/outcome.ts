import type { Micros } from '../base/clock.ts'
import type { JobKind } from './enqueue.ts'
import type { Tx } from '../database/store.ts'
import { literal } from '../database/expressions.ts'
import type { Row } from '../database/tables.ts'

/** A job with the lease of its runner. The functions below return false if the lease was lost. */
export type LeasedJob = Pick<Row<'job'>, 'id'> & { lease: string }

/** Extends the lease of a job. */
export function renewJob(tx: Tx, job: LeasedJob, until: Micros): Promise<boolean> {
  return updateLeased(tx, job, { leased_until: until })
}

/** Marks a job as done. */
export function finishJob(tx: Tx, job: LeasedJob, now: Micros): Promise<boolean> {
  const done = { state: 'done', finished_at: now, last_error: null, waiting_since: null } as const
  return endRun(tx, job, done)
}

/** The columns of a job that a run changes. */
export type RunResult = Partial<Row<'job'>> & Pick<Row<'job'>, 'state'>

/** Ends the run of a job: releases the lease and records the result. */
export function endRun(tx: Tx, job: LeasedJob, result: RunResult): Promise<boolean> {
  return updateLeased(tx, job, { ...result, lease: null, leased_until: null })
}

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
    .where('state', '=', literal('failed' as const))
    .execute()
}

/**
 * Deletes jobs that ended in this state before `before`, at most `limit`. Failed jobs that withdraw pictures stay, because
 * their pictures are not served until they succeed.
 * @returns the number deleted
 */
export async function deleteEndedJobs(
  tx: Tx,
  { state, before, limit }: { state: 'done' | 'failed'; before: Micros; limit: number },
): Promise<number> {
  const ended = tx
    .selectFrom('job')
    .select('id')
    .where('state', '=', literal(state))
    .where('finished_at', '<', before)
    .$if(state === 'failed', (query) => query.where('kind', '!=', 'withdraw'))
    .orderBy('finished_at')
    .limit(limit)
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('id', 'in', ended)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
