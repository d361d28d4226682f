import { expect, test } from 'vitest'
import { send, type Transport } from '../../src/cli/client/transport.ts'
import { registerApp, isTokenValid } from '../support/oauth.ts'
import { allow, createCliUser } from '../support/cli-user.ts'
import { stubResponse } from '../support/stub-response.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { createSeed } from '../support/seed.ts'

test('reports a declined sign-in, and stores nothing', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  const { code, stderr } = await ada.login([], {
    openBrowser: (url) => allow(ada.browser, url, 'Cancel'),
  })
  expect(code).toBe(4)
  expect(stderr).toContain('You denied access in the browser')
  expect((await ada.readCredentials()).last).toBeUndefined()
})

test('rejects a server that is not a catalog before it opens the browser', async () => {
  const transport = () => stubResponse(404, '')
  const { code, stderr } = await runCli(['login', 'http://127.0.0.1:1'], { transport })
  expect(code).toBe(2)
  expect(stderr).toContain('is not a catalog')
})

test('tells a user who is not staff why imports will fail', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server, { staff: false })
  const { code, stdout, stderr } = await ada.login()
  expect(code).toBe(0)
  expect(stderr).toContain('You cannot import: Ada is not staff on this instance.')
  expect(stdout).toBe('')
})

test('stores a token that other commands use', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  const login = await ada.login(['--json'])
  expect(login.stderr).toContain(`Signed in to ${server.baseUrl} as Ada.`)
  expect(JSON.parse(login.stdout)).toMatchObject({ username: 'Ada', can_import: true })
  const whoami = await ada.run(['whoami', '--json'])
  expect(JSON.parse(whoami.stdout)).toMatchObject({
    url: server.baseUrl,
    username: 'Ada',
    can_import: true,
    scopes: ['read', 'import'],
  })
  const token = await ada.run(['token'])
  expect(await isTokenValid(server, token.stdout.trim())).toBe(true)
})

test('signing out revokes the tokens and deletes them', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  await ada.login()
  const token = (await ada.run(['token'])).stdout.trim()
  expect((await ada.run(['logout'])).code).toBe(0)
  expect(await isTokenValid(server, token)).toBe(false)
  expect((await ada.run(['token'])).code).toBe(4)
})

test('signing out deletes the tokens even if the instance does not respond', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  await ada.login()
  const broken = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  const { code, stderr } = await ada.run(['logout'], { transport: () => Promise.reject(broken) })
  expect(code).toBe(0)
  expect(stderr).toContain('could not revoke them')
  expect((await ada.run(['token'])).code).toBe(4)
})

test('a second sign-in uses the same client and revokes the first one', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  await ada.login()
  const first = await ada.readCredentials()
  expect((await ada.login()).code).toBe(0)
  const second = await ada.readCredentials()
  const [before, after] = [first, second].map((kept) => kept.instances[server.baseUrl])
  expect(after.client_id).toBe(before.client_id)
  expect(await isTokenValid(server, before.tokens.access_token)).toBe(false)
  expect(await isTokenValid(server, after.tokens.access_token)).toBe(true)
})

test('one of several concurrent commands renews an expiring token', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  await ada.login()
  const before = (await ada.readCredentials()).instances[server.baseUrl].tokens.access_token
  const wanted = ['token', '--min-valid', '8h']
  const later = { now: () => Date.now() * 1000 + 5 * 3600 * 1_000_000 }
  const runs = await Promise.all([1, 2, 3, 4].map(() => ada.run(wanted, { clock: later })))
  const tokens = new Set(runs.map(({ stdout }) => stdout.trim()))
  expect(tokens.size).toBe(1)
  expect(tokens).not.toContain(before)
  expect((await ada.run(['whoami'])).code).toBe(0)
})

test('asks for a new sign-in if the instance revoked it', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  await ada.login()
  await createSeed(server).delete('oauth_grant')
  const { code, stderr } = await ada.run(['whoami'])
  expect(code).toBe(4)
  expect(stderr).toContain('Sign in with: catalog login')
})

test('uses the current token until it expires if the response to a renewal was lost', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  await ada.login()
  const before = (await ada.readCredentials()).instances[server.baseUrl].tokens.access_token
  const at = (hours: number) => ({ now: () => Date.now() * 1000 + hours * 3600 * 1_000_000 })
  const lost: Transport = async (request) => {
    const answer = await send(request, {})
    if (request.url.includes('/oauth/token/')) throw connectionReset()
    return answer
  }
  const wanted = ['token', '--min-valid', '8h']
  const killed = await ada.run(wanted, { clock: at(5), transport: lost })
  expect(killed.code).toBe(8)

  const next = await ada.run(wanted, { clock: at(6) })
  expect([next.code, next.stdout.trim()]).toEqual([0, before])
  const atLast = await ada.run(wanted, { clock: at(9) })
  expect(atLast.code).toBe(0)
  expect(atLast.stdout.trim()).not.toBe(before)
})

const connectionReset = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' })

