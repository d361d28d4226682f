import { expect, test } from 'vitest'
import { rebuildActivity } from '../../src/core/writes/feed/rebuild.ts'
import { createSeed } from '../support/seed.ts'
import { startService } from '../support/service-server.ts'
import { subject } from '../support/subject-command.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { item, sendItems } from '../support/wikidata.ts'

test('refreshes texts, but neither slugs nor edited titles', async () => {
  await using server = await startTestServer()
  await using wikidata = await startService(
    sendItems(
      item('Q42', { en: 'Douglas Adams' }, { en: 'English author' }),
      item('Q64', { en: 'Berlin' }, { en: 'capital of Germany' }),
    ),
    sendItems(
      item('Q42', { en: 'Douglas Noel Adams' }, { en: 'author' }),
      item('Q64', { en: 'City of Berlin' }, { en: 'capital' }),
    ),
  )
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  await subject(server, ['add', 'Q42', 'Q64'], { env })
  await subject(server, ['edit', 'berlin', '--title', 'Old Berlin', '--slug', 'old-berlin'])
  const { body } = await subject(server, ['refresh', '--all'], { env })
  expect(body).toMatchObject([{ state: 'refreshed' }, { state: 'refreshed' }])
  expect((await subject(server, ['show', 'douglas-adams'])).body).toMatchObject({
    title: 'Douglas Noel Adams',
    item_description: 'author',
  })
  expect((await subject(server, ['show', 'Q64'])).body).toMatchObject({
    title: 'Old Berlin',
    slug: 'old-berlin',
    item_title: 'City of Berlin',
  })
  const again = await subject(server, ['refresh', 'Q42'], { env })
  expect(again.body).toMatchObject([{ state: 'unchanged' }])
})

test('a refresh follows a merged item, unless another subject has it', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  await seed.subject({ slug: 'one', kb_id: 'Q1' })
  await seed.subject({ slug: 'two', kb_id: 'Q2' })
  await seed.subject({ slug: 'three', kb_id: 'Q3' })
  const to = (from: string, id: string) => ({
    ...item(id, { en: `Item ${id}` }),
    redirects: { from, to: id },
  })
  await using wikidata = await startService(sendItems(to('Q1', 'Q9'), to('Q2', 'Q3')))
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  const { code, body } = await subject(server, ['refresh', 'one', 'two', 'three'], { env })
  expect(code).toBe(6)
  expect(body).toMatchObject([
    { slug: 'one', state: 'refreshed' },
    { slug: 'two', state: 'merged_item', problem: expect.stringContaining('merge two three') },
    { slug: 'three', state: 'refreshed' },
  ])
  expect((await subject(server, ['show', 'one'])).body.item).toBe('Q9')
})

test('a running server shows edits at once', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const hall = await seed.subject({ slug: 'hall', title: 'Hall' })
  const image = await seed.image()
  await seed.tag(image, hall)
  expect((await server.get('/api/v2/subjects/')).results).toMatchObject([{ title: 'Hall' }])
  const words = ['edit', 'hall', '--title', 'Town hall', '--slug', 'town-hall', '--description', '']
  await subject(server, words)
  const shown = { title: 'Town hall', slug: 'town-hall' }
  expect((await server.get('/api/v2/subjects/?slug=town-hall')).results).toMatchObject([
    { ...shown, description: 'in the base' },
  ])
  expect((await server.get(`/api/v2/images/${image}/`)).subjects).toMatchObject([shown])
})

/** Sets the subjects of an image over the action that the API uses, so that the history is complete. */
async function tagBy(server: TestServer, userId: number, image: number, ...slugs: string[]) {
  const { setSubjects } = await import('../../src/core/writes/feed/set-subjects.ts')
  const { catalog, clock } = server
  await catalog.write((tx) => setSubjects(tx, slugs, { imageId: image, userId, now: clock.now() }))
}

async function readFeed(server: TestServer) {
  return server.get('/api/v2/activity/?limit=100')
}

/** The feed equals the one that a rebuild creates. */
async function expectRebuiltFeed(server: TestServer) {
  const feed = await readFeed(server)
  await server.catalog.write((tx) => rebuildActivity(tx))
  expect(await readFeed(server)).toEqual(feed)
}

