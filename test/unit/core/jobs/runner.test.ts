import { expect, test } from 'vitest'
import { MICROS_PER_SECOND } from '../../../../src/core/base/clock.ts'
import { requeueAllJobs } from '../../../../src/core/job-queue/claim.ts'
import { PRIORITY } from '../../../../src/core/job-queue/enqueue.ts'
import { PermanentFailure, type JobHandler } from '../../../../src/core/jobs/job-handler.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'
import { enqueue, readJobs, startRunner } from '../../../support/queue.ts'

const MINUTE = 60_000_000

test('retries a failing job with increasing delays, then fails it with the reason', async () => {
  await using opened = await openTestCatalog()
  const { clock } = opened
  await enqueue(opened, { maxAttempts: 3 })
  let runs = 0
  await using jobs = startRunner(opened, async () => {
    throw new Error(`attempt ${++runs} went wrong`)
  })
  await jobs.drain()
  const [first] = await readJobs(opened)
  expect(first).toMatchObject({ state: 'queued', attempts: 1, last_error: 'attempt 1 went wrong' })
  expect(first!.run_at - clock.now()).toBeGreaterThanOrEqual(10_000_000)
  expect(first!.run_at - clock.now()).toBeLessThanOrEqual(12_500_000)
  clock.advance(9)
  await jobs.drain()
  expect(runs).toBe(1)
  clock.advance(4)
  await jobs.drain()
  clock.advance(39)
  await jobs.drain()
  expect(runs).toBe(2)
  clock.advance(11)
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([
    { state: 'failed', attempts: 3, last_error: 'attempt 3 went wrong', lease: null },
  ])
})

test('fails a job with a permanent error at once', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  await using jobs = startRunner(opened, async () => {
    throw new PermanentFailure('The picture is damaged.')
  })
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([
    { state: 'failed', attempts: 1, last_error: 'The picture is damaged.' },
  ])
})

test('leaves a job of unknown kind to a later version, and runs the others', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened, { kind: 'constructor' as never })
  await enqueue(opened, { imageId: 2 })
  await using jobs = startRunner(opened, async () => {})
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([
    { state: 'queued', attempts: 0 },
    { state: 'done' },
  ])
})

test('runs jobs by priority, then by time, and not before their time', async () => {
  await using opened = await openTestCatalog()
  const now = opened.clock.now()
  await enqueue(opened, { imageId: 1, priority: PRIORITY.later })
  await enqueue(opened, { imageId: 2, runAt: now })
  await enqueue(opened, { imageId: 3, runAt: now - 1 })
  await enqueue(opened, { imageId: 4, runAt: now + MINUTE })
  const order: (number | null)[] = []
  await using jobs = startRunner(opened, async (_, { imageId }) => void order.push(imageId))
  await jobs.drain()
  expect(order).toEqual([3, 2, 1])
  opened.clock.advance(60)
  await jobs.drain()
  expect(order).toEqual([3, 2, 1, 4])
})

test('takes over the job of a crashed runner after its lease, and ignores the late result', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  const stuck = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const late = startRunner(opened, async () => {
    begun.resolve()
    await stuck.promise
    throw new PermanentFailure('too late to matter')
  })
  await begun.promise
  let runs = 0
  await using jobs = startRunner(opened, async () => void runs++)
  await jobs.drain()
  expect(runs).toBe(0)
  opened.clock.advance(60)
  await jobs.drain()
  expect(runs).toBe(1)
  stuck.resolve()
  await late[Symbol.asyncDispose]()
  expect(await readJobs(opened)).toMatchObject([{ state: 'done', attempts: 2, last_error: null }])
})

test('postpones a job whose server is killed repeatedly, and runs others first', async () => {
  await using opened = await openTestCatalog()
  const { catalog, clock } = opened
  await enqueue(opened)
  const waits: number[] = []
  for (let attempts = 1; attempts < 10; attempts += 1) {
    const killed = { state: 'running', attempts, lease: 'dead', leased_until: clock.now() } as const
    await catalog.write((tx) => tx.updateTable('job').set(killed).execute())
    await catalog.write((tx) => requeueAllJobs(tx, clock.now()))
    const [job] = await readJobs(opened)
    waits.push((job!.run_at - clock.now()) / MICROS_PER_SECOND)
  }
  expect(waits).toEqual([0, 10, 40, 160, 640, 2560, 3600, 3600, 3600])
  await enqueue(opened, { imageId: 2 })
  const done: (number | null)[] = []
  await using jobs = startRunner(opened, async (_, { imageId }) => void done.push(imageId))
  await jobs.drain()
  expect(done).toEqual([2])
  clock.advance(3600)
  await jobs.drain()
  expect(done).toEqual([2, 1])
})

