import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MICROS_PER_SECOND } from '../../../../src/core/base/clock.ts'
import { takeLoadLock } from '../../../../src/core/database/load-lock.ts'
import { newRemoval } from '../../../../src/core/job-queue/new-jobs.ts'
import { sweepOrphans } from '../../../../src/core/jobs/sweep-orphans.ts'
import { startMaintenance } from '../../../../src/core/jobs/maintenance.ts'
import {
  derivativeKey,
  generationKey,
  incomingKey,
  newVersion,
  originalKey,
  tileFileKey,
} from '../../../../src/core/storage/keys.ts'
import { confirmKnownFiles } from '../../../../src/core/stored-files/known-files.ts'
import { findStoppedSweep } from '../../../../src/core/stored-files/stopped-sweep.ts'
import { listTrash } from '../../../../src/core/stored-files/trash.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'
import { enqueue } from '../../../support/queue.ts'

const DAY = 24 * 60 * 60
const RUNNING = new AbortController().signal

/** Opens a catalog whose clock matches the file times, with helpers to create and find files. */
async function openWithFiles() {
  const opened = await openTestCatalog()
  opened.clock.advance((Date.now() * 1000 - opened.clock.now()) / MICROS_PER_SECOND)
  const { storage } = opened.catalog
  const put = async (key: string): Promise<string> => {
    const bytes = (async function* () {
      yield Buffer.from('x')
    })()
    await using received = await storage.receive(bytes, 10)
    await received.publish(key)
    return key
  }
  const left = async (keys: string[]) => {
    const found = await Promise.all(keys.map((key) => storage.stat(key)))
    return keys.filter((_, index) => found[index] !== undefined)
  }
  /** What the trash has, by former key. */
  const trash = async () => {
    const files = await Array.fromAsync(listTrash(storage))
    return files.map(({ formerKey }) => formerKey).sort()
  }
  // A sweep needs a database that has known the files for a day.
  await confirmKnownFiles(opened.catalog)
  return Object.assign(opened, { put, left, trash })
}

async function inUse({ seed, put, catalog, clock }: Awaited<ReturnType<typeof openWithFiles>>) {
  const image = await seed.image()
  const [generation, older, making, tiles] = [
    newVersion(),
    newVersion(),
    newVersion(),
    newVersion(),
  ]
  const version = await seed.file(image, Buffer.from('x'))
  await seed.change(image, { generation })
  const outdated = { tiles_of: 'an earlier picture', tiles_width: 40, tiles_height: 30 }
  await seed.change(image, { tiles_generation: tiles, ...outdated })
  const graceful = newRemoval({
    imageId: image,
    prefix: generationKey(image, older),
    runAt: clock.now() + 9 * DAY * MICROS_PER_SECOND,
  })
  await enqueue({ catalog, clock }, graceful)
  const atWork = await seed.image()
  await enqueue({ catalog, clock }, { imageId: atWork })
  const lease = { state: 'running', lease: 'mine', leased_until: 0 } as const
  await catalog.write((tx) =>
    tx.updateTable('job').set(lease).where('image_id', '=', atWork).execute(),
  )
  return [
    originalKey(image, version, 'jpg'),
    await put(derivativeKey(image, generation, 'thumbnail')),
    await put(derivativeKey(image, older, 'thumbnail')),
    await put(derivativeKey(atWork, making, 'thumbnail')),
    await put(tileFileKey(image, tiles)),
    await put('derivatives/readme/by-hand.txt'),
    await put(`images/${image}/notes.txt`),
  ]
}

