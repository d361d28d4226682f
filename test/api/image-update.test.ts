import { expect, test } from 'vitest'
import { rebuildActivity } from '../../src/core/activity/rebuild.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { startJobs } from '../../src/core/jobs/runner.ts'
import { silentLog } from '../../src/core/log.ts'
import { answerOf, imageRow, openImportDesk, type ImportDesk } from '../support/importing.ts'
import { fourColors, plain, BLUE } from '../support/pictures.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const colors = await fourColors(60, 40).png().toBuffer()
const blue = await plain(20, 40, BLUE).png().toBuffer()

const EVERYTHING = {
  title: 'Market square, looking east',
  original_date: 'May 1912',
  edtf_date: '1912-05',
  source_url: 'https://archive.example.org/17',
  description: 'On a market day.',
  creator: 'Élise Painter',
  reference_id: 'B-18',
  license_name: 'CC0',
  rotation: '90',
  mirror: 'h',
  subjects: ['town-hall', 'market'],
}

test('changes any member, alone or together with others, and returns the new detail', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  const before = await detail(desk, image)
  const response = await patch(desk, image, EVERYTHING)
  expect(response.status).toBe(200)
  const answer = (await response.json()) as Record<string, unknown>
  expect(answer).toMatchObject({
    title: 'Market square, looking east',
    original_date: 'May 1912',
    edtf_date: '1912-05',
    date_display: 'May 1912',
    original_url: 'https://archive.example.org/17',
    description: 'On a market day.',
    creator: 'Élise Painter',
    reference_id: 'B-18',
    license: { name: 'cc0' },
    rotation: 90,
    mirror: 'h',
    subjects: [{ slug: 'town-hall' }, { slug: 'market' }],
  })
  const { sha256, created_at, collection } = before
  expect(answer).toMatchObject({ id: image, sha256, created_at, collection })
  await desk.server.catalog.jobs.drain()
  const { title, ...others } = await detail(desk, image)
  expect((await patch(desk, image, { title: '  Square ' })).status).toBe(200)
  expect(title).toBe('Market square, looking east')
  expect(await detail(desk, image)).toEqual({ ...others, title: 'Square' })
})

test.each([null, '', '   '])('%j clears optional members', async (nothing) => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  await patch(desk, image, EVERYTHING)
  const { title, original_date, edtf_date, ...optional } = EVERYTHING
  const cleared = Object.fromEntries(Object.keys(optional).map((name) => [name, nothing]))
  if (nothing === '   ') cleared.rotation = cleared.subjects = null
  expect((await patch(desk, image, cleared)).status).toBe(200)
  const { description, creator, license, rotation, mirror, ...rest } = await detail(desk, image)
  expect({ description, creator, license, rotation, mirror }).toEqual({
    description: '',
    creator: '',
    license: null,
    rotation: 0,
    mirror: 'none',
  })
  const kept = { title, original_date, edtf_date }
  expect(rest).toMatchObject({ ...kept, original_url: '', reference_id: null, subjects: [] })
  const row = await imageRow(desk, image)
  expect([row.creator, row.creator_folded, row.original_url]).toEqual([null, null, null])
})

test('reports every error at once, as a commit does, and changes nothing', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  // A derivation would change the row, too.
  await desk.server.catalog.jobs.drain()
  const before = await imageRow(desk, image)
  const wrong = {
    title: ' ',
    original_date: null,
    edtf_date: 'May 1912',
    source_url: 'ftp://archive.example.org',
    description: 5,
    creator: 'x'.repeat(101),
    reference_id: 'a\u0000b',
    license_name: 'mine',
    rotation: 45,
    mirror: 'both',
    subjects: ['nobody', 'market'],
  }
  const slot = await desk.uploaded(blue, 'image/png')
  const [status, committed] = await answerOf(await desk.commit(slot, wrong))
  expect(status).toBe(400)
  expect(Object.keys(committed as object).toSorted()).toEqual(Object.keys(wrong).toSorted())
  expect(await answerOf(await patch(desk, image, wrong))).toEqual([400, committed])
  for (const [field, value] of Object.entries(wrong)) {
    const [, body] = await answerOf(await patch(desk, image, { [field]: value }))
    expect(body).toEqual({ [field]: (committed as Record<string, string[]>)[field] })
  }
  expect(await imageRow(desk, image)).toEqual(before)
  expect(await answerOf(await patch(desk, image, []))).toEqual([
    400,
    { non_field_errors: ['Invalid data. Expected an object.'] },
  ])
})

