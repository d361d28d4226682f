import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MICROS_PER_SECOND } from '../../src/core/base/clock.ts'
import { newDerivation } from '../../src/core/job-queue/new-jobs.ts'
import { confirmKnownFiles } from '../../src/core/stored-files/known-files.ts'
import { sweepOrphans } from '../../src/core/jobs/sweep-orphans.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { PermanentFailure, type JobRun } from '../../src/core/jobs/job-handler.ts'
import type { JobKind } from '../../src/core/job-queue/enqueue.ts'
import { newRemoval } from '../../src/core/job-queue/new-jobs.ts'
import { reprocessDerivatives, reprocessTiles } from '../../src/core/jobs/reprocess.ts'
import { generationKey, tileFileKey, tilesKey } from '../../src/core/storage/keys.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import { fourColors, plain, RED } from '../support/pictures.ts'
import { enqueue, readJobs, startRunner } from '../support/queue.ts'
import { readImage } from '../support/rows.ts'
import { readTileFile } from '../support/tile-file.ts'

const DAY = 24 * 60 * 60
const picture = await fourColors(1000, 600).jpeg().toBuffer()

/** Runs the due jobs; those of the kind `failing` fail for good. Returns the kinds of the jobs that ran. */
async function runJobs(opened: TestCatalog, failing?: JobKind): Promise<string[]> {
  const order: string[] = []
  const handlers = { ...jobHandlers }
  for (const kind of ['derive', 'tile', 'remove'] as const) {
    handlers[kind] = async (services, run) => {
      order.push(`${kind} ${run.imageId}`)
      if (kind === failing) throw new PermanentFailure('It is too much.')
      await jobHandlers[kind](services, run)
    }
  }
  await using jobs = startRunner(opened, handlers.derive, { handlers })
  await jobs.drain()
  return order
}

async function replaceFile(opened: TestCatalog, imageId: number, bytes = picture): Promise<void> {
  const version = await opened.seed.file(imageId, bytes)
  await enqueue(opened, newDerivation({ imageId, version, runAt: opened.clock.now() }))
}

/** Seeds an image with tiles, and returns their generation. */
async function seedTiledImage(opened: TestCatalog) {
  const image = await opened.seed.image()
  await replaceFile(opened, image)
  await runJobs(opened)
  const { tiles_generation } = await readImage(opened, image)
  return { image, tiles: tiles_generation! }
}

async function areStored({ catalog }: TestCatalog, image: number, tiles: string): Promise<boolean> {
  return (await catalog.storage.stat(tileFileKey(image, tiles))) !== undefined
}

test('makes the tiles of the corrected picture, after the derivatives of all waiting images', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image({ rotation: 90 })
  for (const imageId of [image, await opened.seed.image()]) await replaceFile(opened, imageId)
  expect(await runJobs(opened)).toEqual(['derive 1', 'derive 2', 'tile 1', 'tile 2'])
  const row = await readImage(opened, image)
  expect(row).toMatchObject({ tiles_of: row.picture, tiles_width: 600, tiles_height: 1000 })
  const path = opened.catalog.storage.locate(tileFileKey(image, row.tiles_generation!))
  const { image: size, tiles } = await readTileFile(path)
  expect(size).toEqual({ width: 600, height: 1000 })
  expect(tiles).toHaveLength(5)
})

test('keeps the tiles of the previous picture until there are new ones, and for a day after', async () => {
  await using opened = await openTestCatalog()
  const { image, tiles: older } = await seedTiledImage(opened)
  await replaceFile(opened, image, await plain(40, 30, RED).jpeg().toBuffer())
  expect(await runJobs(opened, 'tile')).toEqual(['derive 1', 'tile 1'])
  const between = await readImage(opened, image)
  expect(between).toMatchObject({ tiles_generation: older, tiles_width: 1000, processing: 'ready' })
  expect(between.tiles_of).not.toBe(between.picture)

  await reprocessTiles(opened.catalog, { missing: true })
  await runJobs(opened)
  const { tiles_generation: newer, ...after } = await readImage(opened, image)
  expect(newer).not.toBe(older)
  expect(after).toMatchObject({ tiles_of: after.picture, tiles_width: 40, tiles_height: 30 })
  opened.clock.advance(DAY - 60)
  await runJobs(opened)
  expect(await areStored(opened, image, older)).toBe(true)
  opened.clock.advance(60)
  await runJobs(opened)
  expect(await areStored(opened, image, older)).toBe(false)
  expect(await areStored(opened, image, newer!)).toBe(true)
})

