import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activityFeed, type ActivityEvent } from '../../src/core/contract/activity.ts'
import { dumpCatalog } from '../../src/core/dump/dump.ts'
import { loadDump } from '../../src/core/dump/load.ts'
import { EVENT_TYPES } from '../../src/core/model/event-types.ts'
import { openImportApi } from '../support/import-api.ts'
import { plain, RED } from '../support/pictures.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const DEMO = new URL('../../fixtures/demo/catalog.ndjson', import.meta.url)

const demo = await startTestServer()
afterAll(() => demo[Symbol.asyncDispose]())
beforeAll(async () => {
  const folder = join(demo.data, 'demo')
  await mkdir(folder)
  await writeFile(join(folder, 'catalog.ndjson'), withoutFiles(await readFile(DEMO, 'utf8')))
  await loadDump(demo.catalog, folder, { acceptStaff: true })
})

/** Leaves no file to derive, so that no thumbnail appears while a test reads the feed. */
function withoutFiles(lines: string): string {
  return lines.replaceAll(/,"file":\{[^}]*\}/g, '')
}

const thumbnail = expect.stringContaining('/thumbnail.jpg')

async function feed(server: TestServer, query = 'limit=100'): Promise<ActivityEvent[]> {
  return activityFeed.parse(await server.get(`/api/v2/activity/?${query}`))
}

/** Reads the whole feed, page by page. */
async function wholeFeed(server: TestServer, limit: number): Promise<ActivityEvent[]> {
  const events: ActivityEvent[] = []
  for (;;) {
    const before = events.length > 0 ? `&before=${events.at(-1)!.timestamp}` : ''
    const page = await feed(server, `limit=${limit}${before}`)
    events.push(...page)
    if (page.length < limit) return events
  }
}

