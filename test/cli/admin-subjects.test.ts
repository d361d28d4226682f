import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rebuildActivity } from '../../src/core/writes/feed/rebuild.ts'
import { createSeed } from '../support/seed.ts'
import { sendJson, sendStatus, startService, type Answer } from '../support/service-server.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { item, sendItems } from '../support/wikidata.ts'

/** Runs `catalog admin subject …` on the data directory of the running server. */
async function subject(server: TestServer, words: string[], options: TestCliOptions = {}) {
  const result = await runCli(['admin', 'subject', ...words, '--json', '--yes'], {
    clock: server.clock,
    ...options,
    env: { CATALOG_DATA: server.data, ...options.env },
  })
  return { ...result, body: JSON.parse(result.stdout) }
}

/** The server of commands that fail, and change nothing. */
const refusing = await startTestServer()
afterAll(() => refusing[Symbol.asyncDispose]())
await createSeed(refusing).subject({ slug: 'one', kb_id: 'Q1' })
await createSeed(refusing).subject({ slug: 'two', kb_id: 'Q2' })

const ADAMS = item('Q42', { en: 'Douglas Adams' }, { en: 'English author', de: 'Schriftsteller' })
const BERLIN = item('Q64', { en: 'Berlin', de: 'Berlin' }, { en: 'capital of Germany' })
const TOWER = item('Q243', { fr: 'Tour Eiffel' }, {})

test('adds subjects from Wikidata once, with texts in the preferred languages', async () => {
  await using server = await startTestServer()
  await using wikidata = await startService(sendItems(ADAMS, BERLIN, TOWER))
  const env = { CATALOG_WIKIDATA_URL: wikidata.url, CATALOG_BASE_URL: 'https://photos.example.org' }
  const words = ['add', 'Q42', 'https://www.wikidata.org/wiki/Q64', 'q243', 'Q9', 'Q42']
  const { code, body } = await subject(server, [...words, '--languages', 'de,en'], { env })
  expect(code).toBe(6)
  expect(body).toEqual([
    {
      item: 'Q42',
      state: 'added',
      id: 1,
      slug: 'douglas-adams',
      title: 'Douglas Adams',
      problem: null,
    },
    { item: 'Q64', state: 'added', id: 2, slug: 'berlin', title: 'Berlin', problem: null },
    expect.objectContaining({ item: 'Q243', state: 'unlabeled', id: null }),
    expect.objectContaining({ item: 'Q9', state: 'missing', id: null }),
  ])
  expect((await subject(server, ['show', 'Q42'])).body).toMatchObject({
    description: null,
    item_description: 'Schriftsteller',
  })
  const [request] = wikidata.requests
  expect(request!.headers['user-agent']).toMatch(
    /^catalog\/\d\S* \(https:\/\/photos\.example\.org\)$/,
  )
  expect(request!.url.searchParams.get('languages')).toBe('de|en|mul')

  const again = await subject(server, ['add', '-'], { env, stdin: 'Q42\nQ64\n' })
  expect(again.code).toBe(0)
  expect(again.body).toMatchObject([{ state: 'exists' }, { state: 'exists' }])
})

test('asks for at most 50 items at once', async () => {
  await using server = await startTestServer()
  const ids = Array.from({ length: 120 }, (_, index) => `Q${index + 1}`)
  const items = ids.map((id) => item(id, { mul: 'Church' }))
  await using wikidata = await startService(sendItems(...items))
  const { body } = await subject(server, ['add', '-'], {
    env: { CATALOG_WIKIDATA_URL: wikidata.url },
    stdin: ids.join('\n'),
  })
  const asked = wikidata.requests.map(({ url }) => url.searchParams.get('ids')!.split('|').length)
  expect(asked).toEqual([50, 50, 20])
  const slugs = body.map(({ slug }: { slug: string }) => slug)
  expect(slugs.slice(0, 3)).toEqual(['church', 'church-2', 'church-3'])
  expect(new Set(slugs).size).toBe(120)
})

test('derives slugs from long titles and from titles in other scripts', async () => {
  await using server = await startTestServer()
  const long = 'Royal '.repeat(20)
  await using wikidata = await startService(
    sendItems(item('Q1', { en: long }), item('Q2', { en: long }), item('Q3', { en: '東京' })),
  )
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  const { body } = await subject(server, ['add', 'Q1', 'Q2', 'Q3'], { env })
  const [one, two, three] = body.map(({ slug }: { slug: string }) => slug)
  expect(one).toHaveLength(50)
  expect(two).toMatch(/^royal-.*-2$/)
  expect(two.length).toBeLessThanOrEqual(50)
  expect(three).toBe('q3')
})

test('follows redirects of merged items', async () => {
  await using server = await startTestServer()
  const redirected = { ...BERLIN, redirects: { from: 'Q100', to: 'Q64' } }
  await using wikidata = await startService(sendItems(redirected))
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  const { body } = await subject(server, ['add', 'Q100', 'Q64'], { env })
  expect(body).toMatchObject([
    { item: 'Q100', state: 'added', slug: 'berlin' },
    { item: 'Q64', state: 'exists', slug: 'berlin' },
  ])
  expect((await subject(server, ['show', 'berlin'])).body.item).toBe('Q64')
})

