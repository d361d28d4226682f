import { rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { newDerivation } from '../../src/core/job-queue/new-jobs.ts'
import { PermanentFailure, type JobHandler } from '../../src/core/jobs/job-handler.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { derivativeKey, tileFileKey } from '../../src/core/storage/keys.ts'
import { dateColumns } from '../../src/core/database/date-columns.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import { plain, RED } from '../support/pictures.ts'
import { enqueue, readJobs, startRunner } from '../support/queue.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { readImage } from '../support/rows.ts'
import { createSeed } from '../support/seed.ts'
import { issueToken } from '../support/tokens.ts'

const picture = await plain(40, 30, RED).jpeg().toBuffer()
const cut = picture.subarray(0, picture.indexOf(Buffer.from([0xff, 0xda])) + 4)

type Target = Pick<TestCatalog, 'data' | 'clock'>

function admin({ data, clock }: Target, words: string[], options: TestCliOptions = {}) {
  const sleep = () => new Promise<void>((resolve) => setImmediate(resolve))
  return runCli(['admin', ...words], { env: { CATALOG_DATA: data }, clock, sleep, ...options })
}

async function adminJson(target: Target, ...words: string[]) {
  const { stdout } = await admin(target, [...words, '--json'])
  return JSON.parse(stdout)
}

/** Runs jobs of images 1, 2 …, of which the even ones fail. */
async function withFailures(opened: TestCatalog, images: number): Promise<void> {
  for (let imageId = 1; imageId <= images; imageId += 1) await enqueue(opened, { imageId })
  const work: JobHandler = async (_, { imageId }) => {
    if (imageId! % 2 === 0) throw new PermanentFailure(`Image ${imageId} is too much.`)
  }
  await using jobs = startRunner(opened, work)
  await jobs.drain()
}

/** The catalog of commands that fail, and change nothing. */
const refusing = await openTestCatalog()
afterAll(() => refusing[Symbol.asyncDispose]())

test.each([
  ['retry', 'requires either job ids or --failed'],
  ['retry 1 --failed', 'requires either job ids or --failed'],
  ['retry x', 'positive integer'],
  ['list --state lost', 'Allowed choices'],
  ['list --failed --state done', 'cannot be used with'],
  ['purge --older-than soon', 'duration'],
])('rejects job %s with a message', async (words, sentence) => {
  const { code, stderr } = await admin(refusing, ['job', ...words.split(' ')])
  expect(code).toBe(2)
  expect(stderr).toContain(sentence)
})

test.each([
  ['thumbnails', 'requires --image, --collection'],
  ['thumbnails --all --missing', 'cannot be combined with --image'],
  ['pictures --all', 'Allowed choices'],
  ['dates --missing', 'cannot be selected with --missing'],
])('rejects reprocess %s with a message', async (words, sentence) => {
  const { code, stderr } = await admin(refusing, ['reprocess', ...words.split(' ')])
  expect(code).toBe(2)
  expect(stderr).toContain(sentence)
})

test('job list shows which images of an import have no thumbnail, and why', async () => {
  await using server = await startTestServer()
  const { catalog, clock } = server
  const opened = { catalog, clock, data: server.data }
  const seed = createSeed(server)
  const now = clock.now()
  const derive = async (imageId: number, bytes: Uint8Array): Promise<void> => {
    const version = await seed.file(imageId, bytes)
    await enqueue(opened, newDerivation({ imageId, version, runAt: now }))
  }
  const bad = await seed.image({ title: 'Market square', reference_id: 'M 17' })
  await derive(await seed.image(), picture)
  await derive(bad, cut)
  await catalog.jobs.drain()

  const [failed, ...others] = await adminJson(opened, 'job', 'list', '--failed')
  expect(others).toEqual([])
  expect(failed).toMatchObject({
    image: bad,
    title: 'Market square',
    reference_id: 'M 17',
    collection: expect.any(String),
    attempts: 1,
    next_attempt: null,
    last_error: expect.stringContaining('damaged'),
    file: expect.stringContaining(`images/${bad}/`),
  })

  await derive(bad, picture)
  await catalog.jobs.drain()
  expect(await adminJson(opened, 'job', 'list', '--failed')).toEqual([])
})

test('image damaged lists images with a damaged file, page by page', async () => {
  await using opened = await openTestCatalog()
  const { seed } = opened
  const sentence = 'The picture file is damaged (it ends early).'
  for (const generation_damage of [sentence, null, sentence, sentence]) {
    const image = await seed.image({ reference_id: 'M 17' })
    const generation_of = await seed.file(image, picture)
    await seed.change(image, { generation: generation_of, generation_of, generation_damage })
  }
  const damaged = await adminJson(opened, 'image', 'damaged')
  expect(damaged.map(({ id }: { id: number }) => id)).toEqual([1, 3, 4])
  expect(damaged[0]).toMatchObject({
    title: 'Image 1',
    reference_id: 'M 17',
    collection: expect.any(String),
    damage: sentence,
    file: expect.stringContaining('images/1/'),
  })
  const words = ['image', 'damaged', '--after=1', '--limit=1']
  const { stdout, stderr } = await admin(opened, words, { tty: true, columns: 80 })
  expect(stdout).toMatchInlineSnapshot(`
    "ID  COLLECTION    REFERENCE ID  TITLE
    3   collection-6  M 17          Image 3
        damage: The picture file is damaged (it ends early).
    "
  `)
  expect(stderr).toContain('--after 3')

  await seed.file(3, cut)
  expect(await adminJson(opened, 'image', 'damaged', '--after', '1')).toMatchObject([{ id: 4 }])
})

test('job list fits the terminal, with the whole error below its job', async () => {
  await using opened = await openTestCatalog()
  const title = 'View of the market square with the town hall, taken from the tower of the church'
  await opened.seed.image({ id: 2, title })
  await withFailures(opened, 2)
  await enqueue(opened, { imageId: 3 })
  const { stdout, stderr } = await admin(opened, ['job', 'list'], { tty: true, columns: 80 })
  expect(stdout).toMatchInlineSnapshot(`
    "ID  STATE   KIND    IMAGE  ATTEMPTS  TITLE
    2   failed  derive  2      1         View of the market square with the town ha…
        last error: Image 2 is too much.
    3   queued  derive  3      0
        next attempt: 2026-03-01T12:00:00.000000Z
    "
  `)
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(stderr).toContain('0 running, 1 queued, 1 failed, 1 done.')
  expect(stderr).toContain('catalog admin job run')
})

test('job list filters by state, kind and image', async () => {
  await using opened = await openTestCatalog()
  await withFailures(opened, 4)
  await enqueue(opened, { kind: 'remove', imageId: 2 })
  const ids = async (...words: string[]) =>
    (await adminJson(opened, 'job', 'list', ...words)).map(({ id }: { id: number }) => id)
  expect(await ids()).toEqual([4, 2, 5])
  expect(await ids('--state', 'done')).toEqual([3, 1])
  expect(await ids('--kind', 'derive')).toEqual([4, 2])
  expect(await ids('--image', '2')).toEqual([2, 5])
  expect(await ids('--image', '3')).toEqual([3])
  expect(await ids('--limit', '1')).toEqual([4])
})

test('job retry queues one failed job or all of them', async () => {
  await using opened = await openTestCatalog()
  await withFailures(opened, 6)
  expect(await adminJson(opened, 'job', 'retry', '2')).toEqual({ queued: 1 })
  const { code, stderr } = await admin(opened, ['job', 'retry', '1', '99', '4'])
  expect(code).toBe(5)
  expect(stderr).toContain('1, 99')
  expect(await adminJson(opened, 'job', 'retry', '--failed', '--kind', 'remove')).toEqual({
    queued: 0,
  })
  expect(await adminJson(opened, 'job', 'retry', '--failed')).toEqual({ queued: 1 })
  const audited = await adminJson(opened, 'audit', 'list', '--action', 'job.retry')
  expect(audited).toMatchObject([
    { object: 'job_queue/all', after: { jobs: 1 } },
    { object: 'job/4' },
    { object: 'job/2' },
  ])
  await using jobs = startRunner(opened, async () => {})
  await jobs.drain()
  expect((await readJobs(opened)).map(({ state }) => state)).toEqual(Array(6).fill('done'))
})

test('job pause and resume affect a running server, also after a restart', async () => {
  await using server = await startTestServer()
  const { catalog } = server
  expect(await adminJson(server, 'job', 'pause')).toEqual({ paused: true, changed: true })
  expect(await adminJson(server, 'job', 'pause')).toEqual({ paused: true, changed: false })
  await enqueue(server)
  await catalog.jobs.drain()
  expect(await readJobs(server)).toMatchObject([{ state: 'queued' }])
  await using other = startRunner(server, async () => {})
  await other.drain()
  expect(await readJobs(server)).toMatchObject([{ state: 'queued' }])
  const { stderr } = await admin(server, ['job', 'list'])
  expect(stderr).toContain('The queue is paused.')
  expect(await adminJson(server, 'job', 'resume')).toEqual({ paused: false, changed: true })
  await catalog.jobs.drain()
  expect(await readJobs(server)).toMatchObject([{ state: 'done' }])
})

test('a moderator looks after jobs from another machine', async () => {
  await using server = await startTestServer()
  const { catalog, clock } = server
  await createSeed(server).image({ id: 2, title: 'Market square', reference_id: 'M 17' })
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['moderate'] })
  const env = { CATALOG_URL: server.baseUrl, CATALOG_TOKEN }
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCli(['job', ...words, '--json'], { env, clock })
    return { code, stderr, body: JSON.parse(stdout) }
  }
  expect((await run('pause')).body).toEqual({ paused: true, changed: true })
  expect((await run('pause')).body).toEqual({ paused: true, changed: false })
  for (const imageId of [2, 3, 4]) await enqueue(server, { imageId })
  const host = await runCli(['job', 'list', '--data', server.data, '--json'], { clock })
  const waiting = await run('list')
  expect(waiting.stderr).toContain('The queue is paused. Resume it with: catalog job resume')
  expect(waiting.body[0]).toEqual({ ...JSON.parse(host.stdout)[0], file: null })
  expect(waiting.body[0]).toMatchObject({ image: 2, title: 'Market square', state: 'queued' })
  expect((await run('list', '--limit', '2')).body).toHaveLength(2)
  expect((await run('list', '--image', '2')).body).toHaveLength(1)
  expect((await run('list', '--kind', 'remove')).body).toEqual([])
  expect((await run('list', '--state', 'done')).body).toEqual([])
  const jobs = await readJobs(server)
  const failed = { state: 'failed', finished_at: clock.now() } as const
  await catalog.write((tx) => tx.updateTable('job').set(failed).execute())
  const ids = jobs.map(({ id }) => String(id))
  expect((await run('retry', ids[0]!)).body).toEqual({ queued: 1 })
  const missing = await run('retry', '98', '99')
  expect([missing.code, missing.body.error.message]).toEqual([
    5,
    'No queued or failed job has the id 98, 99.',
  ])
  expect((await run('retry', '--failed', '--kind', 'remove')).body).toEqual({ queued: 0 })
  expect((await run('retry', '--failed', '--image', '3')).body).toEqual({ queued: 1 })
  expect((await run('retry', '--failed')).body).toEqual({ queued: 1 })
  expect((await run('resume')).body).toEqual({ paused: false, changed: true })
  expect((await run('resume')).body).toEqual({ paused: false, changed: false })
})

