import type { Store } from '../database/store.ts'
import type { Logger } from '../base/log.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../base/clock.ts'
import { finishJob, renewJob } from '../job-queue/outcome.ts'
import type { JobKind } from '../job-queue/enqueue.ts'
import type { Row } from '../database/tables.ts'
import type { JobHandlers, JobServices } from './job-handler.ts'

const LEASE_SECONDS = 60
const RENEW_MS = 20_000

export type ClaimedJob = Row<'job'> & { lease: string }

export interface PerformOptions {
  handlers: JobHandlers
  /** Aborted when the job must stop at once, to be released. */
  signal: AbortSignal
}

/** Result of one run of a job. */
export type Outcome =
  | { end: 'done' }
  /** Done and already recorded; or lost to another runner, whose result counts. */
  | { end: 'recorded' | 'lost' }
  | { end: 'released' }
  | { end: 'failed'; error: unknown }

/** Returns when a lease that starts now expires, unless it is renewed. */
export function computeLeaseEnd({ clock }: { clock: Clock }): Micros {
  return clock.now() + LEASE_SECONDS * MICROS_PER_SECOND
}

/** Runs a job, and renews its lease while the job runs. Never throws. */
export async function performJob(
  catalog: JobServices,
  job: ClaimedJob,
  { handlers, signal }: PerformOptions,
): Promise<Outcome> {
  using lease = startLeaseRenewal(catalog, job)
  let isRecorded: boolean | undefined
  try {
    await handlers[job.kind as JobKind](catalog, {
      imageId: job.image_id,
      payload: JSON.parse(job.payload) as unknown,
      priority: job.priority,
      signal: AbortSignal.any([signal, lease.lost]),
      async markDone(tx) {
        isRecorded = await finishJob(tx, job, catalog.clock.now())
        return isRecorded
      },
    })
  } catch (error) {
    if (signal.aborted) return { end: 'released' }
    return lease.lost.aborted ? { end: 'lost' } : { end: 'failed', error }
  }
  // The handler has returned, so its transaction has committed.
  if (isRecorded === undefined) return { end: 'done' }
  return { end: isRecorded ? 'recorded' : 'lost' }
}

/** Renews the lease while the job runs. Aborts `lost` if another runner has taken over. */
function startLeaseRenewal(
  catalog: { clock: Clock; log: Logger } & Pick<Store, 'write'>,
  job: ClaimedJob,
): Disposable & { lost: AbortSignal } {
  const loss = new AbortController()
  let failures = 0
  const renew = async (): Promise<void> => {
    const until = computeLeaseEnd(catalog)
    const isHeld = await catalog.write((tx) => renewJob(tx, job, until))
    if (!isHeld) loss.abort(new Error('Another runner has taken over the job.'))
  }
  const failed = (error: unknown): void => {
    failures += 1
    if (failures > 1) return
    catalog.log.warn({ err: error, job: job.id }, 'could not renew the lease of a job')
  }
  const timer = setInterval(() => void renew().catch(failed), RENEW_MS).unref()
  return { lost: loss.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
