import { expect, test } from 'vitest'
import { retryAllFailed, purgeJobs } from '../../src/core/job-queue/retry-and-purge.ts'
import { newDerivation } from '../../src/core/job-queue/new-jobs.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { PermanentFailure, type JobHandler } from '../../src/core/jobs/job-handler.ts'
import { reprocessDerivatives } from '../../src/core/jobs/reprocess.ts'
import { getImage } from '../../src/core/queries/images/images.ts'
import { hostContext } from '../support/host-context.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import { plain, RED } from '../support/pictures.ts'
import { enqueue, startRunner } from '../support/queue.ts'

const picture = await plain(40, 30, RED).jpeg().toBuffer()

const refuse: JobHandler = async () => {
  throw new PermanentFailure('It is too much.')
}

async function runJobs(
  opened: TestCatalog,
  derive: JobHandler = jobHandlers.derive,
): Promise<void> {
  await using jobs = startRunner(opened, derive, { handlers: { ...jobHandlers, derive } })
  await jobs.drain()
}

async function enqueueFile(opened: TestCatalog, imageId: number): Promise<void> {
  const version = await opened.seed.file(imageId, picture)
  await enqueue(opened, newDerivation({ imageId, version, runAt: opened.clock.now() }))
}

async function stateOf({ catalog }: TestCatalog, id: number) {
  const { processing, processing_reason } = await getImage(catalog.reads, id, 'everything')
  return [processing, processing_reason]
}

test('an image is failed after its job failed, even after the job is purged', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image()
  await enqueueFile(opened, image)
  await runJobs(opened, refuse)
  expect(await stateOf(opened, image)).toEqual(['failed', 'It is too much.'])
  const { catalog, clock } = opened
  await purgeJobs((change) => catalog.write((tx) => change(tx, hostContext(clock))), {
    state: 'failed',
    before: clock.now() + 1,
  })
  expect(await stateOf(opened, image)).toEqual(['failed', 'It is too much.'])
  const { queued } = await reprocessDerivatives(opened.catalog, 'thumbnail', { failed: true })
  expect(queued).toBe(1)
  expect(await stateOf(opened, image)).toEqual(['pending', null])
  await runJobs(opened)
  expect(await stateOf(opened, image)).toEqual(['ready', null])
})

test('a retried job makes its image pending again', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image()
  await enqueueFile(opened, image)
  await runJobs(opened, refuse)
  await retryAllFailed(
    (change) => opened.catalog.write((tx) => change(tx, hostContext(opened.clock))),
    { before: opened.clock.now() },
  )
  expect(await stateOf(opened, image)).toEqual(['pending', null])
})

test('the failure of a job for an older file does not affect the state of the new one', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image()
  await enqueueFile(opened, image)
  await opened.seed.file(image, picture)
  await runJobs(opened, refuse)
  expect(await stateOf(opened, image)).toEqual(['pending', null])
})

test('an image stays ready while its derivatives are made again, unless that fails', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image()
  await enqueueFile(opened, image)
  await runJobs(opened)
  await reprocessDerivatives(opened.catalog, 'thumbnail', {})
  expect(await stateOf(opened, image)).toEqual(['ready', null])
  await runJobs(opened, refuse)
  expect(await stateOf(opened, image)).toEqual(['failed', 'It is too much.'])
  await reprocessDerivatives(opened.catalog, 'thumbnail', { failed: true })
  expect(await stateOf(opened, image)).toEqual(['ready', null])
})