test('moves unreferenced originals to the trash after a day, deletes other files, and keeps those in use, in their grace period or in progress', async () => {
  await using opened = await openWithFiles()
  const used = await inUse(opened)
  const { seed, put, left, trash, clock, catalog } = opened
  const image = await seed.image()
  const leftovers = [
    await put(derivativeKey(image, newVersion(), 'display')),
    await put(derivativeKey(image, newVersion(), 'thumbnail')),
    await put(derivativeKey(999, newVersion(), 'thumbnail')),
    await put(tileFileKey(image, newVersion())),
    await put(originalKey(image, newVersion(), 'jpg')),
    await put(originalKey(1000, newVersion(), 'tif')),
    await put(incomingKey('00000000-0000-4000-8000-000000000000')),
  ]
  clock.advance(DAY - 60)
  expect(await sweepOrphans(catalog, RUNNING)).toBe(0)
  expect(await left(leftovers)).toEqual(leftovers)
  clock.advance(120)
  expect(await sweepOrphans(catalog, RUNNING)).toBe(leftovers.length)
  expect(await left(leftovers)).toEqual([])
  expect(await trash()).toEqual(leftovers.slice(4, 6).sort())
  expect(await left(used)).toEqual(used)
  expect(await sweepOrphans(catalog, RUNNING)).toBe(0)
})

test('deletes empty folders of images a day later', async () => {
  await using opened = await openWithFiles()
  const { put, clock, catalog } = opened
  const folders = ['derivatives/7', 'images/8']
  await put(derivativeKey(7, newVersion(), 'display'))
  await put(originalKey(8, newVersion(), 'jpg'))
  const there = () => folders.filter((folder) => existsSync(catalog.storage.locate(folder)))
  clock.advance(2 * DAY)
  expect(await sweepOrphans(catalog, RUNNING)).toBe(2)
  await sweepOrphans(catalog, RUNNING)
  expect(there()).toEqual([])
  await put(originalKey(8, newVersion(), 'jpg'))
  expect(there()).toEqual(['images/8'])
})

test('moves nothing when more originals are orphaned than crashes explain', async () => {
  await using opened = await openWithFiles()
  const { put, left, trash, clock, catalog } = opened
  const orphans = [await put(originalKey(1, newVersion(), 'jpg'))]
  for (let id = 2; id <= 11; id += 1) orphans.push(await put(originalKey(id, newVersion(), 'jpg')))
  const others = [await put(derivativeKey(1, newVersion(), 'display'))]
  clock.advance(DAY + 1)
  const events: unknown[] = []
  const log = { ...catalog.log, warn: (fields: unknown) => void events.push(fields) }
  expect(await sweepOrphans({ ...catalog, log }, RUNNING)).toBe(0)
  expect(await left([...orphans, ...others])).toEqual([...orphans, ...others])
  expect(events).toEqual([{ event: 'sweep_stopped', originals: 11, allowed: 10 }])
  expect(await findStoppedSweep(catalog.reads)).toMatchObject({ originals: 11, allowed: 10 })
  orphans.pop()
  await catalog.storage.removeBelow('images/11')
  clock.advance(DAY + 1)
  await sweepOrphans(catalog, RUNNING)
  await sweepOrphans(catalog, RUNNING)
  expect(await left([...orphans, ...others])).toEqual([])
  expect(await trash()).toEqual(orphans.toSorted())
  expect(await findStoppedSweep(catalog.reads)).toBeUndefined()
  clock.advance(30 * DAY + 1)
  await sweepOrphans(catalog, RUNNING)
  expect(await trash()).toEqual([])
})

