import { enqueueJob, type NewJob } from '../../src/core/jobs/queue/enqueue.ts'
import type { JobHandler } from '../../src/core/jobs/job-handler.ts'
import { startJobs, type JobsOptions } from '../../src/core/jobs/runner.ts'
import { silentLog } from '../../src/core/log.ts'
import type { TestCatalog } from './open-catalog.ts'

/** Sets a queue to work in which every job does the same. */
export function workOff(
  { catalog }: Pick<TestCatalog, 'catalog'>,
  work: JobHandler,
  options: Partial<JobsOptions> = {},
) {
  const handlers = { derive: work, remove: work }
  return startJobs(catalog, { log: silentLog, handlers, workers: 1, pollMs: 60_000, ...options })
}

/** Puts a job into the queue: a derivation of image 1 that is due, unless told otherwise. */
export async function enqueue(
  { catalog, clock }: Pick<TestCatalog, 'catalog' | 'clock'>,
  job: Partial<NewJob> = {},
): Promise<void> {
  const now = clock.now()
  const whole: NewJob = { kind: 'derive', imageId: 1, runAt: now, ...job }
  await catalog.write((tx) => enqueueJob(tx, whole, now))
}

/** All jobs, in the order in which they were put into the queue. */
export function jobRows({ catalog }: Pick<TestCatalog, 'catalog'>) {
  return catalog.reads.selectFrom('job').selectAll().orderBy('id').execute()
}
