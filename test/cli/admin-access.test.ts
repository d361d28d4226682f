import { mkdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  authorizePath,
  createPkce,
  exchange,
  obtainCode,
  obtainTokens,
  postForm,
  refresh,
  registerApp,
  signedInBrowser,
  isTokenValid,
} from '../support/oauth.ts'
import { startOsmProvider } from '../support/osm-provider.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Runs `catalog admin …` on the data directory of the running server. */
async function admin(server: TestServer, ...words: string[]) {
  const env = { CATALOG_DATA: server.data }
  const result = await runCli(['admin', ...words, '--json'], { env, clock: server.clock })
  return { ...result, body: JSON.parse(result.stdout) }
}

async function human(server: TestServer, ...words: string[]) {
  const env = { CATALOG_DATA: server.data }
  return runCli(['admin', ...words], { env, clock: server.clock, tty: true, columns: 160 })
}

/** The server of commands that fail, and change nothing. */
const refusing = await startTestServer()
afterAll(() => refusing[Symbol.asyncDispose]())

const CALLBACK = ['--redirect-uri', 'http://127.0.0.1/callback']

test.each([
  ['an app without a redirect URI', ['app', 'create', 'Importer'], 2, 'redirect-uri'],
  [
    'an app with an http redirect URI',
    ['app', 'create', 'A', '--redirect-uri', 'http://a.test/'],
    2,
    'http',
  ],
  ['an app without a name', ['app', 'create', ' ', ...CALLBACK], 2, 'name'],
  [
    'a name with a bidirectional control character',
    ['app', 'create', 'a\u202eb', ...CALLBACK],
    2,
    'name',
  ],
  [
    'revoking an unknown app',
    ['app', 'revoke', 'nothing'],
    5,
    'No registered app has the client id or name nothing',
  ],
  ['revoking an unknown token', ['token', 'revoke', '7'], 5, 'no token 7'],
  ['a label that is a number', ['token', 'create', '--user', 'A', '--label', '7'], 2, 'number'],
  ['a blank label', ['token', 'create', '--user', 'A', '--label', ' '], 2, 'blank'],
])('rejects %s', async (_what, words, exitCode, sentence) => {
  const { code, body } = await admin(refusing, ...words)
  expect([code, body.error.message]).toEqual([exitCode, expect.stringContaining(sentence)])
})

test('registers any number of public apps, without a secret', async () => {
  await using server = await startTestServer()
  for (const name of ['One', 'Two']) {
    const { code, body, stderr } = await admin(server, 'app', 'create', name, ...CALLBACK)
    expect([code, stderr]).toEqual([0, ''])
    expect(body).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name,
      client_type: 'public',
      redirect_uris: ['http://127.0.0.1/callback'],
    })
  }
})

test('shows the secret of a confidential app once, and the secret works', async () => {
  await using server = await startTestServer()
  const redirect = ['--redirect-uri', 'https://app.example.org/callback']
  const created = await admin(server, 'app', 'create', 'Web', '--confidential', ...redirect)
  const { client_id, client_secret } = created.body
  expect(client_secret).toMatch(/^cat_cs_[\w-]{43}$/)
  expect(created.stderr).toContain('It will not be shown again')
  const { verifier, challenge } = createPkce()
  const code = await obtainCode(await signedInBrowser(server), { id: client_id }, challenge)
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: 'https://app.example.org/callback',
    code,
    code_verifier: verifier,
  }
  const headers = { Authorization: `Basic ${basic}` }
  expect((await postForm(server, '/oauth/token/', form, headers)).status).toBe(200)
  const listed = await admin(server, 'app', 'list')
  expect(JSON.stringify(listed.body)).not.toContain(client_secret)
  expect(listed.body).toMatchObject([{ client_id, client_type: 'confidential', people: 1 }])
})