test('job run --inline works off the queue itself; beside a server it is refused', async () => {
  await using opened = await openTestCatalog()
  const { seed, clock } = opened
  const image = await seed.image()
  const version = await seed.file(image, picture)
  await enqueue(opened, newDerivation({ imageId: image, version, runAt: clock.now() }))
  await adminJson(opened, 'job', 'pause')
  expect((await admin(opened, ['job', 'run'])).stderr).toContain('The queue is paused.')
  await adminJson(opened, 'job', 'resume')
  const run = await adminJson(opened, 'job', 'run', '--inline')
  expect(run).toEqual({ done: 2, failed: 0, to_try_again: 0 })
  const row = await readImage(opened, image)
  expect(row).toMatchObject({ generation_of: version, tiles_of: row.picture })

  await using server = await startTestServer()
  const refused = await admin(server, ['job', 'run', '--inline'])
  expect(refused.code).toBe(9)
  expect(refused.stderr).toContain('server is running')
  await enqueue(server)
  expect(await adminJson(server, 'job', 'run')).toEqual({ failed: 0, queued: 0 })
  expect(await readJobs(server)).toMatchObject([{ state: 'done' }])
})

test('job purge deletes finished jobs; failed ones only with --failed', async () => {
  await using opened = await openTestCatalog()
  await withFailures(opened, 4)
  // While it has not succeeded, the pictures of a hidden collection are not served.
  const payload = { collections: [1], after: 0, hiddenAt: opened.clock.now() }
  await enqueue(opened, { kind: 'withdraw', imageId: null, payload })
  const failed = { state: 'failed', finished_at: opened.clock.now() } as const
  await opened.catalog.write((tx) =>
    tx.updateTable('job').set(failed).where('kind', '=', 'withdraw').execute(),
  )
  opened.clock.advance(3600)
  expect(await adminJson(opened, 'job', 'purge', '--yes', '--older-than', '2h')).toEqual({
    purged: 0,
  })
  expect(await adminJson(opened, 'job', 'purge', '--yes')).toEqual({ purged: 2 })
  expect(await adminJson(opened, 'job', 'purge', '--yes', '--failed')).toEqual({ purged: 2 })
  expect(await adminJson(opened, 'job', 'purge', '--yes', '--failed')).toEqual({ purged: 0 })
  expect(await readJobs(opened)).toMatchObject([{ kind: 'withdraw' }])
  expect(await adminJson(opened, 'audit', 'list', '--action', 'job.purge')).toMatchObject([
    { object: 'job_queue/all', after: { jobs: 2, state: 'failed' } },
    { object: 'job_queue/all', after: { jobs: 2, state: 'done' } },
  ])
})

