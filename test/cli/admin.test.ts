import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SOURCE_TEXTS } from '../support/new-source.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { createSeed } from '../support/seed.ts'

/** Runs `catalog admin …` on the data directory of the running server. */
async function admin(server: TestServer, ...words: string[]) {
  const env = { CATALOG_DATA: server.data }
  const result = await runCli(['admin', ...words, '--json'], { env, clock: server.clock })
  return { ...result, body: JSON.parse(result.stdout) }
}

/** The server of commands that fail, and change nothing. */
const refusing = await startTestServer()
afterAll(() => refusing[Symbol.asyncDispose]())
await admin(refusing, 'source', 'create', ...SOURCE_TEXTS, '--name', 'Museum')

test('invites a name that never signed in, for thirty days', async () => {
  await using server = await startTestServer()
  const { code, body, stderr } = await admin(server, 'user', 'ensure-staff', 'Ada')
  expect(code).toBe(0)
  expect(body).toEqual({
    state: 'invited',
    username: 'Ada',
    expires_at: '2026-03-31T12:00:00.000000Z',
    code_points: null,
  })
  expect(stderr).toContain('becomes staff at the first sign-in')
  const listed = await admin(server, 'user', 'list')
  expect(listed.body).toEqual([
    expect.objectContaining({ username: 'Ada', staff: expect.stringContaining('first sign-in') }),
  ])
})

test('makes a contributor staff once, by exactly their name', async () => {
  await using server = await startTestServer()
  await admin(server, 'user', 'ensure-staff', 'Åse', '--osm-id', '7')
  const again = await admin(server, 'user', 'ensure-staff', 'Åse')
  expect(again.body).toEqual({ state: 'staff', id: 7, username: 'Åse', code_points: 'U+00C5' })
  const { body } = await admin(server, 'user', 'list')
  expect(body).toHaveLength(1)
})

test.each(['åSE', 'A\u030Ase'])(
  'refuses to make %j staff where only Åse is known',
  async (name) => {
    await using server = await startTestServer()
    await admin(server, 'user', 'ensure-staff', 'Åse', '--osm-id', '7')
    await admin(server, 'user', 'revoke-staff', 'Åse')
    const { code, body } = await admin(server, 'user', 'ensure-staff', name)
    expect(code).toBe(5)
    expect(body.error.message).toContain('did you mean Åse (7)?')
    expect(await admin(server, 'user', 'list')).toMatchObject({ body: [{ staff: false }] })
  },
)

test('shows the code points of a name that only looks like ASCII', async () => {
  await using server = await startTestServer()
  const { body, stderr } = await admin(server, 'user', 'ensure-staff', '\u0430da')
  expect(body.code_points).toBe('U+0430')
  expect(stderr).toContain('\u0430da contains characters outside ASCII (U+0430)')
  const listed = await admin(server, 'user', 'list')
  expect(listed.body).toMatchObject([{ username: '\u0430da', code_points: 'U+0430' }])
})

test('refuses a staff name with a control character', async () => {
  await using server = await startTestServer()
  const { code, body } = await admin(server, 'user', 'ensure-staff', 'Ada\u202E')
  expect([code, body.error.fields]).toMatchObject([2, { name: [/control character/] }])
})

test('requires the id if several contributors share the name', async () => {
  await using server = await startTestServer()
  for (const id of ['7', '8']) await admin(server, 'user', 'ensure-staff', 'Ada', '--osm-id', id)
  const { code, body } = await admin(server, 'user', 'ensure-staff', 'Ada')
  expect(code).toBe(9)
  expect(body.error.message).toContain('7, 8')
})

test('adds the common licenses once', async () => {
  await using server = await startTestServer()
  const first = await admin(server, 'license', 'seed')
  expect(first.body.length).toBeGreaterThan(20)
  const second = await admin(server, 'license', 'seed')
  expect(second.body).toEqual([])
  const served = await server.get('/api/v2/licenses/')
  expect(served).toHaveLength(first.body.length)
})

