import type { Services } from '../services.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import { failJob, finishJob, giveBackJob, postponeJob, retryJob } from './queue/outcome.ts'
import { CatalogError } from '../errors.ts'
import { PictureError, type PictureFailureReason } from '../imaging/picture-error.ts'
import type { Logger } from '../log.ts'
import { classifyFailure, reasonOf, type Failure } from './failure.ts'
import { PermanentFailure } from './job-handler.ts'
import type { ClaimedJob, Outcome } from './perform-job.ts'
import { outageDelay, retryDelay } from './retry-delay.ts'

/** How long a job is deferred because of outages before it fails. */
const PATIENCE: Micros = 7 * 24 * 60 * 60 * MICROS_PER_SECOND

/** State of a job after a run. */
export type Disposition = 'done' | 'given back' | 'waits for the host' | 'retry' | 'failed' | 'lost'

/** Records the result of a run in the database. @throws if the write fails */
export async function recordOutcome(
  catalog: Pick<Services, 'clock' | 'write'>,
  job: ClaimedJob,
  outcome: Outcome,
): Promise<Disposition> {
  if (outcome.end === 'settled') return 'done'
  if (outcome.end === 'lost') return 'lost'
  const sequel = sequelOf(catalog, job, outcome)
  return (await record(catalog, job, { outcome, sequel })) ? sequel : 'lost'
}

function sequelOf(
  { clock }: Pick<Services, 'clock'>,
  job: ClaimedJob,
  outcome: Outcome,
): Disposition {
  if (outcome.end === 'given back') return 'given back'
  if (outcome.end !== 'failed') return 'done'
  const waited = job.waiting_since === null ? 0 : clock.now() - job.waiting_since
  return AFTER[classifyFailure(outcome.error)](job, waited)
}

const AFTER: Record<Failure, (job: ClaimedJob, waited: Micros) => Disposition> = {
  permanent: () => 'failed',
  suspicious: (job) => (job.alone === 1 ? 'failed' : tryAgain(job)),
  strain: tryAgain,
  outage: (_, waited) => (waited > PATIENCE ? 'failed' : 'waits for the host'),
  stopped: () => 'given back',
  unknown: tryAgain,
}

/** Failures after which a job is retried while no other job runs. */
const TRIED_ALONE: readonly Failure[] = ['suspicious', 'strain']

function tryAgain(job: ClaimedJob): Disposition {
  return job.attempts >= job.max_attempts ? 'failed' : 'retry'
}

function record(
  { clock, write }: Pick<Services, 'clock' | 'write'>,
  job: ClaimedJob,
  { outcome, sequel }: { outcome: Outcome; sequel: Disposition },
): Promise<boolean> {
  const now = clock.now()
  const error = 'error' in outcome ? reasonOf(outcome.error) : ''
  return write(async (tx) => {
    switch (sequel) {
      case 'given back':
        return giveBackJob(tx, job)
      case 'failed':
        return failJob(tx, job, { now, error, failure: pictureFailure(outcome) })
      case 'retry': {
        const alone = 'error' in outcome && TRIED_ALONE.includes(classifyFailure(outcome.error))
        const runAt = now + retryDelay(job.attempts, Math.random())
        return retryJob(tx, job, { runAt, error, alone })
      }
      case 'waits for the host': {
        const since = job.waiting_since ?? now
        const runAt = now + outageDelay(now - since, Math.random())
        return postponeJob(tx, job, { runAt, error, since })
      }
      default:
        return finishJob(tx, job, now)
    }
  })
}

function pictureFailure(outcome: Outcome): PictureFailureReason | null {
  return 'error' in outcome && outcome.error instanceof PictureError ? outcome.error.reason : null
}

/** Logs one line per run. Outages go to the debug level: the circuit breaker logs them once for all jobs. */
export function tellOutcome(
  log: Logger,
  { outcome, sequel, ms }: { outcome: Outcome; sequel: Disposition; ms: number },
): void {
  if (sequel === 'lost')
    return log.warn({ ms }, 'a job was lost to another runner; its result does not count')
  if (!('error' in outcome)) return log.info({ ms }, `job ${sequel}`)
  const { error } = outcome
  const told = { ms, reason: reasonOf(error) }
  if (sequel === 'waits for the host') log.debug(told, `job: ${sequel}`)
  else if (isExpected(error)) log.warn(told, `job: ${sequel}`)
  else log.error({ ms, err: error }, `job: ${sequel}`)
}

function isExpected(error: unknown): boolean {
  return [PermanentFailure, PictureError, CatalogError].some((kind) => error instanceof kind)
}
