import type { RunChange } from '../audit/record-audit.ts'
import type { Services } from '../services.ts'
import { MICROS_PER_SECOND } from '../clock.ts'
import { deleteEndedJobs } from './queue/outcome.ts'
import { retryFailedJobs, retryJobs, type FailedJobs } from './queue/retry.ts'
import { notFound } from '../errors.ts'
import { inBatches } from './batches.ts'

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
  /** Purge only jobs that ended longer ago than this. */
  olderThanSeconds: number
}

/** Deletes jobs that have ended. @returns the number of jobs */
export function purgeJobs(
  { write, clock }: Pick<Services, 'clock' | 'write'>,
  { state, olderThanSeconds }: Purge,
  signal?: AbortSignal,
): Promise<number> {
  // Includes jobs that ended in this microsecond.
  const before = clock.now() - olderThanSeconds * MICROS_PER_SECOND + 1
  const purge = (limit: number): Promise<number> =>
    write((tx) => deleteEndedJobs(tx, { state, before, limit }))
  return inBatches(BATCH_SIZE, purge, signal)
}