test('rejects a license that differs only in letter case', async () => {
  await using server = await startTestServer()
  await admin(server, 'license', 'add', 'House rules', '--permalink', 'https://example.org/rules')
  const { code } = await admin(server, 'license', 'add', 'HOUSE RULES')
  expect(code).toBe(9)
  const { body } = await admin(server, 'license', 'list')
  expect(body).toEqual([
    {
      id: 1,
      name: 'House rules',
      display_name: 'House rules',
      permalink: 'https://example.org/rules',
    },
  ])
})

test('derives the slugs of a source and its collection from their names', async () => {
  await using server = await startTestServer()
  const source = await admin(
    server,
    'source',
    'create',
    ...SOURCE_TEXTS,
    '--name',
    'Ålesund Museum',
    '--public',
  )
  expect(source.body).toMatchObject({ id: 1, slug: 'alesund-museum', public: true })
  const words = ['--source', 'alesund-museum', '--name', 'Harbour, 1900–1920']
  const collection = await admin(server, 'collection', 'create', ...words)
  expect(collection.body).toMatchObject({
    id: 1,
    source: 1,
    slug: 'harbour-1900-1920',
    public: false,
  })
})

test.each([
  [
    'a slug that is taken',
    ['source', 'create', ...SOURCE_TEXTS, '--name', 'Museum'],
    2,
    'slug already exists',
  ],
  [
    'a bad address',
    ['source', 'create', ...SOURCE_TEXTS, '--name', 'A', '--site-url', 'ftp:x'],
    2,
    'url',
  ],
  [
    'a name without a letter for a slug',
    ['source', 'create', ...SOURCE_TEXTS, '--name', '東京'],
    2,
    '--slug: cannot be derived',
  ],
  ['a blank name', ['user', 'ensure-staff', ' '], 2, 'Must not be blank'],
  ['an unknown source', ['collection', 'create', '--source', 'x', '--name', 'A'], 5, 'No source'],
  ['an unknown user', ['token', 'create', '--user', 'Nobody'], 5, 'Nobody'],
  ['a scope that does not exist', ['token', 'create', '--user', 'A', '--scope', 'all'], 2, 'scope'],
  ['a lifetime without a unit', ['token', 'create', '--user', 'A', '--ttl', '8'], 2, '8h'],
])('rejects %s', async (_what, words, exitCode, sentence) => {
  const { code, body } = await admin(refusing, ...words)
  expect(code).toBe(exitCode)
  expect(body.error.message).toContain(sentence)
})

test('creates a token that is valid for the given time', async () => {
  await using server = await startTestServer()
  await admin(server, 'user', 'ensure-staff', 'Ada', '--osm-id', '7')
  const { body } = await admin(server, 'token', 'create', '--user', 'Ada', '--ttl', '30m')
  const asAda = { headers: { Authorization: `Bearer ${body.token}` } }
  expect(await server.get('/api/v2/auth/me/', asAda)).toMatchObject({
    username: 'Ada',
    can_import: true,
    scopes: ['import'],
  })
  server.clock.advance(30 * 60)
  expect((await server.fetch('/api/v2/auth/me/', asAda)).status).toBe(401)
})

test('prints only the token to standard output on a terminal, for $(…)', async () => {
  await using server = await startTestServer()
  await admin(server, 'user', 'ensure-staff', 'Ada', '--osm-id', '7')
  const { stdout, stderr } = await runCli(['admin', 'token', 'create', '--user', 'Ada'], {
    env: { CATALOG_DATA: server.data },
  })
  expect(stdout).toMatch(/^cat_at_[\w-]{43}\n$/)
  expect(stderr).toContain('It will not be shown again')
})