test('adds from a file without the network, in each format of Wikidata', async () => {
  await using server = await startTestServer()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-items-'))
  const files = {
    'response.json': JSON.stringify({ entities: { Q42: ADAMS } }),
    'list.json': JSON.stringify([BERLIN]),
    'dump.json': `[\n${JSON.stringify(item('Q1', { en: 'Universe' }))},\n${JSON.stringify(item('Q2', { en: 'Earth' }))}\n]\n`,
    'lines.ndjson': `${JSON.stringify(item('Q3', { en: 'life' }))}\n${JSON.stringify(item('Q4', { en: 'death' }))}\n`,
    'bad.json': '{"entities": {"Q5": {"id": 5}}}',
    'page.html': '<html>',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text)
  const add = (file: string, ...items: string[]) =>
    subject(server, ['add', ...items, '--offline', file], { cwd: folder.path })
  expect((await add('response.json', 'Q42', 'Q7')).body).toMatchObject([
    { state: 'added' },
    { state: 'missing' },
  ])
  expect((await add('list.json', 'Q64')).code).toBe(0)
  expect((await add('dump.json', 'Q1', 'Q2')).code).toBe(0)
  expect((await add('lines.ndjson', 'Q3', 'Q4')).code).toBe(0)
  const bad = await add('bad.json', 'Q5')
  expect([bad.code, bad.body.error.message]).toEqual([
    2,
    "bad.json has an item that is not in Wikidata's JSON format.",
  ])
  expect((await add('page.html', 'Q5')).body.error.message).toContain('line 1 is not JSON')
  expect((await add('none.json', 'Q5')).code).toBe(5)
})

test('imports subjects from CSV and from JSON lines, and reports each invalid row', async () => {
  await using server = await startTestServer()
  const csv = [
    '\uFEFFItem,Title,slug,description',
    'Q64,Berlin,,"Capital,',
    'of Germany"',
    'Q42,Douglas Adams,berlin,',
    'Q1,,,',
    'town,Town hall,,',
    'Q64,Again,,',
  ].join('\r\n')
  const load = (text: string, ...words: string[]) =>
    subject(server, ['import', '-', ...words], { stdin: text })
  const expected = [
    { line: 3, item: 'Q64', slug: 'berlin', problem: null },
    { line: 4, item: 'Q42', state: 'invalid', problem: expect.stringContaining('slug') },
    { line: 5, item: 'Q1', state: 'invalid', problem: expect.stringContaining('title') },
    { line: 6, item: 'town', state: 'invalid', problem: expect.stringContaining('Q42') },
    { line: 7, item: 'Q64', state: 'exists', slug: 'berlin' },
  ]
  const dry = await load(csv, '--dry-run')
  expect([dry.code, dry.body]).toMatchObject([6, expected])
  expect((await subject(server, ['list'])).body).toEqual([])
  const { code, body } = await load(csv)
  expect([code, body]).toMatchObject([6, expected])
  expect((await subject(server, ['show', 'Q64'])).body).toMatchObject({
    description: 'Capital,\nof Germany',
    item_title: 'Berlin',
  })
  const lines = '{"item": "Q2", "title": "Earth", "slug": "world"}\n\n{"item": "Q2", "title": 7}\n'
  expect((await load(lines)).body).toMatchObject([
    { line: 1, state: 'added', slug: 'world' },
    { line: 3, state: 'invalid' },
  ])
})

test.each([
  ['', 'The file is empty.'],
  ['item\nQ1\n', 'The column title is missing.'],
  ['item,title,color\n', '"color" is not a column.'],
  ['item,title\nQ1\n', 'It is not CSV'],
  ['item,title\nQ1,"x\n', 'It is not CSV'],
  ['{"item": "Q1"}\n', 'The column title is missing.'],
  ['{"item": "Q1"\n', 'Line 1 is not JSON.'],
])('refuses to import %j', async (text, message) => {
  const { code, body } = await subject(refusing, ['import', '-'], { stdin: text })
  expect([code, body.error.message]).toEqual([3, expect.stringContaining(message)])
})

test('an interrupted import adds no more subjects', async () => {
  await using server = await startTestServer()
  const given = { stdin: 'item,title\nQ1,Bridge\n', signal: AbortSignal.abort('SIGINT') }
  expect((await subject(server, ['import', '-'], given)).code).toBe(130)
  expect((await subject(server, ['list'])).body).toEqual([])
})

