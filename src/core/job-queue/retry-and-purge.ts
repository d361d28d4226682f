import { recordAudit, type RunChange } from '../audit/record-audit.ts'
import type { Micros } from '../base/clock.ts'
import { deleteEndedJobs } from './outcome.ts'
import { retryFailedJobs, retryJobs, type FailedJobs } from './retry.ts'
import { notFound } from '../base/errors.ts'
import { inBatches } from '../base/batches.ts'

/** Jobs written in one transaction, to keep write locks short. */
const BATCH_SIZE = 2000

/**
 * Makes these jobs due now and resets their attempts.
 * @throws CatalogError kind `not_found` that names the jobs that are unknown, running or done; the other jobs are
 *   retried nevertheless
 */
export async function retryNow(runChange: RunChange, ids: readonly number[]): Promise<number> {
  const retried = await runChange((tx, context) => retryJobs(tx, ids, context))
  const others = ids.filter((id) => !retried.includes(id))
  if (others.length === 0) return retried.length
  throw notFound(`No queued or failed job has the id ${others.join(', ')}.`)
}

/** Requeues all failed jobs. @returns the number of jobs */
export function retryAllFailed(
  runChange: RunChange,
  which: Omit<FailedJobs, 'limit'>,
  signal?: AbortSignal,
): Promise<number> {
  const retry = (limit: number): Promise<number> =>
    runChange((tx, context) => retryFailedJobs(tx, { ...which, limit }, context))
  return inBatches(BATCH_SIZE, retry, signal)
}

export interface Purge {
  state: 'done' | 'failed'
  /** Purge only jobs that ended before. */
  before: Micros
}

/** Deletes jobs that have ended. @returns the number of jobs */
export function purgeJobs(
  runChange: RunChange,
  { state, before }: Purge,
  signal?: AbortSignal,
): Promise<number> {
  const purge = (limit: number): Promise<number> =>
    runChange(async (tx, context) => {
      const jobs = await deleteEndedJobs(tx, { state, before, limit })
      if (jobs > 0) {
        const queue = { action: 'job.purge', objectType: 'job_queue', objectId: 'all' } as const
        await recordAudit(tx, context, { ...queue, before: null, after: { jobs, state } })
      }
      return jobs
    })
  return inBatches(BATCH_SIZE, purge, signal)
}
