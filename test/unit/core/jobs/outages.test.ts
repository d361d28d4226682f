import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PRIORITY } from '../../../../src/core/job-queue/enqueue.ts'
import { takeTemporaryLock } from '../../../../src/core/database/locks.ts'
import { CatalogError, storageFull } from '../../../../src/core/base/errors.ts'
import { PictureError } from '../../../../src/core/imaging/picture-error.ts'
import type { PictureFailureReason } from '../../../../src/core/imaging/picture-error.ts'
import type { JobHandler } from '../../../../src/core/jobs/job-handler.ts'
import { openLocalDisk } from '../../../../src/core/storage/local-disk.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'
import { enqueue, readJobs, startRunner } from '../../../support/queue.ts'
import { createTestLog } from '../../../support/test-log.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

function picture(reason: PictureFailureReason): PictureError {
  return new PictureError(reason, `This was ${reason}.`)
}

const outages: [string, Error][] = [
  ['a full disk', storageFull(undefined)],
  ['a database that another process holds', new CatalogError('busy', 'The database is busy.')],
  ['a file that could not be written', picture('storage')],
  ['an image process that does not start', picture('unstarted')],
  ['a machine without a free thread', picture('overloaded')],
  ['a disk that fails', Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })],
  ['too many open files', Object.assign(new Error('EMFILE'), { code: 'EMFILE' })],
]

test.each(outages)('%s does not count as an attempt, even for days', async (_, error) => {
  await using opened = await openTestCatalog()
  const { clock } = opened
  await enqueue(opened)
  let isOut = true
  let tries = 0
  await using jobs = startRunner(opened, async () => {
    tries += 1
    if (isOut) throw error
  })
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([
    { state: 'queued', attempts: 0, last_error: error.message },
  ])
  for (let time = 0; time < 12; time += 1) {
    clock.advance(DAY / 2)
    await jobs.drain()
  }
  expect(tries).toBe(13)
  isOut = false
  clock.advance(HOUR)
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([
    { state: 'done', attempts: 1, waiting_since: null },
  ])
})

test('fails the job with the reason after a week', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  await using jobs = startRunner(opened, async () => {
    throw storageFull(undefined)
  })
  await jobs.drain()
  opened.clock.advance(7 * DAY + 1)
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([
    { state: 'failed', last_error: expect.stringContaining('storage of this service is full') },
  ])
})

test('backs off during an outage, up to 20 minutes', async () => {
  await using opened = await openTestCatalog()
  const { clock } = opened
  await enqueue(opened)
  const began = clock.now()
  const tries: number[] = []
  await using jobs = startRunner(opened, async () => {
    tries.push(Math.round((clock.now() - began) / 1e6))
    throw storageFull(undefined)
  })
  await jobs.drain()
  while (clock.now() - began < 3 * HOUR * 1e6) {
    const lasted = (clock.now() - began) / 1e6
    clock.advance(Math.min(60, Math.max(5, Math.round(lasted / 20))))
    await jobs.drain()
  }
  const pauses = tries.slice(1).map((at, index) => at - tries[index]!)
  expect(pauses[0]).toBeLessThanOrEqual(20)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(20 * 60)
  expect(tries.length).toBeLessThan(30)
})

test('logs the begin and the end of an outage once for many jobs', async () => {
  await using opened = await openTestCatalog()
  const { clock } = opened
  for (let imageId = 1; imageId <= 50; imageId += 1) await enqueue(opened, { imageId })
  const { log, lines } = createTestLog()
  let isOut = true
  let tries = 0
  const work: JobHandler = async (_, { imageId }) => {
    tries += 1
    if (isOut) throw new PictureError('storage', `No space left, write '/data/tmp/${imageId}.jpg'.`)
  }
  await using jobs = startRunner(opened, work, { log })
  for (let minute = 0; minute < 60; minute += 1) {
    await jobs.drain()
    clock.advance(60)
  }
  expect(tries).toBeLessThanOrEqual(60)
  isOut = false
  for (let minute = 0; minute < 20; minute += 1) {
    clock.advance(60)
    await jobs.drain()
  }
  expect((await readJobs(opened)).every(({ state }) => state === 'done')).toBe(true)
  const told = lines.filter((line) => JSON.parse(line).level >= 30)
  const about = told.filter((line) => line.includes('the host'))
  expect(about).toHaveLength(2)
  expect(about[0]).toContain('No space left')
  expect(told).toHaveLength(2 + 50)
})