test('reprocess queues one job for each selected image, at low priority', async () => {
  await using opened = await openTestCatalog()
  const { catalog, seed, clock } = opened
  const album = await seed.collection({ slug: 'album' })
  const images: number[] = []
  for (const collection_id of [album, album, undefined]) {
    const image = await seed.image(collection_id === undefined ? {} : { collection_id })
    await seed.file(image, picture)
    images.push(image)
  }
  const [first, second, third] = images as [number, number, number]
  await seed.image({ collection_id: album })
  const thumbnails = (...words: string[]) => adminJson(opened, 'reprocess', 'thumbnails', ...words)
  expect((await admin(opened, ['reprocess', 'display', '--image', '77'])).stderr).toContain('77')
  expect(await thumbnails('--collection', 'album')).toEqual({ images: 2, queued: 2 })
  expect(await thumbnails('--all')).toEqual({ images: 3, queued: 1 })
  expect(await thumbnails('--image', `${first}`, '--image', `${third}`)).toEqual({
    images: 2,
    queued: 0,
  })
  expect(await adminJson(opened, 'audit', 'list', '--action', 'job.reprocess')).toMatchObject([
    { object: 'job_queue/derive', after: {} },
    { object: 'job_queue/derive', after: { collection_id: album } },
  ])
  await enqueue(opened, { imageId: null, kind: 'remove', runAt: clock.now() })
  const order: (number | null)[] = []
  await using jobs = startRunner(opened, async (_, { imageId }) => void order.push(imageId))
  await jobs.drain()
  expect(order).toEqual([null, first, second, third])

  const made = await seed.image()
  const version = await seed.file(made, picture)
  await enqueue(opened, newDerivation({ imageId: made, version, runAt: clock.now() }))
  await adminJson(opened, 'job', 'run')
  expect(await thumbnails('--missing')).toEqual({ images: 3, queued: 3 })
  await adminJson(opened, 'job', 'run')
  expect(await thumbnails('--missing')).toEqual({ images: 0, queued: 0 })
  const { generation } = await readImage(opened, made)
  await rm(catalog.storage.locate(derivativeKey(made, generation!, 'display')))
  expect(await thumbnails('--missing')).toEqual({ images: 0, queued: 0 })
  expect(await adminJson(opened, 'reprocess', 'display', '--missing')).toEqual({
    images: 1,
    queued: 1,
  })
})

