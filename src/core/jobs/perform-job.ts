import type { Services } from '../services.ts'
import type { Catalog } from '../catalog.ts'
import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import { finishJob, renewJob } from './queue/outcome.ts'
import type { JobKind } from './queue/enqueue.ts'
import type { Row } from '../db/tables.ts'
import { PermanentFailure, type JobHandler, type JobHandlers, type JobRun } from './job-handler.ts'

const LEASE_SECONDS = 60
const RENEW_MS = 20_000

export type ClaimedJob = Row<'job'> & { lease: string }

export interface PerformOptions {
  handlers: JobHandlers
  /** Aborted when the job must end at once, to be given back. */
  signal: AbortSignal
}

/** How a run of a job went. */
export type Outcome =
  | { end: 'done' }
  /** Done, and written down already; or lost to another runner, whose result counts. */
  | { end: 'settled' | 'lost' }
  | { end: 'given back' }
  | { end: 'failed'; error: unknown }

/** When a lease that is taken now runs out, unless it is renewed. */
export function leaseEnd({ clock }: Pick<Catalog, 'clock'>): Micros {
  return clock.now() + LEASE_SECONDS * MICROS_PER_SECOND
}

/** Does a job, keeping its lease meanwhile. Never throws. */
export async function performJob(
  catalog: Pick<Services, 'clock' | 'images' | 'log' | 'reads' | 'storage' | 'write'>,
  job: ClaimedJob,
  { handlers, signal }: PerformOptions,
): Promise<Outcome> {
  using lease = keepLease(catalog, job)
  const settlement: { kept?: boolean } = {}
  try {
    const handle = requireHandler(handlers, job.kind)
    await handle(catalog, {
      imageId: job.image_id,
      payload: JSON.parse(job.payload) as unknown,
      signal: AbortSignal.any([signal, lease.lost]),
      settle: settler(catalog, job, settlement),
    })
  } catch (error) {
    if (signal.aborted) return { end: 'given back' }
    return lease.lost.aborted ? { end: 'lost' } : { end: 'failed', error }
  }
  if (settlement.kept === undefined) return { end: 'done' }
  return { end: settlement.kept ? 'settled' : 'lost' }
}

/** What it notes counts only when the handler returns, since its transaction has committed then. */
function settler(
  { clock }: Pick<Services, 'clock'>,
  job: ClaimedJob,
  settlement: { kept?: boolean },
): JobRun['settle'] {
  return async (tx) => {
    settlement.kept = await finishJob(tx, job, clock.now())
    return settlement.kept
  }
}

function requireHandler(handlers: JobHandlers, kind: string): JobHandler {
  const handler = Object.hasOwn(handlers, kind) ? handlers[kind as JobKind] : undefined
  if (handler) return handler
  throw new PermanentFailure(`This version of the program knows no job of the kind "${kind}".`)
}

/** Renews the lease for as long as the job runs; tells when it was lost all the same. */
function keepLease(
  catalog: Pick<Services, 'clock' | 'log' | 'write'>,
  job: ClaimedJob,
): Disposable & { lost: AbortSignal } {
  const loss = new AbortController()
  let failures = 0
  const renew = async (): Promise<void> => {
    const until = leaseEnd(catalog)
    const kept = await catalog.write((tx) => renewJob(tx, job, until))
    if (!kept) loss.abort(new Error('Another runner has taken the job over.'))
  }
  const failed = (error: unknown): void => {
    failures += 1
    if (failures > 1) return
    catalog.log.warn({ err: error, job: job.id }, 'the lease of a job could not be renewed')
  }
  const timer = setInterval(() => void renew().catch(failed), RENEW_MS).unref()
  return { lost: loss.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