test('lists apps with their number of users and last use', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  server.clock.advance(60)
  await registerApp(server, { name: 'Never used' })
  expect((await admin(server, 'app', 'list')).body).toMatchObject([
    { name: 'Never used', people: 0, last_used_at: null },
    { name: 'Importer', people: 1, last_used_at: null },
  ])
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
  const { body } = await admin(server, 'app', 'list')
  expect(body[1]).toEqual({
    client_id: client.id,
    name: 'Importer',
    client_type: 'public',
    people: 1,
    created_at: '2026-03-01T12:00:00.000000Z',
    last_used_at: '2026-03-01T12:01:00.000000Z',
    redirect_uris: ['https://app.example.org/callback'],
  })
  const { stdout } = await human(server, 'app', 'list')
  expect(stdout.split('\n')[0]).toMatch(/^CLIENT ID +NAME +CLIENT TYPE +PEOPLE/)
})

test('revoking an app invalidates its tokens and codes, and rejects its authorization requests', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const other = await registerApp(server, { name: 'Other' })
  const { verifier, challenge } = createPkce()
  const code = await obtainCode(browser, client, challenge)
  const revoked = await admin(server, 'app', 'revoke', client.id)
  expect(revoked.body).toEqual({
    client_id: client.id,
    name: 'Importer',
    people: 1,
    authorizations: 2,
  })
  expect(await isTokenValid(server, tokens.access_token)).toBe(false)
  const refusals = [
    await refresh(server, client, tokens.refresh_token),
    await exchange(server, client, { code, verifier }),
  ]
  expect(refusals.map(({ body }) => body.error)).toEqual(['invalid_client', 'invalid_client'])
  expect((await browser.open(authorizePath(client, challenge))).status).toBe(400)
  expect((await browser.open('account/')).text).not.toContain('Importer')
  const listed = await admin(server, 'app', 'list')
  expect(listed.body.map((app: { client_id: string }) => app.client_id)).toEqual([other.id])
  expect((await admin(server, 'app', 'revoke', client.id)).code).toBe(5)
})

test('revokes an app by its name if the name is unique', async () => {
  await using server = await startTestServer()
  const apps = [
    await registerApp(server, { name: 'Twin' }),
    await registerApp(server, { name: 'Twin' }),
  ]
  await registerApp(server, { name: 'Single' })
  const ambiguous = await admin(server, 'app', 'revoke', 'Twin')
  expect(ambiguous.code).toBe(9)
  for (const { id } of apps) expect(ambiguous.body.error.message).toContain(id)
  expect((await admin(server, 'app', 'revoke', 'Single')).body.name).toBe('Single')
  expect((await admin(server, 'app', 'list')).body).toHaveLength(2)
})

test('lists tokens with their last use, but not the token itself', async () => {
  await using server = await startTestServer()
  await admin(server, 'user', 'ensure-staff', 'Ada', '--osm-id', '7')
  const words = ['token', 'create', '--user', 'Ada', '--ttl', '1d', '--label', 'ci']
  const { token, id } = (await admin(server, ...words)).body
  const row = {
    id,
    label: 'ci',
    user: 'Ada',
    scopes: ['import'],
    created_at: '2026-03-01T12:00:00.000000Z',
    expires_at: '2026-03-02T12:00:00.000000Z',
    last_used_at: null,
  }
  expect((await admin(server, 'token', 'list')).body).toEqual([row])
  server.clock.advance(3600)
  expect(await isTokenValid(server, token)).toBe(true)
  server.clock.advance(3599)
  expect(await isTokenValid(server, token)).toBe(true)
  const used = await admin(server, 'token', 'list')
  expect(used.body).toEqual([{ ...row, last_used_at: '2026-03-01T13:00:00.000000Z' }])
  expect(used.stdout).not.toContain('cat_at_')
  const table = await human(server, 'token', 'list')
  expect(table.stdout).toMatch(/^ID +LABEL +USER +SCOPES/)
  expect(table.stdout).not.toContain('cat_at_')
  server.clock.advance(24 * 60 * 60)
  expect((await admin(server, 'token', 'list')).body).toEqual([])
})

test('does not list the tokens of apps', async () => {
  await using server = await startTestServer()
  await obtainTokens(server)
  expect((await admin(server, 'token', 'list')).body).toEqual([])
})