test('reprocess dates computes bounds again, and changes no revision', async () => {
  await using opened = await openTestCatalog()
  const { catalog, seed } = opened
  const album = await seed.collection({ slug: 'album' })
  const wrong = { edtf_date: '1905', strict_from: 0, strict_to: 0, fuzzy_from: 0, fuzzy_to: 0 }
  const [first, second] = [
    await seed.image({ collection_id: album, ...wrong }),
    await seed.image({ ...wrong, ...dateColumns('1912~') }),
  ]
  await seed.image()
  const dates = (...words: string[]) => adminJson(opened, 'reprocess', 'dates', ...words)
  expect(await dates('--image', `${second}`)).toEqual({ images: 1, changed: 0 })
  expect(await dates('--collection', 'album')).toEqual({ images: 1, changed: 1 })
  expect(await dates('--all')).toEqual({ images: 2, changed: 0 })
  expect(await adminJson(opened, 'audit', 'list')).toMatchObject([
    { action: 'job.reprocess', object: 'job_queue/dates', after: { collection_id: album } },
  ])
  const image = await catalog.reads
    .selectFrom('image')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  expect(image).toMatchObject({ ...dateColumns('1905'), revision: 1 })
  expect((await admin(opened, ['reprocess', 'dates', '--image', '77'])).code).toBe(5)
})

