import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import type { Micros } from '../base/clock.ts'
import { inList } from '../database/sql.ts'
import type { Tx } from '../database/store.ts'
import { literal } from '../database/expressions.ts'

const FAILED = literal('failed' as const)

/** Makes failed and queued jobs due now and resets their attempts. @returns the ids of these jobs */
export async function retryJobs(
  tx: Tx,
  ids: readonly number[],
  context: AuditContext,
): Promise<number[]> {
  const retried = await tx
    .updateTable('job')
    .set({ ...RESET, run_at: context.now })
    .where('id', 'in', inList(ids))
    .where('state', 'in', ['failed', 'queued'])
    .returning(['id', 'kind', 'image_id'])
    .execute()
  for (const { id, ...after } of retried) {
    const job = { action: 'job.retry', objectType: 'job', objectId: id } as const
    await recordAudit(tx, context, { ...job, before: null, after })
  }
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
  kind?: string | undefined
  imageId?: number | undefined
  /** Only jobs that failed by this time. */
  before: Micros
  /** Maximum number of jobs, the oldest failure first. */
  limit: number
}

/**
 * Requeues failed jobs, oldest failure first. Repeated calls with the same `before` end even if jobs fail again between
 * calls.
 * @returns the number of requeued jobs
 */
export async function retryFailedJobs(
  tx: Tx,
  { kind, imageId, before, limit }: FailedJobs,
  context: AuditContext,
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
    .set({ ...RESET, run_at: context.now })
    .where('id', 'in', failed)
    .executeTakeFirstOrThrow()
  const jobs = Number(numUpdatedRows)
  if (jobs > 0) {
    await recordAudit(tx, context, {
      action: 'job.retry',
      objectType: 'job_queue',
      objectId: kind ?? 'all',
      before: null,
      after: { jobs, ...(imageId !== undefined && { image_id: imageId }) },
    })
  }
  return jobs
}
