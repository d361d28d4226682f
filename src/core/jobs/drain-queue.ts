import type { Config } from '../config/config.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { isPaused } from '../job-queue/pause.ts'
import { takeServeLock } from '../database/locks.ts'
import { conflict } from '../base/errors.ts'
import { updateEmbeddingModels } from './embedding-models.ts'
import { jobHandlers } from './handlers.ts'
import type { JobServices } from './job-handler.ts'
import type { Disposition } from './record-outcome.ts'
import { releaseJobs } from './release-leases.ts'
import { startJobs } from './runner.ts'

/** Number of runs by result. */
export type Tally = Record<Disposition, number>

/**
 * Runs the jobs of the queue in this process until none is due, without a server. Aborting releases the running
 * jobs.
 * @throws CatalogError kind `busy` if a server is running on the data directory, `conflict` if the queue is paused
 */
export async function drainQueue(
  catalog: JobServices & { address: DatabaseAddress; config: Config },
  signal: AbortSignal,
): Promise<Tally> {
  using _lock = takeServeLock(catalog.config.data)
  if (await isPaused(catalog.reads)) {
    throw conflict('The queue is paused. Resume it with: catalog job resume')
  }
  await releaseJobs(catalog)
  const tally: Tally = {
    done: 0,
    retry: 0,
    failed: 0,
    deferred: 0,
    released: 0,
    lost: 0,
  }
  await using jobs = startJobs(catalog, {
    log: catalog.log,
    handlers: jobHandlers,
    workers: catalog.config.imageWorkers,
    graceMs: 0,
    onEnd: ({ disposition }) => void (tally[disposition] += 1),
  })
  await updateEmbeddingModels(catalog, { signal })
  await Promise.race([jobs.drain(), waitForAbort(signal)])
  await updateEmbeddingModels(catalog, { signal })
  return tally
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