test('reprocess queues failed derivations again, and deletes their old failures', async () => {
  await using opened = await openTestCatalog()
  const { seed } = opened
  for (let n = 1; n <= 4; n += 1) await seed.file(await seed.image(), picture)
  await withFailures(opened, 4)
  const words = ['reprocess', 'corrected', '--failed']
  expect(await adminJson(opened, ...words)).toEqual({ images: 2, queued: 2 })
  expect(await adminJson(opened, 'job', 'list', '--failed')).toEqual([])
  expect(await adminJson(opened, ...words)).toEqual({ images: 0, queued: 0 })
})

test('reprocess tiles makes tiles of images that have none, or outdated or missing ones', async () => {
  await using opened = await openTestCatalog()
  const { catalog, seed, clock } = opened
  const tiles = (...words: string[]) => adminJson(opened, 'reprocess', 'tiles', ...words)
  const images: number[] = []
  for (let n = 1; n <= 4; n += 1) {
    const imageId = await seed.image()
    const version = await seed.file(imageId, picture)
    await enqueue(opened, newDerivation({ imageId, version, runAt: clock.now() }))
    images.push(imageId)
  }
  const [bare, outdated, lost] = images as [number, number, number]
  const waiting = await seed.image()
  await seed.file(waiting, picture)
  await adminJson(opened, 'job', 'run')
  expect(await tiles('--missing')).toEqual({ images: 0, queued: 0 })

  const none = { tiles_of: null, tiles_width: null, tiles_height: null }
  await seed.change(bare, { tiles_generation: null, ...none })
  await seed.change(outdated, { tiles_of: 'an earlier picture' })
  const { tiles_generation } = await readImage(opened, lost)
  await rm(catalog.storage.locate(tileFileKey(lost, tiles_generation!)))
  expect(await tiles('--missing')).toEqual({ images: 3, queued: 3 })
  expect(await tiles('--missing')).toEqual({ images: 3, queued: 0 })
  await adminJson(opened, 'job', 'run')
  expect(await tiles('--missing')).toEqual({ images: 0, queued: 0 })
  expect(await tiles('--all')).toEqual({ images: 4, queued: 4 })
  expect((await admin(opened, ['reprocess', 'tiles', '--image', `${waiting}`])).stderr).toContain(
    `There is no image ${waiting}, or it has no derivatives yet.`,
  )
})

test('reprocess tiles queues images whose tiles could not be made again', async () => {
  await using opened = await openTestCatalog()
  const { seed, clock } = opened
  for (let imageId = 1; imageId <= 2; imageId += 1) {
    const version = await seed.file(await seed.image(), picture)
    await enqueue(opened, newDerivation({ imageId, version, runAt: clock.now() }))
  }
  const refuse: JobHandler = async (_, { imageId }) => {
    if (imageId === 1) throw new PermanentFailure('It is too much.')
  }
  {
    await using jobs = startRunner(opened, refuse, { handlers: { ...jobHandlers, tile: refuse } })
    await jobs.drain()
  }
  expect(await adminJson(opened, 'job', 'list', '--failed')).toMatchObject([
    { kind: 'tile', image: 1, last_error: 'It is too much.' },
  ])
  const words = ['reprocess', 'tiles', '--failed']
  expect(await adminJson(opened, ...words)).toEqual({ images: 1, queued: 1 })
  expect(await adminJson(opened, 'job', 'list', '--failed')).toEqual([])
})
