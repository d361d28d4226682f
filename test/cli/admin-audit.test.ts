import { expect, test } from 'vitest'
import { runCli } from '../support/test-cli.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

async function admin(server: TestServer, ...words: string[]) {
  const env = { CATALOG_DATA: server.data, SUDO_USER: 'ada' }
  const result = await runCli(['admin', ...words, '--json'], { env, clock: server.clock })
  return { ...result, body: JSON.parse(result.stdout) }
}

test('lists changes on the host with their actor, newest first', async () => {
  await using server = await startTestServer()
  await admin(server, 'source', 'create', '--name', 'Town archive', '--public')
  server.clock.advance(3600)
  const album = ['--source', 'town-archive', '--name', 'Album 3', '--public']
  await admin(server, 'collection', 'create', ...album)
  await admin(server, 'collection', 'announce', 'album-3')
  const { body } = await admin(server, 'audit', 'list')
  expect(body).toMatchObject([
    {
      action: 'collection.announce',
      object: 'collection/1',
      before: { announced_at: null },
      after: { announced_at: expect.any(Number) },
    },
    { action: 'collection.create', object: 'collection/1', before: null },
    {
      at: '2026-03-01T12:00:00.000000Z',
      by: expect.stringMatching(/^ada as \w+ \(host\)$/v),
      action: 'source.create',
      object: 'source/1',
      before: null,
      after: { id: 1, name: 'Town archive', slug: 'town-archive', public: 1 },
    },
  ])
  expect(Object.keys(body[0].before)).toEqual(['announced_at'])
})

test('selects entries by object, action and time', async () => {
  await using server = await startTestServer()
  await admin(server, 'source', 'create', '--name', 'One')
  server.clock.advance(3600)
  await admin(server, 'source', 'create', '--name', 'Two')
  await admin(server, 'collection', 'create', '--source', 'two', '--name', 'Album')
  const list = async (...options: string[]) => {
    const { body } = await admin(server, 'audit', 'list', ...options)
    return body.map((entry: { object: string }) => entry.object)
  }
  expect(await list('--object', 'source')).toEqual(['source/2', 'source/1'])
  expect(await list('--object', 'source/1')).toEqual(['source/1'])
  expect(await list('--action', 'collection.create')).toEqual(['collection/1'])
  expect(await list('--since', '30m')).toEqual(['collection/1', 'source/2'])
  expect(await list('--limit', '1')).toEqual(['collection/1'])
})

test('names the signed-in user who changed something', async () => {
  await using server = await startTestServer()
  const token = await issueToken(server, { staff: true, scopes: ['import'] })
  const { status } = await server.fetch('/api/v2/sources/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...bearer(token) },
    body: JSON.stringify({
      name: 'Library',
      slug: 'library',
      url: 'https://library.example/',
      description: 'Books.',
    }),
  })
  expect(status).toBe(201)
  const { body } = await admin(server, 'audit', 'list')
  expect(body).toMatchObject([{ by: 'user-1001', action: 'source.create', object: 'source/1' }])
})

test('a change that fails leaves no entry', async () => {
  await using server = await startTestServer()
  await admin(server, 'source', 'create', '--name', 'One')
  expect((await admin(server, 'source', 'create', '--name', 'One')).code).toBe(2)
  expect((await admin(server, 'audit', 'list')).body).toHaveLength(1)
})
