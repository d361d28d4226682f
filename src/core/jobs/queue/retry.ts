import type { Micros } from '../../clock.ts'
import type { Tx } from '../../db/store.ts'
import { literal } from '../../db/expressions.ts'

const FAILED = literal('failed' as const)

/** Makes failed and queued jobs due now and resets their attempts. @returns the ids of these jobs */
export async function retryJobs(tx: Tx, ids: number[], now: Micros): Promise<number[]> {
  const retried = await tx
    .updateTable('job')
    .set({ ...RESET, run_at: now })
    .where('id', 'in', ids)
    .where('state', 'in', ['failed', 'queued'])
    .returning('id')
    .execute()
  return retried.map(({ id }) => id)
}

const RESET = {
  state: 'queued',
  attempts: 0,
  alone: 0,
  finished_at: null,
  waiting_since: null,
} as const

export interface FailedJobs {
  kind?: string
  imageId?: number
  /** Maximum number of jobs, the oldest failure first. */
  limit: number
}

/**
 * Requeues failed jobs, oldest failure first. Repeated calls with the same `before` end even if jobs fail again
 * meanwhile.
 * @param before requeue only jobs that failed by this time
 * @returns the number of requeued jobs
 */
export async function retryFailedJobs(
  tx: Tx,
  { kind, imageId, limit }: FailedJobs,
  { now, before }: { now: Micros; before: Micros },
): Promise<number> {
  const failed = tx
    .selectFrom('job')
    .select('id')
    .where('state', '=', FAILED)
    .where('finished_at', '<=', before)
    .$if(kind !== undefined, (job) => job.where('kind', '=', kind ?? ''))
    .$if(imageId !== undefined, (job) => job.where('image_id', '=', imageId ?? 0))
    .orderBy('finished_at')
    .limit(limit)
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ ...RESET, run_at: now })
    .where('id', 'in', failed)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