test('revokes a token by its id or label, with immediate effect', async () => {
  await using server = await startTestServer()
  await admin(server, 'user', 'ensure-staff', 'Ada', '--osm-id', '7')
  const create = ['token', 'create', '--user', 'Ada']
  const labeled = (await admin(server, ...create, '--label', 'night job')).body
  const plain = (await admin(server, ...create)).body
  const spared = (await admin(server, ...create)).body
  const byLabel = await admin(server, 'token', 'revoke', 'night job')
  expect(byLabel.body).toEqual({ id: labeled.id, label: 'night job', state: 'revoked' })
  const byNumber = await admin(server, 'token', 'revoke', String(plain.id))
  expect(byNumber.body).toEqual({ id: plain.id, label: null, state: 'revoked' })
  expect(await isTokenValid(server, labeled.token)).toBe(false)
  expect(await isTokenValid(server, plain.token)).toBe(false)
  expect(await isTokenValid(server, spared.token)).toBe(true)
  expect((await admin(server, 'token', 'revoke', 'night job')).code).toBe(5)
})

test('does not revoke the authorization of an app by its id', async () => {
  await using server = await startTestServer()
  const { tokens } = await obtainTokens(server)
  expect((await admin(server, 'token', 'revoke', '1')).code).toBe(5)
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
})

test('rejects the label of a valid token, and accepts it after that token expired', async () => {
  await using server = await startTestServer()
  await admin(server, 'user', 'ensure-staff', 'Ada', '--osm-id', '7')
  const words = ['token', 'create', '--user', 'Ada', '--ttl', '1h', '--label', 'ci']
  expect((await admin(server, ...words)).code).toBe(0)
  const again = await admin(server, ...words)
  expect([again.code, again.body.error.message]).toEqual([
    9,
    expect.stringContaining('already has the label ci'),
  ])
  expect((await admin(server, 'token', 'list')).body).toHaveLength(1)
  server.clock.advance(3600)
  expect((await admin(server, ...words)).code).toBe(0)
})

test('revoking staff status denies imports from the next request on', async () => {
  await using server = await startTestServer()
  await admin(server, 'user', 'ensure-staff', 'Ada', '--osm-id', '7')
  const { token } = (await admin(server, 'token', 'create', '--user', 'Ada')).body
  const asAda = { headers: { Authorization: `Bearer ${token}` } }
  const me = () => server.get('/api/v2/auth/me/', asAda)
  expect(await me()).toMatchObject({ is_staff: true, can_import: true })
  const revoked = await admin(server, 'user', 'revoke-staff', 'Ada')
  expect(revoked.body).toEqual({ state: 'not_staff', id: 7, username: 'Ada' })
  expect(await me()).toMatchObject({ is_staff: false, can_import: false })
  expect((await server.fetch('/api/v2/import/upload-url/', asAda)).status).toBe(403)
  expect((await admin(server, 'user', 'revoke-staff', 'Ada')).code).toBe(0)
})

test('revokes an invitation, and identifies users of the same name by id', async () => {
  await using server = await startTestServer()
  await admin(server, 'user', 'ensure-staff', 'Bob')
  const taken = await admin(server, 'user', 'revoke-staff', 'Bob')
  expect(taken.body).toEqual({ state: 'not_invited', username: 'Bob' })
  expect((await admin(server, 'user', 'revoke-staff', 'Bob')).code).toBe(5)
  for (const id of ['7', '8']) await admin(server, 'user', 'ensure-staff', 'Ada', '--osm-id', id)
  expect((await admin(server, 'user', 'revoke-staff', 'Ada')).code).toBe(9)
  const { body } = await admin(server, 'user', 'revoke-staff', 'Ada', '--osm-id', '8')
  expect(body.id).toBe(8)
  const staff = (await admin(server, 'user', 'list')).body as { id: number; staff: boolean }[]
  expect(staff.map(({ id, staff }) => [id, staff])).toEqual([
    [7, true],
    [8, false],
  ])
})

test('every admin command on the page about signing in works', async () => {
  await using server = await startTestServer()
  const text = await readFile('docs/sign-in.md', 'utf8')
  const shown = [...text.matchAll(/^ {4}catalog admin (.*?)(?: +#.*)?$/gm)].map(
    ([, line = '']) => line,
  )
  expect(shown.length).toBeGreaterThan(10)
  let clientId = ''
  for (const line of shown) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!)
    const named = words.map((word) => (word === 'CLIENT-ID' ? clientId : word))
    const { code, body } = await admin(server, ...named)
    expect([line, code, body.error]).toEqual([line, 0, undefined])
    clientId = body.client_id ?? clientId
  }
})

