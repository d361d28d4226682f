import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { sendJson, sendStatus, startService, type Answer } from '../support/service-server.ts'
import { subject } from '../support/subject-command.ts'
import { startTestServer } from '../support/test-server.ts'
import { item, sendItems } from '../support/wikidata.ts'

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
