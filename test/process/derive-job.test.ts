import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { enqueueJob } from '../../src/core/jobs/queue/enqueue.ts'
import { newDerivation } from '../../src/core/jobs/derive.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import type { JobRun } from '../../src/core/jobs/job-handler.ts'
import { startJobs } from '../../src/core/jobs/runner.ts'
import { silentLog } from '../../src/core/log.ts'
import { derivativeKey } from '../../src/core/storage/keys.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import {
  BLUE,
  farthest,
  fourColours,
  GREEN,
  readQuarters,
  RED,
  WHITE,
} from '../support/pictures.ts'

const picture = await fourColours(96, 64).jpeg({ quality: 95 }).toBuffer()

test('a damaged file fails its job for good, and says why; what was shown before stays', async () => {
  await using opened = await openTestCatalog()
  const { image, generation } = await derivedImage(opened)
  const cut = picture.subarray(0, picture.indexOf(Buffer.from([0xff, 0xda])) + 14)
  await workOn(opened, image, await opened.seed.file(image, cut))
  expect(await imageRow(opened, image)).toMatchObject({ generation })
  expect(
    await opened.catalog.storage.stat(derivativeKey(image, generation, 'thumbnail')),
  ).toBeDefined()
  const jobs = await opened.catalog.reads.selectFrom('job').selectAll().orderBy('id').execute()
  expect(jobs.at(-1)).toMatchObject({
    state: 'failed',
    attempts: 1,
    last_error: expect.stringContaining('damaged'),
  })
})

test('a file that is damaged in part shows what is left, and the damage is noted until it is replaced', async () => {
  await using opened = await openTestCatalog()
  const { image } = await derivedImage(opened)
  const whole = await fourColours(960, 640).jpeg().toBuffer()
  await workOn(opened, image, await opened.seed.file(image, whole.subarray(0, whole.length / 2)))
  const { generation, generation_damage } = await imageRow(opened, image)
  expect(generation_damage).toMatch(/^The picture file is damaged \(/)
  const path = opened.catalog.storage.localPath(derivativeKey(image, generation!, 'thumbnail'))
  expect(farthest((await readQuarters(path)).quarters.slice(0, 1), [RED])).toBeLessThan(20)
  await workOn(opened, image, await opened.seed.file(image, whole))
  expect(await imageRow(opened, image)).toMatchObject({ generation_damage: null })
})

test('rotation and mirror give a corrected file of the full size; the original stays as it is', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image({ rotation: 180, mirror: 'h' })
  await workOn(opened, image, await opened.seed.file(image, picture))
  const { generation, generation_corrected } = await imageRow(opened, image)
  expect(generation_corrected).toBe(1)
  const path = opened.catalog.storage.localPath(derivativeKey(image, generation!, 'corrected'))
  const { width, height, quarters } = await readQuarters(path)
  expect([width, height]).toEqual([96, 64])
  expect(farthest(quarters, [BLUE, WHITE, RED, GREEN])).toBeLessThan(20)
})

test('an older generation keeps serving for a day, then goes', async () => {
  await using opened = await openTestCatalog()
  const { image, generation: older } = await derivedImage(opened)
  await workOn(opened, image, await opened.seed.file(image, picture))
  const { generation: newer } = await imageRow(opened, image)
  expect(newer).not.toBe(older)
  const there = async (generation: string) =>
    (await opened.catalog.storage.stat(derivativeKey(image, generation, 'display'))) !== undefined
  expect([await there(older), await there(newer!)]).toEqual([true, true])
  opened.clock.advance(24 * 60 * 60)
  await drain(opened)
  expect([await there(older), await there(newer!)]).toEqual([false, true])
})

test('a job for a file that was replaced meanwhile does nothing', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image()
  const old = await opened.seed.file(image, picture)
  await opened.seed.file(image, picture)
  await workOn(opened, image, old)
  expect(await imageRow(opened, image)).toMatchObject({ generation: null })
})

test('what was made from a file that is replaced during the work is thrown away', async () => {
  await using opened = await openTestCatalog()
  const { catalog } = opened
  const image = await opened.seed.image()
  const version = await opened.seed.file(image, picture)
  const replacing = {
    ...catalog,
    images: {
      ...catalog.images,
      async derive(...given: Parameters<typeof catalog.images.derive>) {
        await opened.seed.change(image, { rotation: 90 })
        return catalog.images.derive(...given)
      },
    },
  }
  await jobHandlers.derive(replacing, runFor(image, version))
  expect(await imageRow(opened, image)).toMatchObject({ generation: null })
  expect(await readdir(catalog.storage.localPath(`derivatives/${image}`))).toEqual([])
})

test('pictures stay when the disk fails so late that they may be shown already', async () => {
  await using opened = await openTestCatalog()
  const { catalog } = opened
  const image = await opened.seed.image()
  const version = await opened.seed.file(image, picture)
  const failing: typeof catalog = {
    ...catalog,
    async write(work) {
      await catalog.write(work)
      throw new Error('SQLITE_IOERR_FSYNC')
    },
  }
  await expect(jobHandlers.derive(failing, runFor(image, version))).rejects.toThrow(
    'SQLITE_IOERR_FSYNC',
  )
  const { generation } = await imageRow(opened, image)
  expect(await catalog.storage.stat(derivativeKey(image, generation!, 'thumbnail'))).toBeDefined()
})

/** An image that has its derived pictures. */
async function derivedImage(opened: TestCatalog) {
  const image = await opened.seed.image()
  await workOn(opened, image, await opened.seed.file(image, picture))
  const { generation } = await imageRow(opened, image)
  return { image, generation: generation! }
}

/** A run of the job, beside the queue. */
function runFor(imageId: number, version: string): JobRun {
  const { signal } = new AbortController()
  return { imageId, payload: { version }, signal, markDone: async () => true }
}

async function workOn(opened: TestCatalog, imageId: number, version: string): Promise<void> {
  const now = opened.clock.now()
  const job = newDerivation({ imageId, version, runAt: now })
  await opened.catalog.write((tx) => enqueueJob(tx, job, now))
  await drain(opened)
}

async function drain({ catalog }: TestCatalog): Promise<void> {
  await using jobs = startJobs(catalog, { log: silentLog, handlers: jobHandlers, workers: 1 })
  await jobs.drain()
}

function imageRow({ catalog }: TestCatalog, id: number) {
  return catalog.reads
    .selectFrom('image')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
