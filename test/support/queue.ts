import { enqueueJob, type NewJob } from '../../src/core/job-queue/enqueue.ts'
import type { JobHandler } from '../../src/core/jobs/job-handler.ts'
import { startJobs, type JobsOptions } from '../../src/core/jobs/runner.ts'
import { silentLog } from '../../src/core/base/log.ts'
import type { TestCatalog } from './open-catalog.ts'
import { pauseJobs, resumeJobs } from '../../src/core/job-queue/pause.ts'
import { hostContext } from './host-context.ts'
import { readRows } from './rows.ts'

/** Starts the job runner with the same handler for every kind of job. */
export function startRunner(
  { catalog }: Pick<TestCatalog, 'catalog'>,
  work: JobHandler,
  options: Partial<JobsOptions> = {},
) {
  const forImages = { derive: work, tile: work, embed: work, remove: work }
  const handlers = { ...forImages, withdraw: work, milestones: work, changes: work }
  return startJobs(catalog, { log: silentLog, handlers, workers: 1, pollMs: 60_000, ...options })
}

/** Enqueues a job: by default a derivation of image 1 that is due. */
export async function enqueue(
  { catalog, clock }: Pick<TestCatalog, 'catalog' | 'clock'>,
  job: Partial<NewJob> = {},
): Promise<void> {
  const now = clock.now()
  const whole: NewJob = { kind: 'derive', imageId: 1, runAt: now, ...job }
  await catalog.write((tx) => enqueueJob(tx, whole, now))
}

/** Reads all jobs, in the order in which they were enqueued. */
export function readJobs(opened: Pick<TestCatalog, 'catalog'>) {
  return readRows(opened, 'job')
}

export function pauseQueue({ catalog }: Pick<TestCatalog, 'catalog'>): Promise<boolean> {
  return catalog.write((tx) => pauseJobs(tx, hostContext(catalog.clock)))
}

export function resumeQueue({ catalog }: Pick<TestCatalog, 'catalog'>): Promise<boolean> {
  return catalog.write((tx) => resumeJobs(tx, hostContext(catalog.clock)))
}