test.each([
  ['before=yesterday', 'before should be a timestamp'],
  ['before=2026-02-30T12:00:00Z', 'before should be a timestamp'],
  ['before=2026-03-01', 'before should be a timestamp'],
  ['limit=many', 'limit should be a whole number from 1 to 100'],
  ['limit=2.5', 'limit should be a whole number from 1 to 100'],
])('rejects %s', async (query, sentence) => {
  const response = await demo.fetch(`/api/v2/activity/?${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: expect.stringContaining(sentence) })
})

test.each([
  ['', 20],
  ['limit=', 20],
  ['limit=0', 1],
  ['limit=-7', 1],
  ['limit=3', 3],
  ['limit=100', 100],
  ['limit=101', 100],
  ['limit=99999999999999999999', 100],
])('the query %j returns %i events', async (query, count) => {
  expect(await feed(demo, query)).toHaveLength(count)
})

test('ignores unknown types, and returns nothing if all types are unknown', async () => {
  const comments = await feed(demo, 'types=comment,%20nothing')
  expect(new Set(comments.map(({ type }) => type))).toEqual(new Set(['comment']))
  expect(await feed(demo, 'types=nothing,Comment')).toEqual([])
  expect(await feed(demo, 'types=')).toEqual(await feed(demo, ''))
})

test('reads the same feed with every page size, and the demo has all seven types of event', async () => {
  const events = await wholeFeed(demo, 100)
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES))
  const times = events.map(({ timestamp }) => timestamp)
  expect(times).toEqual([...new Set(times)].sort().reverse())
  expect(await wholeFeed(demo, 7)).toEqual(events)
  for (const type of EVENT_TYPES) {
    const ofType = events.filter((event) => event.type === type).slice(0, 100)
    expect(await feed(demo, `limit=100&types=${type}`), type).toEqual(ofType)
  }
})

test('returns the same feed after a dump and a load', async () => {
  const folder = join(demo.data, 'moved')
  await dumpCatalog(demo.catalog, folder, { files: false })
  await using moved = await startTestServer()
  await loadDump(moved.catalog, folder, { acceptStaff: true })
  expect(await wholeFeed(moved, 100)).toEqual(await wholeFeed(demo, 100))
})

test('before excludes its own time, and takes any time zone or none', async () => {
  const [first, second] = await feed(demo)
  expect((await feed(demo, `before=${first!.timestamp}`))[0]).toEqual(second)
  const [, local] = /(.*)Z$/.exec(first!.timestamp)!
  expect((await feed(demo, `before=${local}`))[0]).toEqual(second)
  expect((await feed(demo, `before=${local}%2B00:00`))[0]).toEqual(second)
  expect((await feed(demo, `before=${local}+00:00`))[0]).toEqual(second)
  expect((await feed(demo, `before=${local}-00:01`))[0]).toEqual(first)
})

test('introduces a subject tagged by an import as soon as it is on a public image', async () => {
  await using api = await openImportApi()
  const { server, seed, collection } = api
  for (const slug of ['mill', 'church']) await seed.subject({ slug, title: slug })
  const tiny = await plain(8, 8, RED).jpeg().toBuffer()
  await seed.setPublic('collection', collection, false)
  await api.commit(await api.uploadToNewSlot(tiny), { title: 'One', subjects: ['mill'] })
  server.clock.advance(60)
  await api.commit(await api.uploadToNewSlot(tiny), { title: 'Two', subjects: ['mill', 'church'] })
  const importerSees = await server.get('/api/v2/activity/', { headers: api.importer })
  expect(importerSees).toEqual([])
  await seed.setPublic('collection', collection, true)
  await server.catalog.jobs.drain()
  const events = await feed(server)
  expect(events.map(({ type, timestamp, data }) => [type, timestamp.slice(11), data])).toEqual([
    [
      'subject_activity_group',
      '12:01:00.000002Z',
      {
        user: 'user-1001',
        action: 'added',
        count: 1,
        started_at: '2026-03-01T12:01:00.000000Z',
        ended_at: '2026-03-01T12:01:00.000000Z',
        subject_id: 2,
        subject_title: 'church',
        images: [{ id: 2, title: 'Two', thumbnail }],
      },
    ],
    [
      'subject_activity_group',
      '12:01:00.000001Z',
      {
        user: 'user-1001',
        action: 'added',
        count: 2,
        started_at: '2026-03-01T12:00:00.000000Z',
        ended_at: '2026-03-01T12:01:00.000000Z',
        subject_id: 1,
        subject_title: 'mill',
        images: [
          { id: 2, title: 'Two', thumbnail },
          { id: 1, title: 'One', thumbnail },
        ],
      },
    ],
    ['subject_introduction', '12:01:00.000000Z', introduction(2, 'church', 2)],
    ['subject_introduction', '12:00:00.000000Z', introduction(1, 'mill', 1)],
  ])
})

function introduction(id: number, title: string, image: number) {
  return {
    user: 'user-1001',
    subject_id: id,
    subject_title: title,
    representative_image_id: image,
    representative_image_thumbnail: thumbnail,
  }
}

test('represents a subject by a public image, preferably one with a thumbnail', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const [plain, pictured] = [await seed.image(), await seed.image()]
  await seed.change(hidden, { generation: 'generationOne0000' })
  const subject = await seed.subject({ title: 'Mill' })
  for (const image of [hidden, plain, pictured]) await seed.tag(image, subject)
  const shown = async () => {
    await seed.rebuildFeed()
    const [event] = await feed(server, 'types=subject_introduction')
    return event?.data
  }
  expect(await shown()).toMatchObject({
    user: null,
    representative_image_id: plain,
    representative_image_thumbnail: null,
  })
  await seed.change(pictured, { generation: 'generationTwo0000' })
  expect(await shown()).toMatchObject({
    representative_image_id: pictured,
    representative_image_thumbnail: expect.stringContaining('generationTwo0000'),
  })
})

test('returns the same feed to the public and to importers', async () => {
  const headers = bearer(await issueToken(demo, { staff: true, scopes: ['import'], userId: 77 }))
  const path = '/api/v2/activity/?limit=100'
  expect(await demo.get(path, { headers })).toEqual(await demo.get(path))
})

test('a group lists its newest 1,000 images and counts all of them', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const [image, user_id] = [await seed.image(), await seed.user()]
  const newest = await seed.image()
  await seed.point(image, { user_id })
  await seed.point(newest, { user_id, created_at: server.clock.now() + 1 })
  await seed.points(image, 1003, { user_id })
  await seed.rebuildFeed()
  const [event] = await feed(server, 'types=georeference_group')
  const { count, images } = event!.data as { count: number; images: { id: number }[] }
  expect([count, images.length, images[0]!.id]).toEqual([1005, 1000, newest])
})

test('lists only the newest images of further groups once a page lists 2,000', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const image = await seed.image()
  const users = [await seed.user(), await seed.user(), await seed.user()]
  await seed.point(image, { user_id: users[0]! })
  for (const [n, user_id] of users.entries()) {
    await seed.points(image, 900, { user_id, created_at: server.clock.now() + n })
  }
  await seed.rebuildFeed()
  const groups = (await feed(server, 'types=georeference_group')).map(({ data }) => {
    const { count, images } = data as { count: number; images: unknown[] }
    return { count, listed: images.length }
  })
  expect(groups).toEqual([
    { count: 900, listed: 900 },
    { count: 900, listed: 900 },
    { count: 901, listed: 20 },
  ])
})

test('ignores invalid milestones, and treats an empty list as none', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const [image, user_id] = [await seed.image(), await seed.user()]
  for (let made = 0; made < 5; made += 1) await seed.point(image, { user_id })
  const setMilestones = async (milestones: unknown) => {
    await seed.setting('milestones', milestones)
    await seed.rebuildFeed()
  }
  const types = 'types=user_milestone,sitewide_milestone'
  const counts = async () => (await feed(server, types)).map(({ type, data }) => [type, data])
  for (const nonsense of [{ user: [2, 1] }, { user: 'all' }, [], 3]) {
    await setMilestones(nonsense)
    expect(await counts()).toEqual([['user_milestone', expect.objectContaining({ count: 5 })]])
  }
  await setMilestones({ user: [], sitewide: [2] })
  expect(await counts()).toEqual([
    ['sitewide_milestone', { count: 4 }],
    ['sitewide_milestone', { count: 2 }],
  ])
})
