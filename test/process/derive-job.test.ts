import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { enqueueJob } from '../../src/core/job-queue/enqueue.ts'
import { newDerivation } from '../../src/core/job-queue/new-jobs.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import type { JobRun } from '../../src/core/jobs/job-handler.ts'
import { startJobs } from '../../src/core/jobs/runner.ts'
import { silentLog } from '../../src/core/base/log.ts'
import { derivativeKey } from '../../src/core/storage/keys.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import {
  BLUE,
  largestDifference,
  fourColors,
  GREEN,
  readQuarters,
  RED,
  WHITE,
} from '../support/pictures.ts'

const picture = await fourColors(96, 64).jpeg({ quality: 95 }).toBuffer()

test('fails permanently with the reason for a damaged file, and keeps the previous derivatives', async () => {
  await using opened = await openTestCatalog()
  const { image, generation } = await seedDerivedImage(opened)
  const cut = picture.subarray(0, picture.indexOf(Buffer.from([0xff, 0xda])) + 14)
  await runJob(opened, image, await opened.seed.file(image, cut))
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

test('makes derivatives of the readable part of a damaged file, and records the damage', async () => {
  await using opened = await openTestCatalog()
  const { image } = await seedDerivedImage(opened)
  const whole = await fourColors(960, 640).jpeg().toBuffer()
  await runJob(opened, image, await opened.seed.file(image, whole.subarray(0, whole.length / 2)))
  const { generation, generation_damage } = await imageRow(opened, image)
  expect(generation_damage).toMatch(/^The picture file is damaged \(/)
  const path = opened.catalog.storage.locate(derivativeKey(image, generation!, 'thumbnail'))
  expect(largestDifference((await readQuarters(path)).quarters.slice(0, 1), [RED])).toBeLessThan(20)
  await runJob(opened, image, await opened.seed.file(image, whole))
  expect(await imageRow(opened, image)).toMatchObject({ generation_damage: null })
})

test('records what the file says about its camera, day and position, until another file says otherwise', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image()
  const exif = {
    IFD0: { Make: 'Ada & Co', Model: '<b>3</b>' },
    IFD2: { DateTimeOriginal: '2019:05:04 10:22:31' },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '33/1 30/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '151/1 0/1 0/1',
    },
  }
  const taken = await fourColors(96, 64).withExif(exif).jpeg().toBuffer()
  await runJob(opened, image, await opened.seed.file(image, taken))
  expect(await imageRow(opened, image)).toMatchObject({
    camera: 'Ada & Co <b>3</b>',
    captured_on: '2019-05-04',
    gps_position: '-33.5, 151',
  })
  await runJob(opened, image, await opened.seed.file(image, picture))
  expect(await imageRow(opened, image)).toMatchObject({
    camera: null,
    captured_on: null,
    gps_position: null,
  })
})

test('makes a corrected file of the full size for rotation and mirror', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image({ rotation: 180, mirror: 'h' })
  await runJob(opened, image, await opened.seed.file(image, picture))
  const { generation, generation_corrected } = await imageRow(opened, image)
  expect(generation_corrected).toBe(1)
  const path = opened.catalog.storage.locate(derivativeKey(image, generation!, 'corrected'))
  const { width, height, quarters } = await readQuarters(path)
  expect([width, height]).toEqual([96, 64])
  expect(largestDifference(quarters, [BLUE, WHITE, RED, GREEN])).toBeLessThan(20)
})

test('keeps an older generation for a day, then deletes it', async () => {
  await using opened = await openTestCatalog()
  const { image, generation: older } = await seedDerivedImage(opened)
  await runJob(opened, image, await opened.seed.file(image, picture))
  const { generation: newer } = await imageRow(opened, image)
  expect(newer).not.toBe(older)
  const there = async (generation: string) =>
    (await opened.catalog.storage.stat(derivativeKey(image, generation, 'display'))) !== undefined
  expect([await there(older), await there(newer!)]).toEqual([true, true])
  opened.clock.advance(24 * 60 * 60)
  await drain(opened)
  expect([await there(older), await there(newer!)]).toEqual([false, true])
})

test('does nothing if the file was replaced before the job ran', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image()
  const old = await opened.seed.file(image, picture)
  await opened.seed.file(image, picture)
  await runJob(opened, image, old)
  expect(await imageRow(opened, image)).toMatchObject({ generation: null })
})

test('discards derivatives of a file that changes during the job', async () => {
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
  await jobHandlers.derive(replacing, createRun(image, version))
  expect(await imageRow(opened, image)).toMatchObject({ generation: null })
  expect(await readdir(catalog.storage.locate(`derivatives/${image}`))).toEqual([])
})

test('keeps derivatives if the commit may have succeeded despite an error', async () => {
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
  await expect(jobHandlers.derive(failing, createRun(image, version))).rejects.toThrow(
    'SQLITE_IOERR_FSYNC',
  )
  const { generation } = await imageRow(opened, image)
  expect(await catalog.storage.stat(derivativeKey(image, generation!, 'thumbnail'))).toBeDefined()
})

/** Seeds an image with derivatives. */
async function seedDerivedImage(opened: TestCatalog) {
  const image = await opened.seed.image()
  await runJob(opened, image, await opened.seed.file(image, picture))
  const { generation } = await imageRow(opened, image)
  return { image, generation: generation! }
}

/** Creates a run of the job outside the queue. */
function createRun(imageId: number, version: string): JobRun {
  const { signal } = new AbortController()
  return { imageId, payload: { version }, priority: 100, signal, markDone: async () => true }
}

async function runJob(opened: TestCatalog, imageId: number, version: string): Promise<void> {
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
