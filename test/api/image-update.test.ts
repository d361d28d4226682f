import { expect, test } from 'vitest'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { startJobs } from '../../src/core/jobs/runner.ts'
import { silentLog } from '../../src/core/base/log.ts'
import { readResponse, openImportApi, type ImportApi } from '../support/import-api.ts'
import { fourColors, plain, BLUE } from '../support/pictures.ts'
import { bearer, issueToken } from '../support/tokens.ts'
import { readJobs } from '../support/queue.ts'
import { readImage, readRows } from '../support/rows.ts'

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
  archive_position: "52°30'N 13°22'37\"E",
  license_name: 'CC0',
  rotation: '90',
  mirror: 'h',
  subjects: ['town-hall', 'market'],
}

test('changes any member, alone or together with others, and returns the new detail', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  const before = await detail(api, image)
  const response = await patch(api, image, EVERYTHING)
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
    archive_position: '52.5, 13.3769444',
    license: { name: 'cc0' },
    rotation: 90,
    mirror: 'h',
    subjects: [{ slug: 'town-hall' }, { slug: 'market' }],
  })
  const { sha256, created_at, collection } = before
  expect(answer).toMatchObject({ id: image, sha256, created_at, collection })
  await api.server.catalog.jobs.drain()
  const { title, ...others } = await detail(api, image)
  expect((await patch(api, image, { title: '  Square ' })).status).toBe(200)
  expect(title).toBe('Market square, looking east')
  expect(await detail(api, image)).toEqual({ ...others, title: 'Square' })
})

test.each([null, '', '   '])('%j clears optional members', async (nothing) => {
  await using api = await openImportApi()
  const image = await importImage(api)
  await patch(api, image, EVERYTHING)
  const { title, original_date, edtf_date, ...optional } = EVERYTHING
  const cleared = Object.fromEntries(Object.keys(optional).map((name) => [name, nothing]))
  if (nothing === '   ') cleared.rotation = cleared.subjects = null
  expect((await patch(api, image, cleared)).status).toBe(200)
  const { description, creator, license, rotation, mirror, ...rest } = await detail(api, image)
  expect({ description, creator, license, rotation, mirror }).toEqual({
    description: '',
    creator: '',
    license: null,
    rotation: 0,
    mirror: 'none',
  })
  const kept = { title, original_date, edtf_date }
  expect(rest).toMatchObject({
    ...kept,
    original_url: '',
    reference_id: null,
    archive_position: null,
  })
  const row = await readImage(api.server, image)
  expect([row.creator, row.creator_folded, row.original_url]).toEqual([null, null, null])
})

test('reports every error at once, as a commit does, and changes nothing', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  // A derivation would change the row, too.
  await api.server.catalog.jobs.drain()
  const before = await readImage(api.server, image)
  const wrong = {
    title: ' ',
    original_date: null,
    edtf_date: 'May 1912',
    source_url: 'ftp://archive.example.org',
    description: 5,
    creator: 'x'.repeat(101),
    reference_id: 'a\u0000b',
    archive_position: '52.5, 213',
    license_name: 'mine',
    rotation: 45,
    mirror: 'both',
    subjects: ['nobody', 'market'],
  }
  const slot = await api.uploadToNewSlot(blue, 'image/png')
  const [status, committed] = await readResponse(await api.commit(slot, wrong))
  expect(status).toBe(400)
  expect(Object.keys(committed as object).toSorted()).toEqual(Object.keys(wrong).toSorted())
  expect(await readResponse(await patch(api, image, wrong))).toEqual([400, committed])
  for (const [field, value] of Object.entries(wrong)) {
    const [, body] = await readResponse(await patch(api, image, { [field]: value }))
    expect(body).toEqual({ [field]: (committed as Record<string, string[]>)[field] })
  }
  expect(await readImage(api.server, image)).toEqual(before)
  expect(await readResponse(await patch(api, image, []))).toEqual([
    400,
    { non_field_errors: ['Invalid data. Expected an object.'] },
  ])
})