test.each(['database', 'storage'] as const)(
  'waits for a day after an older copy of the %s was put in place',
  async (exchanged) => {
    await using opened = await openWithFiles()
    const { put, left, clock, catalog } = opened
    const orphan = await put(originalKey(5, newVersion(), 'jpg'))
    const nonce = catalog.storage.locate('files-nonce')
    const [bytes, rows] = [
      await readFile(nonce),
      await catalog.reads.selectFrom('setting').selectAll().execute(),
    ]
    clock.advance(2 * DAY)
    await confirmKnownFiles(catalog)
    await confirmKnownFiles(catalog)
    if (exchanged === 'storage') await writeFile(nonce, bytes)
    else {
      await catalog.write(async (tx) => {
        for (const { name, value } of rows)
          await tx.updateTable('setting').set({ value }).where('name', '=', name).execute()
      })
    }
    const events: unknown[] = []
    const log = { ...catalog.log, warn: (fields: unknown) => void events.push(fields) }
    expect(await sweepOrphans({ ...catalog, log }, RUNNING)).toBe(0)
    expect(events).toEqual([{ event: 'files_changed' }])
    clock.advance(DAY - 1)
    expect(await sweepOrphans(catalog, RUNNING)).toBe(0)
    clock.advance(2)
    expect(await sweepOrphans(catalog, RUNNING)).toBe(1)
    expect(await left([orphan])).toEqual([])
  },
)

test('is not taken for an older copy after a crash between database and storage', async () => {
  await using opened = await openWithFiles()
  const { clock, catalog } = opened
  const since = await confirmKnownFiles(catalog)
  clock.advance(DAY)
  const { storage } = catalog
  const failing = { ...storage, putFile: () => Promise.reject(new Error('killed')) }
  await expect(confirmKnownFiles({ ...catalog, storage: failing })).rejects.toThrow('killed')
  expect(await confirmKnownFiles(catalog)).toBe(since)
  await storage.remove('files-nonce')
  await expect(confirmKnownFiles({ ...catalog, storage: failing })).rejects.toThrow('killed')
  clock.advance(DAY)
  expect(await confirmKnownFiles(catalog)).toBe(clock.now())
})

test('keeps files without rows during a load', async () => {
  await using opened = await openWithFiles()
  const { put, left, clock, catalog } = opened
  const placed = await put(originalKey(5, newVersion(), 'jpg'))
  clock.advance(3 * DAY)
  {
    await using _load = await takeLoadLock(opened.catalog)
    await expect(takeLoadLock(opened.catalog)).rejects.toThrow('Another process is loading')
    expect(await sweepOrphans(catalog, RUNNING)).toBe(0)
  }
  expect(await left([placed])).toEqual([placed])
  expect(await sweepOrphans(catalog, RUNNING)).toBe(1)
})

test('the server deletes orphans once a day, and aborts when it stops', async () => {
  await using opened = await openWithFiles()
  const { put, left, clock, catalog } = opened
  const upkeep = async (): Promise<void> => {
    const settled = Promise.withResolvers<void>()
    const log = { ...catalog.log, info: () => settled.resolve(), error: settled.reject }
    await using _work = startMaintenance({ ...catalog, log })
    await settled.promise
  }
  const first = await put(originalKey(5, newVersion(), 'jpg'))
  clock.advance(2 * DAY)
  await upkeep()
  expect(await left([first])).toEqual([])
  const second = await put(originalKey(6, newVersion(), 'jpg'))
  await startMaintenance(catalog)[Symbol.asyncDispose]()
  expect(await left([second])).toEqual([second])
  expect(await sweepOrphans(catalog, AbortSignal.abort())).toBe(0)
})

test('servers that confirm the files at the same time do not take them for others', async () => {
  await using opened = await openWithFiles()
  const { clock, catalog } = opened
  const events: unknown[] = []
  const log = { ...catalog.log, warn: (fields: unknown) => void events.push(fields) }
  const since = await confirmKnownFiles(catalog)
  const { storage } = catalog
  for (const others of [1, 3]) {
    clock.advance(60 * 60)
    const slow: typeof storage = {
      ...storage,
      async putFile(path, key) {
        for (let n = 0; n < others; n += 1) await confirmKnownFiles({ ...catalog, log })
        await storage.putFile(path, key)
      },
    }
    await confirmKnownFiles({ ...catalog, log, storage: slow })
    expect(await confirmKnownFiles({ ...catalog, log })).toBe(since)
  }
  expect(events).toEqual([])
})
