import type { Services } from '../services.ts'
import { MICROS_PER_SECOND } from '../clock.ts'
import { dropEndedJobs } from './queue/outcome.ts'
import { retryFailedJobs, retryJobs, type FailedJobs } from './queue/retry.ts'
import { notFound } from '../errors.ts'
import { inBatches } from './batches.ts'

/** Written at once, so that nobody waits long for the database. */
const AT_ONCE = 2000

/**
 * Makes these jobs due now, as if they were new.
 * @throws CatalogError kind `not_found` that names those that are not there, or are running or done; the
 *   others are due all the same
 */
export async function retryNow(
  { write, clock }: Pick<Services, 'clock' | 'write'>,
  ids: number[],
): Promise<number> {
  const retried = await write((tx) => retryJobs(tx, ids, clock.now()))
  const others = ids.filter((id) => !retried.includes(id))
  if (others.length === 0) return retried.length
  throw notFound(`No job waits or has failed under ${others.join(', ')}.`)
}

/** Puts all jobs that have failed so far back into the queue. @returns how many */
export function retryAllFailed(
  { write, clock }: Pick<Services, 'clock' | 'write'>,
  which: Omit<FailedJobs, 'limit'>,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now()
  const retry = (limit: number): Promise<number> =>
    write((tx) => retryFailedJobs(tx, { ...which, limit }, { now: clock.now(), before }))
  return inBatches(AT_ONCE, retry, signal)
}

export interface Purge {
  state: 'done' | 'failed'
  /** Only what ended longer ago than this. */
  olderThanSeconds: number
}

/** Forgets jobs that have ended. @returns how many */
export function purgeJobs(
  { write, clock }: Pick<Services, 'clock' | 'write'>,
  { state, olderThanSeconds }: Purge,
  signal?: AbortSignal,
): Promise<number> {
  // What ended at this very moment has ended too.
  const before = clock.now() - olderThanSeconds * MICROS_PER_SECOND + 1
  const purge = (limit: number): Promise<number> =>
    write((tx) => dropEndedJobs(tx, { state, before, limit }))
  return inBatches(AT_ONCE, purge, signal)
}