test.each([
  ['an id that is not one', { id: 'Q42\u001b[2J' }],
  ['a redirect to a property', { id: 'Q42', redirects: { from: 'Q42', to: 'P42' } }],
])('refuses %s from Wikidata', async (_, entity) => {
  await using wikidata = await startService(
    sendJson({ entities: { Q42: { labels: { en: { value: 'Adams' } }, ...entity } } }),
  )
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  const { code, body } = await subject(refusing, ['add', 'Q42'], { env })
  expect([code, body.error.code]).toEqual([8, 'not_understood'])
})

test('reads labels only in languages that an item has', async () => {
  await using wikidata = await startService(sendItems(ADAMS))
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  const { body } = await subject(refusing, ['add', 'Q42', '--languages', 'constructor'], { env })
  expect(body).toMatchObject([{ state: 'unlabeled' }])
})

test('refreshes texts, but neither slugs nor edited titles', async () => {
  await using server = await startTestServer()
  await using wikidata = await startService(
    sendItems(ADAMS, BERLIN),
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

test('says which service failed and what to do', async () => {
  await using wikidata = await startService(sendStatus(503))
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  const { code, body } = await subject(refusing, ['add', 'Q42'], { env })
  expect(code).toBe(8)
  expect(body.error).toMatchObject({
    message: 'Wikidata: The server cannot answer now (HTTP 503).',
    hint: expect.stringContaining('CATALOG_WIKIDATA_URL'),
  })
  expect(wikidata.requests).toHaveLength(5)
})

test.each<[string, Answer]>([
  [
    'lags behind',
    sendJson(
      { error: { code: 'maxlag', info: 'Waiting for wdqs1009: 7.2 seconds lagged.', lag: 7.2 } },
      { 'Retry-After': '5' },
    ),
  ],
  ['limits requests', sendStatus(429, { 'Retry-After': '1' })],
])('asks Wikidata again if it %s', async (_, failure) => {
  await using server = await startTestServer()
  await using wikidata = await startService(failure, sendItems(ADAMS))
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  expect((await subject(server, ['add', 'Q42'], { env })).body).toMatchObject([{ state: 'added' }])
})

test('reports an item that Wikidata refuses, and adds the others', async () => {
  await using server = await startTestServer()
  const info = 'Could not find an entity with the ID "Q2147483647".'
  await using wikidata = await startService(
    sendJson({ error: { code: 'no-such-entity', info, id: 'Q2147483647' }, servedby: 'mw1' }),
    sendItems(ADAMS),
  )
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  const { code, body } = await subject(server, ['add', 'Q2147483647', 'Q42'], { env })
  expect([code, body]).toMatchObject([6, [{ state: 'missing' }, { state: 'added' }]])
})

test.each<[string, Answer, string]>([
  ['other JSON', sendJson([]), 'The response has no items in the expected format.'],
  [
    'items in another form',
    sendJson({ entities: { Q42: 7 } }),
    'The response has no items in the expected format.',
  ],
  ['an error', sendJson({ error: { code: 'badvalue', info: 'Bad value\u202e.' } }), 'Bad value.'],
])('explains that Wikidata sends %s', async (_, answer, message) => {
  await using wikidata = await startService(answer)
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  const { code, body } = await subject(refusing, ['add', 'Q42'], { env })
  expect([code, body.error.message]).toEqual([8, `Wikidata: ${message}`])
  expect(wikidata.requests).toHaveLength(1)
})

test('tells how much was done before a failure', async () => {
  await using server = await startTestServer()
  const ids = Array.from({ length: 60 }, (_, index) => `Q${index + 1}`)
  const first = sendItems(...ids.map((id) => item(id, { en: `Item ${id}` })))
  await using wikidata = await startService(first, sendStatus(404))
  const env = { CATALOG_WIKIDATA_URL: wikidata.url }
  const { code, stderr } = await subject(server, ['add', '-'], { env, stdin: ids.join('\n') })
  expect([code, stderr]).toEqual([8, expect.stringContaining('50 were done before this failure')])
  expect((await subject(server, ['list'])).body).toHaveLength(50)
})

test.each([
  [['add', 'Town hall'], 2, 'such as Q42'],
  [['add', 'Q0'], 2, 'such as Q42'],
  [['add', 'Q4294967296'], 2, 'such as Q42'],
  [['add', 'Q1', '--languages', 'english!'], 2, 'language codes'],
  [['show', 'nothing'], 5, 'There is no subject nothing.'],
  [['edit', 'one'], 2, '--title'],
  [['edit', 'one', '--slug', 'two'], 2, 'already exists'],
  [['edit', 'one', '--slug', 'a b'], 2, 'valid slug'],
  [['edit', 'one', '--title', ' '], 2, 'required'],
  [['refresh'], 2, '--all'],
  [['refresh', 'one', '--all'], 2, '--all'],
  [['merge', 'one', 'one'], 2, 'itself'],
  [['merge', 'one', 'three'], 5, 'no subject three'],
  [['remove', 'one', 'three'], 5, 'no subject three'],
])('explains what is wrong with %j', async (words, code, message) => {
  const result = await subject(refusing, words)
  expect([result.code, result.body.error.message]).toEqual([code, expect.stringContaining(message)])
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
