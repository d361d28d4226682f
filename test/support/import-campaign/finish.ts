import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { confirmKnownFiles } from '../../../src/core/stored-files/known-files.ts'
import { sweepOrphans } from '../../../src/core/jobs/sweep-orphans.ts'
import { jobHandlers } from '../../../src/core/jobs/handlers.ts'
import { reapSlots } from '../../../src/core/jobs/reap-slots.ts'
import { startJobs } from '../../../src/core/jobs/runner.ts'
import { silentLog } from '../../../src/core/base/log.ts'
import { compareStore } from '../stored-files.ts'
import type { TestClock } from '../test-clock.ts'

const DAY = 24 * 60 * 60

/**
 * Runs all jobs a day later, when those of killed servers are available again.
 * @returns images without the pictures of their file, and slots that are still claimed
 */
export async function finishJobs(catalog: Catalog, clock: TestClock): Promise<string[]> {
  clock.advance(DAY)
  await workOff(catalog)
  const images = await catalog.reads.selectFrom('image').selectAll().execute()
  const unfinished = images.filter(
    ({ file_version, generation_of }) => file_version === null || generation_of !== file_version,
  )
  const slots = catalog.reads.selectFrom('slot').select('id').where('lease', 'is not', null)
  return [
    ...unfinished.map(({ id }) => `image ${id} shows no pictures of its file`),
    ...(await slots.execute()).map(({ id }) => `slot ${id} is stuck`),
  ]
}

/** Deletes what nothing uses, two days later. @returns differences between the rows and the stored files */
export async function deleteLeftovers(catalog: Catalog, clock: TestClock): Promise<string[]> {
  await confirmKnownFiles(catalog)
  clock.advance(2 * DAY)
  await workOff(catalog)
  await reapSlots(catalog)
  // The second run deletes folders that the first one emptied.
  for (let day = 0; day < 2; day += 1) await sweepOrphans(catalog, new AbortController().signal)
  const { unnamed, missing } = await compareStore(catalog)
  return [
    ...unnamed.map((key) => `${key} is named by no row`),
    ...missing.map((key) => `${key} is missing`),
  ]
}

async function workOff(catalog: Catalog): Promise<void> {
  await using jobs = startJobs(catalog, { log: silentLog, handlers: jobHandlers, workers: 1 })
  await jobs.drain()
}
