import type { Services } from '../services.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import { failJob, finishJob, releaseJob, deferJob, retryJob } from './queue/outcome.ts'
import { CatalogError } from '../errors.ts'
import { PictureError, type PictureFailureReason } from '../imaging/picture-error.ts'
import type { Logger } from '../log.ts'
import { classifyFailure, messageOf, type Failure } from './failure.ts'
import { PermanentFailure } from './job-handler.ts'
import type { ClaimedJob, Outcome } from './perform-job.ts'
import { computeOutageDelay, computeRetryDelay } from './retry-delay.ts'

/** How long a job is deferred because of outages before it fails. */
const MAX_DEFERRAL: Micros = 7 * 24 * 60 * 60 * MICROS_PER_SECOND

/** State of a job after a run. */
export type Disposition = 'done' | 'released' | 'deferred' | 'retry' | 'failed' | 'lost'

/** Records the result of a run in the database. @throws if the write fails */
export async function recordOutcome(
  catalog: Pick<Services, 'clock' | 'write'>,
  job: ClaimedJob,
  outcome: Outcome,
): Promise<Disposition> {
  if (outcome.end === 'recorded') return 'done'
  if (outcome.end === 'lost') return 'lost'
  const disposition = decideDisposition(catalog, job, outcome)
  return (await record(catalog, job, { outcome, disposition })) ? disposition : 'lost'
}

function decideDisposition(
  { clock }: Pick<Services, 'clock'>,
  job: ClaimedJob,
  outcome: Outcome,
): Disposition {
  if (outcome.end === 'released') return 'released'
  if (outcome.end !== 'failed') return 'done'
  const waited = job.waiting_since === null ? 0 : clock.now() - job.waiting_since
  return DECISIONS[classifyFailure(outcome.error)](job, waited)
}

const DECISIONS: Record<Failure, (job: ClaimedJob, waited: Micros) => Disposition> = {
  permanent: () => 'failed',
  suspicious: (job) => (job.alone === 1 ? 'failed' : retryOrFail(job)),
  strain: retryOrFail,
  outage: (_, waited) => (waited > MAX_DEFERRAL ? 'failed' : 'deferred'),
  stopped: () => 'released',
  unknown: retryOrFail,
}

/** Failures after which a job is retried while no other job runs. */
const RETRIED_ALONE: readonly Failure[] = ['suspicious', 'strain']

function retryOrFail(job: ClaimedJob): Disposition {
  return job.attempts >= job.max_attempts ? 'failed' : 'retry'
}

function record(
  { clock, write }: Pick<Services, 'clock' | 'write'>,
  job: ClaimedJob,
  { outcome, disposition }: { outcome: Outcome; disposition: Disposition },
): Promise<boolean> {
  const now = clock.now()
  const error = 'error' in outcome ? messageOf(outcome.error) : ''
  return write(async (tx) => {
    switch (disposition) {
      case 'released':
        return releaseJob(tx, job)
      case 'failed':
        return failJob(tx, job, { now, error, failure: findPictureFailure(outcome) })
      case 'retry': {
        const alone = 'error' in outcome && RETRIED_ALONE.includes(classifyFailure(outcome.error))
        const runAt = now + computeRetryDelay(job.attempts, Math.random())
        return retryJob(tx, job, { runAt, error, alone })
      }
      case 'deferred': {
        const since = job.waiting_since ?? now
        const runAt = now + computeOutageDelay(now - since, Math.random())
        return deferJob(tx, job, { runAt, error, since })
      }
      default:
        return finishJob(tx, job, now)
    }
  })
}

function findPictureFailure(outcome: Outcome): PictureFailureReason | null {
  return 'error' in outcome && outcome.error instanceof PictureError ? outcome.error.reason : null
}

/** Logs one line per run. Outages go to the debug level: the circuit breaker logs them once for all jobs. */
export function logOutcome(
  log: Logger,
  { outcome, disposition, ms }: { outcome: Outcome; disposition: Disposition; ms: number },
): void {
  if (disposition === 'lost')
    return log.warn({ ms }, 'a job was lost to another runner; its result does not count')
  if (!('error' in outcome)) return log.info({ ms }, `job ${disposition}`)
  const { error } = outcome
  const fields = { ms, reason: messageOf(error) }
  if (disposition === 'deferred') log.debug(fields, `job: ${disposition}`)
  else if (isExpected(error)) log.warn(fields, `job: ${disposition}`)
  else log.error({ ms, err: error }, `job: ${disposition}`)
}

function isExpected(error: unknown): boolean {
  return [PermanentFailure, PictureError, CatalogError].some((kind) => error instanceof kind)
}
