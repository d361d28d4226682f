import type { Catalog } from '../catalog.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import {
  failJob,
  finishJob,
  giveBackJob,
  renewJob,
  retryJob,
  type JobKind,
} from '../engine/sqlite/jobs.ts'
import type { Row } from '../engine/sqlite/tables.ts'
import { CatalogError } from '../errors.ts'
import { PictureError } from '../imaging/picture-error.ts'
import type { Logger } from '../log.ts'
import { PermanentFailure, type JobHandler, type JobHandlers } from './job-handler.ts'
import { retryDelaySeconds } from './retry-delay.ts'

const LEASE_SECONDS = 60
const RENEW_MS = 20_000

export type ClaimedJob = Row<'job'> & { lease: string }

export interface PerformOptions {
  log: Logger
  handlers: JobHandlers
  /** Aborted when the job must end at once, to be given back. */
  signal: AbortSignal
}

/** When a lease that is taken now runs out, unless it is renewed. */
export function leaseEnd({ clock }: Catalog): Micros {
  return clock.now() + LEASE_SECONDS * MICROS_PER_SECOND
}

/** Does a job and writes down how it went. Never throws: what cannot be written down is done again when the lease ends. */
export async function performJob(
  catalog: Catalog,
  job: ClaimedJob,
  options: PerformOptions,
): Promise<void> {
  const { id, kind, image_id: image, attempts: attempt } = job
  const log = options.log.child({ job: id, kind, image, attempt })
  const began = performance.now()
  const outcome = await attemptJob(catalog, job, options)
  try {
    const kept = await record(catalog, job, outcome)
    tell(log, outcome, { kept, ms: Math.round(performance.now() - began) })
  } catch (error) {
    log.error({ err: error }, 'the end of a job could not be recorded')
  }
}

type Outcome = { end: 'done' } | { end: 'given back' } | { end: 'retry' | 'failed'; error: unknown }

async function attemptJob(
  catalog: Catalog,
  job: ClaimedJob,
  { handlers, signal }: PerformOptions,
): Promise<Outcome> {
  using lease = keepLease(catalog, job)
  const { image_id: imageId, attempts: attempt } = job
  try {
    const handle = requireHandler(handlers, job.kind)
    const payload: unknown = JSON.parse(job.payload)
    const either = AbortSignal.any([signal, lease.lost])
    await handle(catalog, { imageId, payload, attempt, signal: either })
    return { end: 'done' }
  } catch (error) {
    if (signal.aborted) return { end: 'given back' }
    const isLast = error instanceof PermanentFailure || attempt >= job.max_attempts
    return { end: isLast ? 'failed' : 'retry', error }
  }
}

function requireHandler(handlers: JobHandlers, kind: string): JobHandler {
  const handler = Object.hasOwn(handlers, kind) ? handlers[kind as JobKind] : undefined
  if (handler) return handler
  throw new PermanentFailure(`This version of the program knows no job of the kind "${kind}".`)
}

/** Renews the lease for as long as the job runs; tells when it was lost all the same. */
function keepLease(
  catalog: Catalog,
  { id, lease }: ClaimedJob,
): Disposable & { lost: AbortSignal } {
  const loss = new AbortController()
  const renew = async (): Promise<void> => {
    const until = leaseEnd(catalog)
    const kept = await catalog.write((tx) => renewJob(tx, id, { lease, until }))
    if (!kept) loss.abort(new Error('Another runner has taken the job over.'))
  }
  const failed = (error: unknown): void => {
    catalog.log.error({ err: error, job: id }, 'the lease of a job could not be renewed')
  }
  const timer = setInterval(() => void renew().catch(failed), RENEW_MS).unref()
  return { lost: loss.signal, [Symbol.dispose]: () => clearInterval(timer) }
}

/** False when the job had been lost to another runner, whose result counts. */
function record(catalog: Catalog, job: ClaimedJob, outcome: Outcome): Promise<boolean> {
  const now = catalog.clock.now()
  return catalog.write((tx) => {
    if (outcome.end === 'done') return finishJob(tx, job, now)
    if (outcome.end === 'given back') return giveBackJob(tx, job)
    const error = sentence(outcome.error)
    if (outcome.end === 'failed') return failJob(tx, job, { now, error })
    return retryJob(tx, job, { runAt: now + retryDelay(job.attempts), error })
  })
}

function retryDelay(attempt: number): Micros {
  return Math.round(retryDelaySeconds(attempt, Math.random()) * MICROS_PER_SECOND)
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function tell(log: Logger, outcome: Outcome, { kept, ms }: { kept: boolean; ms: number }): void {
  if (!kept) return log.warn({ ms }, 'a job was lost to another runner; its result does not count')
  if (!('error' in outcome)) return log.info({ ms }, `job ${outcome.end}`)
  const { end, error } = outcome
  if (isExpected(error)) log.warn({ ms, reason: sentence(error) }, `job: ${end}`)
  else log.error({ ms, err: error }, `job: ${end}`)
}

function isExpected(error: unknown): boolean {
  return [PermanentFailure, PictureError, CatalogError].some((kind) => error instanceof kind)
}