test('accepts a change without differences and keeps the revision', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  await patch(desk, image, EVERYTHING)
  await desk.server.catalog.jobs.drain()
  const tag = (await get(desk, image)).headers.get('ETag')
  const events = await desk.server.get('/api/v2/activity/')
  for (const body of [{}, EVERYTHING, { title: EVERYTHING.title, unknown: 1 }]) {
    const response = await patch(desk, image, body)
    expect([response.status, response.headers.get('ETag')]).toEqual([200, tag])
  }
  expect(await desk.server.get('/api/v2/activity/')).toEqual(events)
  expect((await jobsOf(desk, image)).filter(({ state }) => state === 'queued')).toEqual([])
})

test('rejects callers other than importers before it reads the body', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  const guest = bearer(await issueToken(desk.server, { userId: 3, scopes: ['import'] }))
  const reader = bearer(await issueToken(desk.server, { userId: 4, staff: true }))
  for (const id of [image, 999]) {
    for (const [headers, status] of [
      [{}, 401],
      [bearer('cat_at_forged'), 401],
      [reader, 403],
      [guest, 403],
    ] as const) {
      const response = await patch(desk, id, '{', headers)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ detail: expect.any(String) })
    }
  }
})

test('answers 404 for a missing image, after it has validated the body', async () => {
  await using desk = await openImportDesk()
  const missing = [404, { detail: 'Image not found.', code: 'image_not_found' }]
  for (const id of ['999', 'nonsense', '-1', '9'.repeat(40)]) {
    expect(await answerOf(await patch(desk, id, { title: 'A' }))).toEqual(missing)
    expect((await patch(desk, id, { title: '' })).status).toBe(400)
  }
  const headers = { ...desk.importer, 'If-Match': '"1-a"' }
  expect(await answerOf(await patch(desk, 999, {}, headers))).toEqual(missing)
})

test('lets importers change a non-public image, which stays hidden', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  await hide(desk)
  const [status, body] = await answerOf(await patch(desk, image, { title: 'Seen by few' }))
  expect([status, body]).toEqual([200, expect.objectContaining({ title: 'Seen by few' })])
  expect((await desk.server.fetch(`/api/v2/images/${image}/`)).status).toBe(404)
  expect(await desk.server.get('/api/v2/activity/')).toEqual([])
})

test('updates filters, orders and counts at once', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  await desk.seed.point(image)
  const [hall, market] = ['town-hall', 'market']
  await patch(desk, image, { subjects: [hall] })
  const count = async (path: string) => (await desk.server.get(`/api/v2/${path}`)).count
  const counts = async () => ({
    year: await count('images/?year_min=1950'),
    placed: await count('georeferences/?year_min=1950'),
    creator: await count('images/?creator=%C3%A9LISE'),
    first: (await desk.server.get('/api/v2/images/?ordering=title')).results[0].id === image,
    subjects: (await desk.server.get('/api/v2/subjects/?ordering=title')).results.map(
      ({ slug, image_count }: { slug: string; image_count: number }) => [slug, image_count],
    ),
  })
  await desk.seed.image({ title: 'Bridge' })
  const none = { year: 0, placed: 0, creator: 0, first: false }
  expect(await counts()).toEqual({ ...none, subjects: [[hall, 1]] })
  const change = { edtf_date: '1955', creator: 'Élise', title: 'Abbey', subjects: [market] }
  await patch(desk, image, change)
  const all = { year: 1, placed: 1, creator: 1, first: true }
  expect(await counts()).toEqual({ ...all, subjects: [[market, 1]] })
  await patch(desk, image, { edtf_date: '1905', creator: null, title: 'Z', subjects: null })
  expect(await counts()).toEqual({ ...none, subjects: [] })
})

test('records added, removed and reordered subjects in the activity feed', async () => {
  await using desk = await openImportDesk({ accessTokenSeconds: String(3 * 24 * 60 * 60) })
  const image = await imported(desk)
  const retag = async (...subjects: string[]) => {
    desk.server.clock.advance(5 * 60 * 60)
    const before = (await desk.server.get('/api/v2/activity/')).length
    expect((await patch(desk, image, { subjects })).status).toBe(200)
    const events = await desk.server.get('/api/v2/activity/?limit=100')
    return events
      .slice(0, events.length - before)
      .map(({ type, data }: Event) =>
        type === 'subject_introduction'
          ? ['introduced', data.subject_title]
          : [data.action, data.subject_title ?? [data.previous_order, data.new_order]],
      )
      .toReversed()
  }
  const [hall, market] = await subjectIds(desk)
  const [added, removed, introduced] = ['added', 'removed', 'introduced']
  expect(await retag('town-hall', 'market')).toEqual([
    [introduced, 'Town hall'],
    [introduced, 'Market'],
    [added, 'Town hall'],
    [added, 'Market'],
  ])
  expect(await retag('market', 'town-hall')).toEqual([
    [
      'reordered',
      [
        [hall, market],
        [market, hall],
      ],
    ],
  ])
  expect(await retag('market', 'town-hall', 'market')).toEqual([])
  expect(await retag('town-hall')).toEqual([[removed, 'Market']])
  expect(await retag('market', 'town-hall')).toEqual([[added, 'Market']])
  expect((await detail(desk, image)).subjects).toMatchObject([
    { slug: 'market' },
    { slug: 'town-hall' },
  ])
  expect(await retag()).toEqual([
    [removed, 'Town hall'],
    [removed, 'Market'],
  ])
  const feed = await desk.server.get('/api/v2/activity/?limit=100')
  await desk.server.catalog.write(rebuildActivity)
  expect(await desk.server.get('/api/v2/activity/?limit=100')).toEqual(feed)
})