test('the page about signing in contains the redirect URI for OpenStreetMap', async () => {
  await using provider = await startOsmProvider()
  const { url: osmUrl, clientId: osmClientId } = provider
  const baseUrl = 'https://archive.example.org'
  await using server = await startTestServer({ dev: false, baseUrl, osmUrl, osmClientId })
  const begun = await server.fetch(`${server.boundUrl}/login/osm/`, { redirect: 'manual' })
  const asked = new URL(begun.headers.get('location')!).searchParams
  expect(asked.get('scope')).toBe('openid')
  expect(await readFile('docs/sign-in.md', 'utf8')).toContain(`\`${asked.get('redirect_uri')}\``)
  expect(begun.headers.getSetCookie()[0]).toMatch(
    /^__Host-catalog_sign_in=.*; HttpOnly; SameSite=Lax; Secure$/,
  )
})

test('logs grants and revocations on the host in security.log, with the system user', async () => {
  await using server = await startTestServer()
  await signedInBrowser(server, 'Ada')
  const read = async () => {
    const lines = (await readFile(join(server.data, 'security.log'), 'utf8')).trim().split('\n')
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  await admin(server, 'user', 'list')
  await expect(read()).rejects.toThrow('ENOENT')
  const app = await admin(server, 'app', 'create', 'One', ...CALLBACK)
  await admin(server, 'user', 'ensure-staff', 'Ada')
  await admin(server, 'user', 'ensure-staff', 'Bob')
  const { body: token } = await admin(server, 'token', 'create', '--user', 'Ada', '--ttl', '1h')
  await admin(server, 'token', 'revoke', String(token.id))
  await admin(server, 'user', 'revoke-staff', 'Ada')
  await admin(server, 'user', 'revoke-staff', 'Bob')
  await admin(server, 'user', 'revoke-staff', 'Nobody')
  for (const reason of ['Spam', 'More spam'])
    await admin(server, 'user', 'suspend', 'Ada', '--reason', reason)
  for (let n = 0; n < 2; n++) await admin(server, 'user', 'reinstate', 'Ada')
  await admin(server, 'app', 'revoke', app.body.client_id)
  const events = await read()
  const client = app.body.client_id
  const [user, grant] = [900_000_000, token.id]
  expect(events).toMatchObject([
    { event: 'app_registered', client },
    { event: 'staff_granted', user },
    { event: 'staff_invited', name: 'Bob' },
    { event: 'host_token_created', grant, user, scopes: ['import'] },
    { event: 'host_token_revoked', grant },
    { event: 'staff_revoked', user },
    { event: 'staff_revoked', name: 'Bob' },
    { event: 'user_suspended', user },
    { event: 'user_reinstated', user },
    { event: 'app_removed', client },
  ])
  for (const { by } of events) expect(by).toEqual({ system_user: userInfo().username })
  expect(JSON.stringify(events)).not.toContain(token.token)
  expect((await stat(join(server.data, 'security.log'))).mode & 0o777).toBe(0o600)
})

test('logs the original user of sudo in security.log', async () => {
  await using server = await startTestServer()
  const env = { CATALOG_DATA: server.data, SUDO_USER: 'grace' }
  await runCli(['admin', 'user', 'ensure-staff', 'Ada'], { env, clock: server.clock })
  const line = await readFile(join(server.data, 'security.log'), 'utf8')
  expect(JSON.parse(line)).toMatchObject({ event: 'staff_invited', by: { sudo_user: 'grace' } })
})

test('writes a security event to standard error if its file is not writable', async () => {
  await using server = await startTestServer()
  await mkdir(join(server.data, 'security.log'))
  const env = { CATALOG_DATA: server.data }
  const { code, stderr } = await runCli(['admin', 'user', 'ensure-staff', 'Ada'], { env })
  expect([code, stderr]).toEqual([0, expect.stringContaining('"event":"staff_invited"')])
})
