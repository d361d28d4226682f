import type { IdempotentResult } from '../idempotency/idempotent-request.ts'
import { pauseJobs, resumeJobs } from '../jobs/queue/pause.ts'
import { retryAllFailed, retryNow } from '../jobs/retry-and-purge.ts'
import type { Services } from '../services.ts'
import { moderate, moderateOnce, type Moderator } from './moderate.ts'

type JobServices = Pick<Services, 'clock' | 'jobs' | 'write'>

/** Of many failed jobs, as many are queued again as fit in this time. A repeated request queues the rest. */
const MAX_RETRY_MS = 10_000

/**
 * Runs a failed or waiting job now, for a moderator.
 * @throws CatalogError kind `not_found` for another job, or the errors of `moderateOnce`
 */
export function retryJob(
  services: JobServices,
  moderator: Moderator,
  { id, key }: { id: number; key?: string | undefined },
): Promise<IdempotentResult<null>> {
  const request = { key, content: ['retry', id] }
  return moderateOnce(services, moderator, request, async (tx, context, afterCommit) => {
    await retryNow((change) => change(tx, context), [id])
    afterCommit(() => services.jobs?.wake())
    return null
  })
}

/**
 * Queues failed jobs of a kind again, for a moderator, in short transactions.
 * @returns the number of jobs
 * @throws CatalogError the errors of `moderate`
 */
export async function retryKind(
  services: JobServices,
  moderator: Moderator,
  kind: string,
): Promise<number> {
  const count = await retryAllFailed(
    (change) => moderate(services, moderator, change),
    { kind, before: services.clock.now() },
    AbortSignal.timeout(MAX_RETRY_MS),
  )
  services.jobs?.wake()
  return count
}

/** Pauses the queue of jobs or resumes it, for a moderator. @throws CatalogError the errors of `moderate` */
export async function setJobsPaused(
  services: JobServices,
  moderator: Moderator,
  isPaused: boolean,
): Promise<void> {
  await moderate(services, moderator, async (tx, context, afterCommit) => {
    await (isPaused ? pauseJobs(tx, context) : resumeJobs(tx, context))
    if (!isPaused) afterCommit(() => services.jobs?.wake())
  })
}