test('announces a collection once, and only if it is public', async () => {
  await using server = await startTestServer()
  await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', 'Museum', '--public')
  const inMuseum = ['collection', 'create', '--source', 'museum', '--name']
  await admin(server, ...inMuseum, 'Album')
  await admin(server, ...inMuseum, 'Postcards', '--public')
  const hidden = await admin(server, 'collection', 'announce', 'album')
  expect([hidden.code, hidden.body.error.message]).toEqual([
    9,
    expect.stringContaining('Album or its source is not public'),
  ])
  const first = await admin(server, 'collection', 'announce', 'postcards')
  const announced_at = '2026-03-01T12:00:00.000000Z'
  expect(first.body).toEqual({ id: 2, name: 'Postcards', announced_at })
  server.clock.advance(60)
  const again = await admin(server, 'collection', 'announce', '2')
  expect([again.code, again.body.error.message]).toEqual([9, expect.stringContaining(announced_at)])
  expect(await server.get('/api/v2/activity/')).toEqual([
    {
      type: 'collection_introduction',
      timestamp: announced_at,
      data: { collection_id: 2, collection_name: 'Postcards' },
    },
  ])
})

test('requires the source of a collection whose slug several sources use', async () => {
  await using server = await startTestServer()
  for (const source of ['Museum', 'Archive']) {
    await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', source, '--public')
    const words = ['--source', source.toLowerCase(), '--name', 'Album', '--public']
    await admin(server, 'collection', 'create', ...words)
  }
  expect((await admin(server, 'collection', 'announce', 'album')).code).toBe(9)
  expect((await admin(server, 'collection', 'announce', 'nothing')).code).toBe(5)
  const named = await admin(server, 'collection', 'announce', 'album', '--source', 'archive')
  expect(named.body.id).toBe(2)
})

test('rebuild restores lost events of the feed', async () => {
  await using server = await startTestServer()
  await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', 'Museum', '--public')
  const words = ['--source', 'museum', '--name', 'Album', '--public']
  await admin(server, 'collection', 'create', ...words)
  await admin(server, 'collection', 'announce', 'album')
  const before = await server.get('/api/v2/activity/')
  await createSeed(server).delete('activity_event')
  expect(await server.get('/api/v2/activity/')).toEqual([])
  expect((await admin(server, 'activity', 'rebuild')).body).toEqual({ events: 1 })
  expect(await server.get('/api/v2/activity/')).toEqual(before)
})

test('load creates a catalog in a new directory, and says so', async () => {
  await using server = await startTestServer()
  const [data, dump] = [join(server.data, 'elsewhere'), join(server.data, 'dump')]
  await runCli(['admin', 'dump', dump, '--data', server.data])
  const { code, stderr } = await runCli(['admin', 'load', dump, '--data', data])
  expect([code, stderr]).toEqual([0, expect.stringContaining('Created a new catalog')])
})

test('load creates no catalog for a folder without a dump', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-load-'))
  const data = join(folder.path, 'data')
  const { code, stderr } = await runCli(['admin', 'load', folder.path, '--data', data])
  expect([code, stderr]).toEqual([2, expect.stringContaining('There is no dump')])
  expect(await readdir(folder.path)).toEqual([])
})

const COMMANDS = [
  'license list',
  'license seed',
  'job list',
  'user list',
  'slot reap',
  'dump DIR',
  'reprocess display --all',
]

test.for(COMMANDS)('admin %s creates no catalog for a wrong --data', async (command) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-data-'))
  await writeFile(join(folder.path, 'empty'), '')
  await mkdir(join(folder.path, 'other'))
  const lacks: [name: string, lack: string][] = [
    ['missing', 'it does not exist'],
    ['other', 'it holds no catalog.sqlite'],
    ['empty', 'it is not a directory'],
    ['empty/below', 'a part of its path is not a directory'],
  ]
  for (const [name, lack] of lacks) {
    const data = join(folder.path, name)
    const { code, stderr } = await runCli(['admin', ...command.split(' '), '--data', data])
    expect([code, stderr]).toEqual([5, expect.stringContaining(`no catalog in ${data}: ${lack}.`)])
  }
  expect((await readdir(folder.path)).sort()).toEqual(['empty', 'other'])
  expect(await readdir(join(folder.path, 'other'))).toEqual([])
})

test('rejects a file that is not a database', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-data-'))
  await writeFile(join(folder.path, 'catalog.sqlite'), 'this is no database')
  const { code, stderr } = await runCli(['admin', 'license', 'list', '--data', folder.path])
  expect([code, stderr]).toEqual([2, expect.stringContaining('catalog.sqlite is not a database')])
})