test('tries one job at a time until the outage is over, also with several workers', async () => {
  await using opened = await openTestCatalog()
  const { clock } = opened
  for (let imageId = 1; imageId <= 12; imageId += 1) await enqueue(opened, { imageId })
  let [isOut, isHalfOpen, atWork, most] = [true, false, 0, 0]
  let together = Promise.withResolvers<void>()
  const work: JobHandler = async () => {
    most = Math.max(most, ++atWork)
    if (atWork === 3) together.resolve()
    // While one job is tried, the other workers have time to start more.
    await (isHalfOpen ? setTimeout(20) : together.promise)
    atWork -= 1
    if (isOut) throw storageFull(undefined)
    isHalfOpen = false
  }
  await using jobs = startRunner(opened, work, { workers: 3 })
  await jobs.drain()
  expect(most).toBe(3)
  most = 0
  isHalfOpen = true
  for (let minute = 0; minute < 10; minute += 1) {
    clock.advance(60)
    await jobs.drain()
  }
  expect(most).toBe(1)
  isOut = false
  together = Promise.withResolvers()
  clock.advance(HOUR)
  await jobs.drain()
  expect(most).toBe(3)
  expect((await readJobs(opened)).every(({ state }) => state === 'done')).toBe(true)
})

test('keeps running removals during an outage of derivations', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  await enqueue(opened, { kind: 'remove', priority: PRIORITY.later })
  const full: JobHandler = async () => {
    throw storageFull(undefined)
  }
  await using jobs = startRunner(opened, full, {
    handlers: {
      derive: full,
      tile: full,
      embed: full,
      withdraw: full,
      milestones: full,
      changes: full,
      remove: async () => {},
    },
  })
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([{ state: 'queued' }, { state: 'done' }])
})

test.each(['memory', 'timeout'] as const)(
  'retries a picture that failed with %s once, alone, then fails its job',
  async (reason) => {
    await using opened = await openTestCatalog()
    const { clock } = opened
    await enqueue(opened, { imageId: 1 })
    let [atWork, tries] = [0, 0]
    const others: number[] = []
    const work: JobHandler = async (_, { imageId }) => {
      atWork += 1
      await new Promise((resolve) => setImmediate(resolve))
      if (imageId === 1 && ++tries === 2) others.push(atWork - 1)
      atWork -= 1
      if (imageId === 1) throw picture(reason)
    }
    await using jobs = startRunner(opened, work, { workers: 3 })
    await jobs.drain()
    expect(await readJobs(opened)).toMatchObject([{ state: 'queued', attempts: 1, alone: 1 }])
    for (let imageId = 2; imageId <= 9; imageId += 1) {
      const runAt = clock.now() + (imageId % 2) * 13e6
      await enqueue(opened, { imageId, runAt })
    }
    clock.advance(13)
    await jobs.drain()
    expect(others).toEqual([0])
    const [first, ...rest] = await readJobs(opened)
    expect(first).toMatchObject({ state: 'failed', attempts: 2, last_error: `This was ${reason}.` })
    expect(rest.every(({ state }) => state === 'done')).toBe(true)
  },
)

test.each([
  ['crashed', 1],
  ['host_memory', 1],
  ['unexplained', 0],
] as const)('tries a picture that fails with %s five times', async (reason, alone) => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  await using jobs = startRunner(opened, async () => {
    throw picture(reason)
  })
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([{ state: 'queued', attempts: 1, alone }])
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    opened.clock.advance(HOUR * 2)
    await jobs.drain()
  }
  expect(await readJobs(opened)).toMatchObject([
    { state: 'failed', attempts: 5, last_error: `This was ${reason}.` },
  ])
})

test('records an outcome later if the database fails, and runs no job twice', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  await enqueue(opened, { imageId: 2 })
  let isFull = false
  const catalog: typeof opened.catalog = {
    ...opened.catalog,
    write: (work) => (isFull ? Promise.reject(storageFull(undefined)) : opened.catalog.write(work)),
  }
  const done: (number | null)[] = []
  const { log, lines } = createTestLog()
  const work: JobHandler = async (_, { imageId }) => {
    done.push(imageId)
    isFull = done.length === 1
  }
  await using jobs = startRunner({ catalog }, work, { log })
  await expect(jobs.drain()).rejects.toThrow('full')
  for (let poll = 0; poll < 5; poll += 1) jobs.wake()
  await expect(jobs.drain()).rejects.toThrow('full')
  expect(await readJobs(opened)).toMatchObject([{ state: 'running' }, { state: 'queued' }])
  opened.clock.advance(HOUR)
  isFull = false
  await jobs.drain()
  expect(done).toEqual([1, 2])
  expect(await readJobs(opened)).toMatchObject([
    { state: 'done', attempts: 1 },
    { state: 'done', attempts: 1 },
  ])
  expect(
    lines.filter((line) => line.includes('could not read or write the job queue')),
  ).toHaveLength(1)
})

test('a temporary folder that cannot be locked does not count as an attempt', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  const folder = join(opened.data, 'tmp')
  await rm(folder, { recursive: true, force: true })
  // No file can be created there, not even by root.
  await symlink('/dev/fd', folder)
  await using storage = await openLocalDisk(opened.data, { takeLock: takeTemporaryLock })
  await using jobs = startRunner(opened, async () => {
    await storage.workspace()
  })
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([{ state: 'queued', attempts: 0 }])
})