test('accepts a change without differences and keeps the revision', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  await patch(api, image, EVERYTHING)
  await api.server.catalog.jobs.drain()
  const tag = (await get(api, image)).headers.get('ETag')
  const events = await api.server.get('/api/v2/activity/')
  const jobs = await jobsOf(api, image)
  for (const body of [{}, EVERYTHING, { title: EVERYTHING.title, unknown: 1 }]) {
    const response = await patch(api, image, body)
    expect([response.status, response.headers.get('ETag')]).toEqual([200, tag])
  }
  expect(await api.server.get('/api/v2/activity/')).toEqual(events)
  expect(await jobsOf(api, image)).toEqual(jobs)
})

test('rejects callers other than importers before it reads the body', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  const guest = bearer(await issueToken(api.server, { userId: 3, scopes: ['import'] }))
  const reader = bearer(await issueToken(api.server, { userId: 4, staff: true }))
  for (const id of [image, 999]) {
    for (const [headers, status] of [
      [{}, 401],
      [bearer('cat_at_forged'), 401],
      [reader, 403],
      [guest, 403],
    ] as const) {
      const response = await patch(api, id, '{', headers)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ detail: expect.any(String) })
    }
  }
})

test('answers 404 for a missing image, after it has validated the body', async () => {
  await using api = await openImportApi()
  const missing = [404, { detail: 'Image not found.', code: 'image_not_found' }]
  for (const id of ['999', 'nonsense', '-1', '9'.repeat(40)]) {
    expect(await readResponse(await patch(api, id, { title: 'A' }))).toEqual(missing)
    expect((await patch(api, id, { title: '' })).status).toBe(400)
  }
  const headers = { ...api.importer, 'If-Match': '"1-a"' }
  expect(await readResponse(await patch(api, 999, {}, headers))).toEqual(missing)
})

test('lets importers change a non-public image, which stays hidden', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  await api.seed.setPublic('collection', api.collection, false)
  const [status, body] = await readResponse(await patch(api, image, { title: 'Seen by few' }))
  expect([status, body]).toEqual([200, expect.objectContaining({ title: 'Seen by few' })])
  expect((await api.server.fetch(`/api/v2/images/${image}/`)).status).toBe(404)
  expect(await api.server.get('/api/v2/activity/')).toEqual([])
})

test('updates filters, orders and counts at once', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  await api.seed.point(image)
  const [hall, market] = ['town-hall', 'market']
  await patch(api, image, { subjects: [hall] })
  const count = async (path: string) => (await api.server.get(`/api/v2/${path}`)).count
  const counts = async () => ({
    year: await count('images/?year_min=1950'),
    placed: await count('georeferences/?year_min=1950'),
    creator: await count('images/?creator=%C3%A9LISE'),
    first: (await api.server.get('/api/v2/images/?ordering=title')).results[0].id === image,
    subjects: (await api.server.get('/api/v2/subjects/?ordering=title')).results.map(
      ({ slug, image_count }: { slug: string; image_count: number }) => [slug, image_count],
    ),
  })
  await api.seed.image({ title: 'Bridge' })
  const none = { year: 0, placed: 0, creator: 0, first: false }
  expect(await counts()).toEqual({ ...none, subjects: [[hall, 1]] })
  const change = { edtf_date: '1955', creator: 'Élise', title: 'Abbey', subjects: [market] }
  await patch(api, image, change)
  const all = { year: 1, placed: 1, creator: 1, first: true }
  expect(await counts()).toEqual({ ...all, subjects: [[market, 1]] })
  await patch(api, image, { edtf_date: '1905', creator: null, title: 'Z', subjects: null })
  expect(await counts()).toEqual({ ...none, subjects: [] })
})

