import type { Store } from '../database/store.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../base/clock.ts'
import { endRun, finishJob, type RunResult } from '../job-queue/outcome.ts'
import { CatalogError } from '../base/errors.ts'
import { PictureError } from '../imaging/picture-error.ts'
import type { Logger } from '../base/log.ts'
import { classifyFailure, getMessage, type Failure } from './failure.ts'
import { PermanentFailure } from './job-handler.ts'
import type { ClaimedJob, Outcome } from './perform-job.ts'
import { computeOutageDelay, computeRetryDelay } from '../job-queue/retry-delay.ts'

/** Longest deferral of a job because of outages, after which it fails. */
const MAX_DEFERRAL: Micros = 7 * 24 * 60 * 60 * MICROS_PER_SECOND

/** State of a job after a run. */
export type Disposition = 'done' | 'released' | 'deferred' | 'retry' | 'failed' | 'lost'

/** Records the result of a run in the database. @throws if the write fails */
export async function recordOutcome(
  { clock, write }: { clock: Clock } & Pick<Store, 'write'>,
  job: ClaimedJob,
  outcome: Outcome,
): Promise<Disposition> {
  const now = clock.now()
  switch (outcome.end) {
    case 'recorded':
      return 'done'
    case 'lost':
      return 'lost'
    case 'done':
      return (await write((tx) => finishJob(tx, job, now))) ? 'done' : 'lost'
    default: {
      const { disposition, result } = decide(job, outcome, now)
      return (await write((tx) => endRun(tx, job, result))) ? disposition : 'lost'
    }
  }
}

interface Decision {
  disposition: Disposition
  result: RunResult
}

/** Decides whether a job that was not completed is retried, and when. */
function decide(job: ClaimedJob, outcome: Interrupted, now: Micros): Decision {
  const uncounted = { state: 'queued', attempts: job.attempts - 1 } as const
  if (outcome.end === 'released') return { disposition: 'released', result: uncounted }
  const failure = classifyFailure(outcome.error)
  if (failure === 'stopped') return { disposition: 'released', result: uncounted }
  const last_error = getMessage(outcome.error)
  const since = job.waiting_since ?? now
  if (isDeferred(failure, now - since)) {
    const run_at = now + computeOutageDelay(now - since, Math.random())
    const result = { ...uncounted, run_at, last_error, waiting_since: since }
    return { disposition: 'deferred', result }
  }
  if (canRetry(job, failure)) {
    const run_at = now + computeRetryDelay(job.attempts, Math.random())
    const alone = RETRIED_ALONE.includes(failure) ? 1 : job.alone
    const result = { state: 'queued', run_at, last_error, waiting_since: null, alone } as const
    return { disposition: 'retry', result }
  }
  const reason = outcome.error instanceof PictureError ? outcome.error.reason : null
  const ended = { finished_at: now, last_error, waiting_since: null, failure: reason }
  return { disposition: 'failed', result: { ...ended, state: 'failed' } }
}

function isDeferred(failure: Failure, waited: Micros): boolean {
  return failure === 'unusable' || (failure === 'outage' && waited <= MAX_DEFERRAL)
}

type Interrupted = Extract<Outcome, { end: 'released' | 'failed' }>

/** Failures after which a job is retried while no other job runs. */
const RETRIED_ALONE: readonly Failure[] = ['suspicious', 'strain']

function canRetry({ attempts, max_attempts, alone }: ClaimedJob, failure: Failure): boolean {
  if (failure === 'permanent' || failure === 'outage') return false
  if (failure === 'suspicious' && alone === 1) return false
  return attempts < max_attempts
}

/** Logs one line per run. Outages go to the debug level: the circuit breaker logs them once for all jobs. */
export function logOutcome(
  log: Logger,
  { outcome, disposition, ms }: { outcome: Outcome; disposition: Disposition; ms: number },
): void {
  if (disposition === 'lost')
    return log.warn({ ms }, 'another runner took over the job; the result was discarded')
  if (!('error' in outcome)) return log.info({ ms }, `job ${disposition}`)
  const { error } = outcome
  const fields = { ms, reason: getMessage(error) }
  if (disposition === 'deferred') log.debug(fields, `job: ${disposition}`)
  else if (isExpected(error)) log.warn(fields, `job: ${disposition}`)
  else log.error({ ms, err: error }, `job: ${disposition}`)
}

function isExpected(error: unknown): boolean {
  return [PermanentFailure, PictureError, CatalogError].some((kind) => error instanceof kind)
}