test('keeps the tiles if derivatives of the same picture are made again', async () => {
  await using opened = await openTestCatalog()
  const { image, tiles } = await seedTiledImage(opened)
  await reprocessDerivatives(opened.catalog, 'thumbnail', {})
  expect(await runJobs(opened)).toEqual(['derive 1'])
  expect(await readImage(opened, image)).toMatchObject({ tiles_generation: tiles })
})

test('an image stays ready if its tiles cannot be made, and the failure is listed until they are', async () => {
  await using opened = await openTestCatalog()
  const image = await opened.seed.image()
  await replaceFile(opened, image)
  await runJobs(opened, 'tile')
  const row = await readImage(opened, image)
  expect(row).toMatchObject({ processing: 'ready', tiles_generation: null })
  const failed = { kind: 'tile', state: 'failed', last_error: 'It is too much.' }
  expect((await readJobs(opened)).at(-1)).toMatchObject(failed)
  await replaceFile(opened, image)
  await runJobs(opened)
  const states = (await readJobs(opened)).map(({ kind, state }) => `${kind} ${state}`)
  expect(states).toEqual(['derive done', 'derive done', 'remove queued', 'tile done'])
})

test('discards tiles of a picture that changes during the job', async () => {
  await using opened = await openTestCatalog()
  const { catalog } = opened
  const image = await opened.seed.image()
  await opened.seed.file(image, picture)
  const turning = {
    ...catalog,
    images: {
      ...catalog.images,
      async tile(...given: Parameters<typeof catalog.images.tile>) {
        await opened.seed.change(image, { rotation: 90 })
        return catalog.images.tile(...given)
      },
    },
  }
  await jobHandlers.tile(turning, await createRun(opened, image))
  expect(await readImage(opened, image)).toMatchObject({ tiles_generation: null })
  expect(await readdir(catalog.storage.locate(`tiles/${image}`))).toEqual([])
})

test('a crash before the row names the tiles leaves a file that is deleted a day later', async () => {
  await using opened = await openTestCatalog()
  const { catalog, clock } = opened
  clock.advance(Date.now() / 1000 - clock.now() / MICROS_PER_SECOND)
  const image = await opened.seed.image()
  await opened.seed.file(image, picture)
  const crashing: typeof catalog = {
    ...catalog,
    async write() {
      throw new Error('SQLITE_IOERR')
    },
  }
  const run = await createRun(opened, image)
  await expect(jobHandlers.tile(crashing, run)).rejects.toThrow('SQLITE_IOERR')
  await jobHandlers.tile(catalog, run)
  const { tiles_generation } = await readImage(opened, image)
  const stored = () => readdir(catalog.storage.locate(`tiles/${image}`))
  expect(await stored()).toHaveLength(2)
  await confirmKnownFiles(catalog)
  clock.advance(2 * DAY)
  expect(await sweepOrphans(catalog, new AbortController().signal)).toBe(1)
  expect(await stored()).toEqual([tiles_generation])
})

test('never removes files that an image refers to', async () => {
  await using opened = await openTestCatalog()
  const { image, tiles } = await seedTiledImage(opened)
  const { generation } = await readImage(opened, image)
  const prefixes = [tilesKey(image, tiles), generationKey(image, generation!)]
  const runAt = opened.clock.now()
  for (const prefix of prefixes)
    await enqueue(opened, newRemoval({ imageId: image, prefix, runAt }))
  await runJobs(opened)
  expect(await areStored(opened, image, tiles)).toBe(true)
  const removals = (await readJobs(opened)).slice(-2)
  expect(removals).toMatchObject(
    prefixes.map((prefix) => ({ state: 'failed', last_error: expect.stringContaining(prefix) })),
  )
})

/** Creates a run of the job outside the queue. */
async function createRun(opened: TestCatalog, imageId: number): Promise<JobRun> {
  const { signal } = new AbortController()
  const payload = { picture: (await readImage(opened, imageId)).picture }
  return { imageId, payload, priority: 150, signal, markDone: async () => true }
}