test('fails a job that kills every runner after its last attempt', async () => {
  await using opened = await openTestCatalog()
  const { catalog, clock } = opened
  await enqueue(opened, { maxAttempts: 2 })
  await catalog.write((tx) =>
    tx
      .updateTable('job')
      .set({ state: 'running', attempts: 4, lease: 'dead', leased_until: clock.now() })
      .execute(),
  )
  let runs = 0
  await using jobs = startRunner(opened, async () => void runs++)
  await jobs.drain()
  expect(runs).toBe(0)
  expect(await readJobs(opened)).toMatchObject([
    { state: 'failed', last_error: expect.stringContaining('ended before it was done') },
  ])
})

test('only the runner that holds the lease can record the outcome', async () => {
  await using opened = await openTestCatalog()
  const { clock } = opened
  await enqueue(opened)
  const [begun, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const settled: boolean[] = []
  const late = startRunner(opened, async (catalog, { markDone }) => {
    begun.resolve()
    await stuck.promise
    settled.push(await catalog.write((tx) => markDone(tx)))
  })
  await begun.promise
  clock.advance(60)
  await using jobs = startRunner(opened, async (catalog, { markDone }) => {
    settled.push(await catalog.write((tx) => markDone(tx)))
  })
  await jobs.drain()
  stuck.resolve()
  await late[Symbol.asyncDispose]()
  expect(settled).toEqual([true, false])
  expect(await readJobs(opened)).toMatchObject([{ state: 'done', attempts: 2 }])
})

test('a job whose result could not be committed is not finished', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  await using jobs = startRunner(opened, (catalog, { markDone }) =>
    catalog.write(async (tx) => {
      await markDone(tx)
      throw new Error('rolled back')
    }),
  )
  await jobs.drain()
  expect(await readJobs(opened)).toMatchObject([{ state: 'queued', last_error: 'rolled back' }])
})

test('a starting server takes over the running jobs of the previous one at once, and runs each alone', async () => {
  await using opened = await openTestCatalog()
  const { catalog, clock } = opened
  for (const imageId of [1, 2]) await enqueue(opened, { imageId })
  const until = clock.now() + MINUTE
  await catalog.write((tx) =>
    tx
      .updateTable('job')
      .set({ state: 'running', attempts: 1, lease: 'dead', leased_until: until })
      .execute(),
  )
  await catalog.write((tx) => requeueAllJobs(tx, clock.now()))
  let [atWork, most, done] = [0, 0, 0]
  await using jobs = startRunner(
    opened,
    async () => {
      most = Math.max(most, ++atWork)
      await new Promise((resolve) => setImmediate(resolve))
      atWork -= 1
      done += 1
    },
    { workers: 2 },
  )
  await jobs.drain()
  expect([done, most]).toEqual([2, 1])
})

test('stopping waits for a running job', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  const begun = Promise.withResolvers<void>()
  const jobs = startRunner(opened, async () => {
    begun.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  })
  await begun.promise
  await jobs[Symbol.asyncDispose]()
  expect(await readJobs(opened)).toMatchObject([{ state: 'done' }])
})

test('stopping returns a job that takes too long to the queue without counting the attempt', async () => {
  await using opened = await openTestCatalog()
  await enqueue(opened)
  await enqueue(opened)
  const begun = Promise.withResolvers<void>()
  const jobs = startRunner(
    opened,
    (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        begun.resolve()
      }),
    { graceMs: 0 },
  )
  await begun.promise
  await jobs[Symbol.asyncDispose]()
  expect(await readJobs(opened)).toMatchObject([
    { state: 'queued', attempts: 0, lease: null, last_error: null },
    { state: 'queued', attempts: 0 },
  ])
})

test('notices jobs that another process enqueues', async () => {
  await using opened = await openTestCatalog()
  const done = Promise.withResolvers<number | null>()
  await using jobs = startRunner(opened, async (_, { imageId }) => done.resolve(imageId), {
    pollMs: 1,
  })
  await jobs.drain()
  await enqueue(opened, { imageId: 5 })
  expect(await done.promise).toBe(5)
})

test('runs each of many jobs once with several workers', async () => {
  await using opened = await openTestCatalog()
  for (let image = 1; image <= 40; image += 1) await enqueue(opened, { imageId: image })
  const done: (number | null)[] = []
  let [atWork, most] = [0, 0]
  const work: JobHandler = async (_, { imageId }) => {
    most = Math.max(most, ++atWork)
    await new Promise((resolve) => setImmediate(resolve))
    atWork -= 1
    done.push(imageId)
  }
  await using one = startRunner(opened, work, { workers: 3 })
  await using other = startRunner(opened, work, { workers: 2 })
  await Promise.all([one.drain(), other.drain()])
  expect(done.sort((a, b) => a! - b!)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(5)
})