test('keeps the sign-in if the instance fails during a renewal', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  await ada.login()
  const transport: Transport = (request) =>
    request.url.includes('/oauth/token/') ? serverError() : send(request, {})
  const later = { now: () => Date.now() * 1000 + 5 * 3600 * 1_000_000 }
  const { code } = await ada.run(['token', '--min-valid', '8h'], { clock: later, transport })
  expect(code).toBe(8)
  expect((await ada.run(['whoami'])).code).toBe(0)
})

const serverError = () =>
  stubResponse(500, '{"error":"server_error"}', { 'content-type': 'application/json' })

test('registers again at an instance with a new database', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  await ada.login()
  const before = await ada.readCredentials()
  await createSeed(server).delete('oauth_client')
  const transport: Transport = (request) =>
    request.url.endsWith('/api/v2/apps/') ? registerAt(server) : send(request, {})
  expect((await ada.login([], { transport })).code).toBe(0)
  const after = await ada.readCredentials()
  const [old, made] = [before, after].map((kept) => kept.instances[server.baseUrl].client_id)
  expect(made).not.toBe(old)
})

/** Registers an app, past the limit of one a minute. */
async function registerAt(server: TestServer) {
  const redirectUris = ['http://127.0.0.1/callback', 'http://[::1]/callback']
  const { id } = await registerApp(server, { redirectUris })
  return await stubResponse(201, JSON.stringify({ client_id: id }))
}

test('prints the address without a browser, and accepts a pasted one', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  const { promise, resolve } = Promise.withResolvers<string>()
  const paste = async (address: string) => {
    const page = await ada.browser.open(address)
    const end = await ada.browser.submit(page, 'Allow')
    resolve(end.address.href)
  }
  const stderr: string[] = []
  const { code } = await ada.login(['--no-browser'], {
    answers: ['http://127.0.0.1/callback?code=x&state=of-another-attempt', promise],
    onStderr: (text) => {
      stderr.push(text)
      const address = /http\S+oauth\/authorize\S+/.exec(text)?.[0]
      if (address) void paste(address)
    },
  })
  expect(stderr.join('')).toContain('This is not the redirect address of this sign-in')
  expect(code).toBe(0)
})

test('waits if the instance limits registrations', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  await using ben = await createCliUser(server, { name: 'Ben' })
  await ada.login()
  const waits: number[] = []
  const { stderr } = await ben.login([], {
    sleep: (ms) => {
      waits.push(ms)
      return waits.length > 1 ? Promise.reject(new Error('enough')) : Promise.resolve()
    },
  })
  expect(stderr).toContain('The instance limits registrations of new apps. Retrying in')
  expect(waits[0]).toBeGreaterThan(1000)
})

test('Ctrl-C cancels a sign-in', async () => {
  await using server = await startTestServer()
  await using ada = await createCliUser(server)
  const controller = new AbortController()
  const { code } = await ada.login([], {
    signal: controller.signal,
    openBrowser: async () => {
      controller.abort('SIGINT')
      return true
    },
  })
  expect(code).toBe(130)
})

test.each(['two\nlines', 'gänsefüßchen'])('rejects CATALOG_TOKEN %j by its name', async (token) => {
  const env = { CATALOG_TOKEN: token, CATALOG_URL: 'http://127.0.0.1:1' }
  const { code, stderr } = await runCli(['whoami'], { env })
  expect(code).toBe(2)
  expect(stderr).toContain('CATALOG_TOKEN: is not a valid token')
})

test('ignores unknown members in the responses of an instance', async () => {
  const env = { CATALOG_TOKEN: 'anything', CATALOG_URL: 'http://127.0.0.1:1' }
  const who = { map_id: 7, username: 'ada', is_staff: true, can_import: true, scopes: ['import'] }
  const transport = () => stubResponse(200, JSON.stringify({ ...who, since: 'yesterday' }))
  const { code, stdout } = await runCli(['whoami', '--json'], { env, transport })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ username: 'ada' })
})

test.each(['authorization_endpoint', 'token_endpoint', 'registration_endpoint'])(
  'rejects a server whose metadata names a file as its %s',
  async (member) => {
    const issuer = 'http://127.0.0.1:1'
    const endpoints = ['authorization', 'token', 'revocation', 'registration']
    const metadata = Object.fromEntries(
      endpoints.map((name) => [`${name}_endpoint`, `${issuer}/oauth/${name}/`]),
    )
    const answer = { issuer, client_id: 'x', ...metadata, [member]: 'file:///etc/passwd' }
    const json = { 'content-type': 'application/json' }
    const opened: string[] = []
    const { code, stderr } = await runCli(['login', issuer, '--client-id', 'x'], {
      transport: () => stubResponse(200, JSON.stringify(answer), json),
      env: { DISPLAY: ':0' },
      openBrowser: (url) => Promise.resolve(opened.push(url) > 0),
    })
    expect(stderr).toContain(
      'names the address file:///etc/passwd, which is not an http or https URL',
    )
    expect(code).toBe(2)
    expect(opened).toEqual([])
  },
)
