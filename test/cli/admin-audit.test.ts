import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelFixture } from '../support/embedding-models.ts'
import { openImportApi } from '../support/import-api.ts'
import { SOURCE_TEXTS } from '../support/new-source.ts'
import { signedInBrowser } from '../support/oauth.ts'
import { GREEN, plain, RED, type Color } from '../support/pictures.ts'
import { readRows } from '../support/rows.ts'
import { createSeed } from '../support/seed.ts'
import { runCli } from '../support/test-cli.ts'
import { onPostgres } from '../support/test-postgres.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

async function admin(server: TestServer, ...words: string[]) {
  const env = { CATALOG_DATA: server.data, SUDO_USER: 'ada' }
  const result = await runCli(['admin', ...words, '--json'], { env, clock: server.clock })
  return { ...result, body: JSON.parse(result.stdout) }
}

test('lists changes on the host with their actor, newest first', async () => {
  await using server = await startTestServer()
  await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', 'Town archive', '--public')
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
  await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', 'One')
  server.clock.advance(3600)
  await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', 'Two')
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
  await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', 'One')
  expect((await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', 'One')).code).toBe(2)
  expect((await admin(server, 'audit', 'list')).body).toHaveLength(1)
})

// On PostgreSQL, a setting has the key.
test.skipIf(onPostgres)(
  'records changes of people, tokens, apps and the key, without any secret',
  async () => {
    await using server = await startTestServer()
    const run = (...words: string[]) => admin(server, ...words)
    await run('user', 'ensure-staff', 'Ada', '--osm-id', '7')
    await run('user', 'ensure-staff', 'Ada')
    await run('user', 'ensure-staff', 'Grace')
    await run('user', 'revoke-staff', 'Grace')
    const { body: token } = await run('token', 'create', '--user', 'Ada', '--label', 'ci')
    await run('token', 'revoke', 'ci')
    const uri = 'https://maps.example.org/callback'
    const redirect = ['--confidential', '--redirect-uri', uri]
    const { body: app } = await run('app', 'create', 'Map viewer', ...redirect)
    await run('app', 'revoke', 'Map viewer')
    await run('user', 'revoke-staff', 'Ada')
    await run('key', 'rotate')
    const { body, stdout } = await run('audit', 'list')
    expect(body).toMatchObject([
      { action: 'key.rotate', object: 'key/signing', after: { valid_keys: 2 } },
      {
        action: 'user.revoke-staff',
        object: 'user/7',
        before: { is_staff: 1 },
        after: { is_staff: 0 },
      },
      { action: 'app.revoke', object: `app/${app.client_id}`, before: { name: 'Map viewer' } },
      { action: 'app.create', after: { name: 'Map viewer', redirect_uris: [uri] } },
      { action: 'token.revoke', object: `token/${token.id}`, before: { label: 'ci', user_id: 7 } },
      { action: 'token.create', after: { user_id: 7, label: 'ci', scopes: ['import'] } },
      { action: 'user.revoke-staff', object: 'staff_invitation/Grace', after: null },
      { action: 'user.ensure-staff', object: 'staff_invitation/Grace', before: null },
      { action: 'user.ensure-staff', object: 'user/7', before: null, after: { username: 'Ada' } },
    ])
    const key = await readFile(join(server.data, 'secret'), 'utf8')
    for (const secret of [token.token, app.client_secret, ...key.match(/[\w+\/=\-]{20,}/gv)!]) {
      expect(secret.length).toBeGreaterThan(19)
      expect(stdout).not.toContain(secret)
    }
  },
)

test('records who accepted an invitation to become staff', async () => {
  await using server = await startTestServer()
  await admin(server, 'user', 'ensure-staff', 'Ada')
  await signedInBrowser(server, 'Ada')
  const { body } = await admin(server, 'audit', 'list', '--object', 'user')
  expect(body).toMatchObject([
    {
      by: 'Ada',
      action: 'user.accept-invitation',
      before: { is_staff: 0 },
      after: { is_staff: 1 },
    },
  ])
})

test('records the choice of a model once', async () => {
  await using server = await startTestServer()
  const env = { CATALOG_DATA: server.data }
  await runCli(['model', 'add', 'tiny', modelFixture('tiny-siglip')], { env })
  for (const name of ['tiny', 'tiny', 'none']) await runCli(['model', 'use', name], { env })
  expect((await admin(server, 'audit', 'list', '--action', 'model.use')).body).toMatchObject([
    { object: 'setting/embedding_model', before: { value: 'tiny' }, after: { value: null } },
    { before: { value: null }, after: { value: 'tiny' } },
  ])
})

test('records a replaced file once, also if the request is repeated', async () => {
  await using api = await openImportApi()
  const commit = await api.commit(await api.uploadToNewSlot(await picture(RED)))
  const { image_id: image } = await commit.json()
  const slot = await api.uploadToNewSlot(await picture(GREEN))
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { status } = await api.replace(image, slot, {
      ...api.importer,
      'Idempotency-Key': 'again',
    })
    expect(status).toBe(200)
  }
  const { body } = await admin(api.server, 'audit', 'list')
  expect(body).toMatchObject([
    {
      by: 'user-1001',
      action: 'image.replace',
      object: `image/${image}`,
      before: { file_sha256: sha256(await picture(RED)), file_type: 'image/jpeg' },
      after: { file_sha256: sha256(await picture(GREEN)), rotation: 0, mirror: 'none' },
    },
  ])
})

test('reverts a change on the host, and says why another one cannot be', async () => {
  await using server = await startTestServer()
  await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', 'Archive')
  await admin(server, 'source', 'edit', 'archive', '--name', 'Museum')
  const revert = (...words: string[]) => admin(server, 'audit', 'revert', ...words)
  const name = async () => (await admin(server, 'source', 'show', 'archive')).body.name
  const planned = { id: 2, action: 'source.edit', object: 'source/1', values: { name: 'Archive' } }
  expect((await revert('2', '--dry-run')).body).toEqual({ ...planned, state: 'would_revert' })
  expect(await name()).toBe('Museum')
  expect((await revert('2')).body).toEqual({ ...planned, state: 'reverted' })
  expect(await name()).toBe('Archive')
  const { body } = await admin(server, 'audit', 'list')
  expect(body).toMatchObject([
    { by: expect.stringMatching(/^ada as/v), action: 'source.edit', after: { name: 'Archive' } },
    { obstacle: null },
    { obstacle: 'created' },
  ])
  for (const [id, code, message] of [
    ['2', 9, 'The source 1 was changed since: name is now "Archive".'],
    ['1', 9, 'This change cannot be reverted. Nothing existed before this change.'],
    ['9', 5, 'The audit log has no entry 9.'],
    ['x', 2, 'Must be the id of an entry'],
  ] as const) {
    const refused = await revert(id)
    expect([refused.code, refused.body.error.message]).toEqual([
      code,
      expect.stringContaining(message),
    ])
  }
})

test('a moderator lists and reverts changes from another machine', async () => {
  await using server = await startTestServer()
  const CATALOG_TOKEN = await issueToken(server, { staff: true, scopes: ['moderate'] })
  const env = { CATALOG_URL: server.baseUrl, CATALOG_TOKEN }
  const run = async (...words: string[]) => {
    const { clock } = server
    const { code, stdout } = await runCli([...words, '--json'], { env, clock })
    return { code, body: JSON.parse(stdout) }
  }
  await admin(server, 'setting', 'set', 'site_name', 'Old town')
  server.clock.advance(3600)
  await run('setting', 'set', 'site_name', 'New town')
  const list = async (...options: string[]) => (await run('audit', 'list', ...options)).body
  expect(await list()).toMatchObject([
    { id: 2, by: 'user-1001', action: 'setting.set', object: 'setting/site_name', obstacle: null },
    { id: 1, by: 'host', before: null, after: { value: 'Old town' } },
  ])
  expect(await list('--since', '30m')).toMatchObject([{ id: 2 }])
  expect(await list('--limit', '1')).toMatchObject([{ id: 2 }])
  expect(await list('--object', 'setting')).toHaveLength(2)
  expect(await list('--object', 'setting/site_name')).toHaveLength(2)
  expect(await list('--object', 'setting/viewing_cone')).toEqual([])
  expect(await list('--action', 'setting.reset')).toEqual([])
  const reverted = { id: 2, action: 'setting.set', values: { value: 'Old town' } }
  const dry = await run('audit', 'revert', '2', '--dry-run')
  expect(dry.body).toMatchObject({ ...reverted, state: 'would_revert' })
  expect(await list()).toHaveLength(2)
  const { body } = await run('audit', 'revert', '2')
  expect(body).toMatchObject({ ...reverted, state: 'reverted' })
  expect((await run('setting', 'get', 'site_name')).body.value).toBe('Old town')
  expect((await run('audit', 'revert', '2', '--dry-run')).code).toBe(9)
  expect((await run('audit', 'revert', '9')).code).toBe(5)
})

test('reverts on the host what a user contributed, as one batch that is reverted in turn', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const spammer = await seed.user({ username: 'Mallory' })
  const comment = { image_id: await seed.image(), commented_by: spammer, created_at: 1 }
  const comments = Array.from({ length: 230 }, (_, n) => ({ ...comment, text: `Rude ${n}.` }))
  await server.catalog.write((tx) => tx.insertInto('comment').values(comments).execute())
  const since = ['--since', '1970-01-01T00:00:00Z', '--yes']
  const { body } = await admin(server, 'user', 'revert', 'Mallory', ...since)
  expect(body).toMatchObject({ comments: 230, batch: expect.any(String) })
  const listed = await admin(server, 'audit', 'list', '--batch', body.batch, '--limit', '500')
  expect(listed.body).toHaveLength(231)
  const reverted = await admin(server, 'audit', 'revert', '--batch', body.batch)
  expect(reverted.body).toMatchObject({ state: 'reverted', reverted: 230, left: 0 })
  expect(await readRows(server, 'comment')).toHaveLength(230)
  expect(await readRows(server, 'hidden_comment')).toEqual([])
})

test('deletes old entries after asking, and records that', async () => {
  await using server = await startTestServer()
  for (const name of ['One', 'Two'])
    await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', name)
  server.clock.advance(3600)
  await admin(server, 'source', 'create', ...SOURCE_TEXTS, '--name', 'Three')
  const prune = (...options: string[]) =>
    admin(server, 'audit', 'prune', '--older-than', '30m', ...options)
  expect((await prune()).body.error.message).toContain('requires --yes')
  expect((await prune('--dry-run')).body).toEqual({ would_delete: 2 })
  expect((await prune('--yes')).body).toEqual({ deleted: 2 })
  expect((await prune('--yes')).body).toEqual({ deleted: 0 })
  const { body } = await admin(server, 'audit', 'list')
  expect(body).toMatchObject([
    { action: 'audit.prune', before: { entries: 2, before: '2026-03-01T12:30:00.000000Z' } },
    { action: 'source.create', object: 'source/3' },
  ])
  expect((await admin(server, 'audit', 'prune', '--older-than', '2 years')).code).toBe(2)
})

const picture = (color: Color) => plain(8, 8, color).jpeg().toBuffer()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