test('makes derivatives again after a rotation; until then the permalink is the original', async () => {
  await using desk = await openImportDesk()
  const { catalog } = desk.server
  const image = await imported(desk, { rotation: 90 })
  await catalog.jobs.drain()
  const before = await detail(desk, image)
  expect(before.permalink).toContain('/corrected.jpg')
  await catalog.jobs[Symbol.asyncDispose]()

  await patch(desk, image, { rotation: 180 })
  const between = await detail(desk, image)
  expect(between).toMatchObject({ rotation: 180, thumbnail: before.thumbnail })
  expect(between.permalink).toContain('/original.png?v=')
  expect((await desk.server.fetch(between.thumbnail)).status).toBe(200)

  await using jobs = startJobs(catalog, { log: silentLog, handlers: jobHandlers, workers: 1 })
  await jobs.drain()
  const after = await detail(desk, image)
  expect(after.permalink).toContain('/corrected.jpg')
  expect(after.permalink).not.toBe(before.permalink)
  expect(after.thumbnail).not.toBe(before.thumbnail)

  await patch(desk, image, { rotation: null })
  await jobs.drain()
  expect((await detail(desk, image)).permalink).toContain('/original.png?v=')
})

test('discards derivatives if the rotation changes while they are made', async () => {
  await using desk = await openImportDesk()
  const image = await imported(desk)
  const derived = desk.server.catalog.jobs.drain()
  await Promise.all([90, 180, 270].map((rotation) => patch(desk, image, { rotation })))
  const replaced = await desk.replace(image, await desk.uploaded(blue, 'image/png'))
  expect(replaced.status).toBe(200)
  await patch(desk, image, { mirror: 'v' })
  await derived
  await desk.server.catalog.jobs.drain()
  const row = await imageRow(desk, image)
  expect(row).toMatchObject({ rotation: 0, mirror: 'v', generation_corrected: 1 })
  expect(row.generation_of).toBe(row.file_version)
})

test('rotates an image without a file, without enqueuing a job', async () => {
  await using desk = await openImportDesk()
  const image = await desk.seed.image({ collection_id: desk.collection })
  expect((await patch(desk, image, { rotation: 90 })).status).toBe(200)
  expect(await jobsOf(desk, image)).toEqual([])
})

interface Event {
  type: string
  data: Record<string, unknown>
}

/** Imports an image with four colors, and seeds two subjects and a license for it. */
async function imported(desk: ImportDesk, fields?: object): Promise<number> {
  await desk.seed.license({ name: 'cc0' })
  await desk.seed.subject({ title: 'Town hall' })
  await desk.seed.subject({ title: 'Market' })
  const answer = await desk.commit(await desk.uploaded(colors, 'image/png'), fields)
  return ((await answer.json()) as { image_id: number }).image_id
}

function patch(
  { server, importer }: ImportDesk,
  image: number | string,
  body: unknown,
  headers: Record<string, string> = importer,
): Promise<Response> {
  return server.fetch(`/api/v2/images/${image}/`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function get({ server, importer }: ImportDesk, image: number): Promise<Response> {
  return server.fetch(`/api/v2/images/${image}/`, { headers: importer })
}

function detail(desk: ImportDesk, image: number) {
  return desk.server.get(`/api/v2/images/${image}/`, { headers: desk.importer })
}

async function subjectIds({ server }: ImportDesk): Promise<number[]> {
  const rows = await server.catalog.reads.selectFrom('subject').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

function jobsOf({ server }: ImportDesk, image: number) {
  return server.catalog.reads
    .selectFrom('job')
    .select(['kind', 'state'])
    .where('image_id', '=', image)
    .execute()
}

async function hide({ server, collection }: ImportDesk): Promise<void> {
  await server.catalog.write((tx) =>
    tx.updateTable('collection').set({ public: 0 }).where('id', '=', collection).execute(),
  )
}