test('records added, removed and reordered subjects in the activity feed', async () => {
  await using api = await openImportApi({ accessTokenSeconds: String(3 * 24 * 60 * 60) })
  const image = await importImage(api)
  const retag = async (...subjects: string[]) => {
    api.server.clock.advance(5 * 60 * 60)
    const before = (await api.server.get('/api/v2/activity/')).length
    expect((await patch(api, image, { subjects })).status).toBe(200)
    const events = await api.server.get('/api/v2/activity/?limit=100')
    return events
      .slice(0, events.length - before)
      .map(({ type, data }: Event) =>
        type === 'subject_introduction'
          ? ['introduced', data.subject_title]
          : [data.action, data.subject_title ?? [data.previous_order, data.new_order]],
      )
      .toReversed()
  }
  const [hall, market] = await subjectIds(api)
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
  expect((await detail(api, image)).subjects).toMatchObject([
    { slug: 'market' },
    { slug: 'town-hall' },
  ])
  expect(await retag()).toEqual([
    [removed, 'Town hall'],
    [removed, 'Market'],
  ])
  await api.server.catalog.jobs.drain()
  const feed = await api.server.get('/api/v2/activity/?limit=100')
  await api.seed.rebuildFeed()
  expect(await api.server.get('/api/v2/activity/?limit=100')).toEqual(feed)
})

test('makes derivatives again after a rotation; until then the permalink is the original', async () => {
  await using api = await openImportApi()
  const { catalog } = api.server
  const image = await importImage(api, { rotation: 90 })
  await catalog.jobs.drain()
  const before = await detail(api, image)
  expect(before.permalink).toContain('/corrected.jpg')
  await catalog.jobs[Symbol.asyncDispose]()

  await patch(api, image, { rotation: 180 })
  const between = await detail(api, image)
  expect(between).toMatchObject({ rotation: 180, thumbnail: before.thumbnail })
  expect(between.permalink).toContain('/original.png?v=')
  expect((await api.server.fetch(between.thumbnail)).status).toBe(200)

  await using jobs = startJobs(catalog, { log: silentLog, handlers: jobHandlers, workers: 1 })
  await jobs.drain()
  const after = await detail(api, image)
  expect(after.permalink).toContain('/corrected.jpg')
  expect(after.permalink).not.toBe(before.permalink)
  expect(after.thumbnail).not.toBe(before.thumbnail)

  await patch(api, image, { rotation: null })
  await jobs.drain()
  expect((await detail(api, image)).permalink).toContain('/original.png?v=')
})

test('discards derivatives if the rotation changes while they are made', async () => {
  await using api = await openImportApi()
  const image = await importImage(api)
  const derived = api.server.catalog.jobs.drain()
  await Promise.all([90, 180, 270].map((rotation) => patch(api, image, { rotation })))
  const replaced = await api.replace(image, await api.uploadToNewSlot(blue, 'image/png'))
  expect(replaced.status).toBe(200)
  await patch(api, image, { mirror: 'v' })
  await derived
  await api.server.catalog.jobs.drain()
  const row = await readImage(api.server, image)
  expect(row).toMatchObject({ rotation: 0, mirror: 'v', generation_corrected: 1 })
  expect(row.generation_of).toBe(row.file_version)
})

test('rotates an image without a file, without enqueuing a job', async () => {
  await using api = await openImportApi()
  const image = await api.seed.image({ collection_id: api.collection })
  expect((await patch(api, image, { rotation: 90 })).status).toBe(200)
  expect(await jobsOf(api, image)).toEqual([])
})

interface Event {
  type: string
  data: Record<string, unknown>
}

/** Imports an image with four colors, and seeds two subjects and a license for it. */
async function importImage(api: ImportApi, fields?: object): Promise<number> {
  await api.seed.license({ name: 'cc0' })
  await api.seed.subject({ title: 'Town hall' })
  await api.seed.subject({ title: 'Market' })
  const answer = await api.commit(await api.uploadToNewSlot(colors, 'image/png'), fields)
  return ((await answer.json()) as { image_id: number }).image_id
}

function patch(
  { server, importer }: ImportApi,
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

function get({ server, importer }: ImportApi, image: number): Promise<Response> {
  return server.fetch(`/api/v2/images/${image}/`, { headers: importer })
}

function detail(api: ImportApi, image: number) {
  return api.server.get(`/api/v2/images/${image}/`, { headers: api.importer })
}

async function subjectIds({ server }: ImportApi): Promise<number[]> {
  const rows = await readRows(server, 'subject')
  return rows.map(({ id }) => id)
}

async function jobsOf({ server }: ImportApi, image: number) {
  return (await readJobs(server)).filter(({ image_id }) => image_id === image)
}