test('merges tags, geometries and activity without doubling any', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const ada = await seed.user({ username: 'ada' })
  const [old, kept] = [
    await seed.subject({ slug: 'old', kb_id: 'Q1' }),
    await seed.subject({ slug: 'kept', kb_id: 'Q2' }),
  ]
  await seed.subject({ slug: 'other', kb_id: 'Q3' })
  const collection = await seed.collection()
  const [first, both, third] = [
    await seed.image({ collection_id: collection }),
    await seed.image({ collection_id: collection }),
    await seed.image({ collection_id: collection }),
  ]
  await tagBy(server, ada, first, 'old')
  server.clock.advance(60)
  await tagBy(server, ada, both, 'old', 'other', 'kept')
  server.clock.advance(60)
  await tagBy(server, ada, both, 'kept', 'other', 'old')
  server.clock.advance(60)
  await tagBy(server, ada, third, 'kept')
  server.clock.advance(60)
  await tagBy(server, ada, third, 'old')
  await seed.outline(old, 'way/1')
  await seed.outline(old, 'way/2')
  await seed.outline(kept, 'way/2')

  const dry = await subject(server, ['merge', 'Q1', 'kept', '--dry-run'])
  expect(dry.body).toEqual({
    state: 'would_merge',
    removed: 'old',
    subject: 'kept',
    tagged: 2,
    tagged_before: 1,
    geometries: 1,
  })
  expect((await subject(server, ['show', 'old'])).body.images).toBe(3)
  const { body } = await subject(server, ['merge', 'Q1', 'kept'])
  expect(body).toEqual({ ...dry.body, state: 'merged' })

  expect((await subject(server, ['show', 'old'])).code).toBe(5)
  expect(await server.get('/api/v2/images/?subject=Q2')).toMatchObject({ count: 3 })
  expect(await server.get(`/api/v2/images/?subject=${old}`)).toMatchObject({ count: 0 })
  expect((await server.get(`/api/v2/subjects/${kept}/`)).image_count).toBe(3)
  const search = '/api/v2/search/text/?q=image&subject='
  expect(await server.get(`${search}Q2`)).toMatchObject({ count: 3 })
  expect(await server.get(`${search}${old}`)).toMatchObject({ count: 0 })
  const detail = await server.get(`/api/v2/images/${both}/`)
  expect(detail.subjects.map(({ slug }: { slug: string }) => slug)).toEqual(['kept', 'other'])
  const { features } = await server.get(`/api/v2/subjects/${kept}/geometry/`)
  expect(features.map(({ properties }: { properties: object }) => properties)).toEqual([
    { map_id: 'way/1' },
    { map_id: 'way/2' },
  ])
  const feed = await readFeed(server)
  const ofKept = feed.filter(
    ({ data }: { data: { subject_id: number } }) => data.subject_id === kept,
  )
  expect(ofKept).toMatchObject([
    { type: 'subject_activity_group', data: { action: 'added', count: 3 } },
    { type: 'subject_introduction', data: { representative_image_id: first } },
  ])
  expect(JSON.stringify(feed)).not.toContain(`"subject_id":${old},`)
  await expectRebuiltFeed(server)
  const audit = await runCli(['admin', 'audit', 'list', '--action', 'subject.merge', '--json'], {
    env: { CATALOG_DATA: server.data },
  })
  expect(JSON.parse(audit.stdout)).toMatchObject([
    {
      object: `subject/${old}`,
      before: { slug: 'old', images: [first, both, third] },
      after: { merged_into: kept },
    },
  ])
})

test('removes a subject with its tags, and keeps what users did', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const ada = await seed.user({ username: 'ada' })
  const gone = await seed.subject({ slug: 'gone', kb_id: 'Q1' })
  const image = await seed.image()
  await tagBy(server, ada, image, 'gone')
  await seed.outline(gone, 'way/1')

  const refused = await subject(server, ['remove', 'gone'])
  expect([refused.code, refused.body.error.message]).toEqual([
    9,
    expect.stringContaining('is a tag of 1 image.'),
  ])
  const dry = await subject(server, ['remove', 'gone', '--untag', '--dry-run'])
  expect(dry.body).toMatchObject([{ state: 'would_remove', slug: 'gone', untagged: 1 }])
  expect((await server.get(`/api/v2/subjects/${gone}/`)).image_count).toBe(1)
  expect((await subject(server, ['remove', 'gone', '--untag'])).body).toMatchObject([
    { state: 'removed', slug: 'gone', untagged: 1 },
  ])

  expect((await server.fetch(`/api/v2/subjects/${gone}/`)).status).toBe(404)
  expect((await server.get(`/api/v2/images/${image}/`)).subjects).toEqual([])
  expect((await server.get('/api/v2/images/?subject=Q1')).count).toBe(0)
  expect(await readFeed(server)).toMatchObject([
    {
      type: 'subject_activity_group',
      data: { user: 'ada', action: 'added', count: 1, subject_id: null, subject_title: null },
    },
  ])
  await expectRebuiltFeed(server)
  expect((await subject(server, ['remove', 'gone', '--untag'])).code).toBe(5)
})

test('removing several subjects removes all or none', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const busy = await seed.subject({ slug: 'busy', kb_id: 'Q1' })
  await seed.subject({ slug: 'idle', kb_id: 'Q2' })
  await seed.tag(await seed.image(), busy)
  expect((await subject(server, ['remove', 'idle', 'busy'])).code).toBe(9)
  const untagged = await subject(server, ['list', '--untagged'])
  expect(untagged.body).toMatchObject([{ slug: 'idle', images: 0, geometries: 0 }])
  const { body } = await subject(server, ['remove', '-'], { stdin: 'idle\n' })
  expect(body).toMatchObject([{ slug: 'idle', state: 'removed' }])
})
