import { expect, test } from 'vitest'
import { enqueueJob } from '../../../../src/core/job-queue/enqueue.ts'
import { PermanentFailure } from '../../../../src/core/jobs/job-handler.ts'
import { startJobs } from '../../../../src/core/jobs/runner.ts'
import { startMaintenance } from '../../../../src/core/jobs/maintenance.ts'
import { silentLog } from '../../../../src/core/base/log.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'

const DAY = 24 * 60 * 60

test('deletes finished jobs after a week, but never failed ones', async () => {
  await using opened = await openTestCatalog()
  const { catalog, clock } = opened
  const runAt = clock.now()
  await catalog.write(async (tx) => {
    await enqueueJob(tx, { kind: 'remove', imageId: 1, runAt }, runAt)
    await enqueueJob(tx, { kind: 'derive', imageId: 2, runAt }, runAt)
    await enqueueJob(tx, { kind: 'remove', imageId: 3, runAt: runAt + 30 * DAY * 1e6 }, runAt)
  })
  const handlers = {
    remove: async () => {},
    tile: async () => {},
    embed: async () => {},
    withdraw: async () => {},
    milestones: async () => {},
    changes: async () => {},
    derive: async () => {
      throw new PermanentFailure('The picture is damaged.')
    },
  }
  await using jobs = startJobs(catalog, { log: silentLog, handlers, workers: 1 })
  await jobs.drain()
  const states = async () =>
    (await catalog.reads.selectFrom('job').select('state').orderBy('id').execute()).map(
      ({ state }) => state,
    )
  clock.advance(7 * DAY)
  await startMaintenance(catalog)[Symbol.asyncDispose]()
  expect(await states()).toEqual(['done', 'failed', 'queued'])
  clock.advance(1)
  await startMaintenance(catalog)[Symbol.asyncDispose]()
  expect(await states()).toEqual(['failed', 'queued'])
})

test('runs jobs that a clock far ahead has dated, but not those that are planned', async () => {
  await using opened = await openTestCatalog()
  const { catalog, clock } = opened
  const now = clock.now()
  const planned = now + DAY * 1e6
  await catalog.write(async (tx) => {
    await enqueueJob(tx, { kind: 'remove', imageId: 1, runAt: now + 30 * DAY * 1e6 }, now)
    await enqueueJob(tx, { kind: 'derive', imageId: 2, runAt: now + 3 * DAY * 1e6 }, now)
    await enqueueJob(tx, { kind: 'remove', imageId: 3, runAt: planned }, now)
  })
  await startMaintenance(catalog)[Symbol.asyncDispose]()
  const times = await catalog.reads.selectFrom('job').select('run_at').orderBy('id').execute()
  expect(times.map(({ run_at }) => run_at)).toEqual([now, now, planned])
})
