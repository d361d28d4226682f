import { expect, test } from 'vitest'
import { createBrowser, type Browser } from '../../support/browser.ts'
import { openLoopback } from '../../support/loopback.ts'
import { createPkce } from '../../support/oauth.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

/** Sends the requests of existing clients of this interface. */

const YEAR_SECONDS = 365 * 24 * 60 * 60

async function post(server: TestServer, path: string, init: RequestInit) {
  const response = await server.fetch(path, { method: 'POST', ...init })
  return { status: response.status, body: await response.json() }
}

function register(server: TestServer, app: object) {
  return post(server, '/api/v2/apps', {
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(app),
  })
}

function token(server: TestServer, form: Record<string, string>, headers = {}) {
  return post(server, '/oauth/token', { body: new URLSearchParams(form), headers })
}

/** Signs a user in and consents, with only the parameters that the client sends. */
async function allow(browser: Browser, address: string, query: Record<string, string>) {
  const signIn = await browser.open(`${address}?${new URLSearchParams(query).toString()}`)
  const consent = await browser.submit(signIn, 'Sign in', { name: 'Ada' })
  return browser.submit(consent, 'Allow')
}

test('supports a desktop importer: redirect URIs in one string, empty secret, no state, no final slashes', async () => {
  await using server = await startTestServer()
  await using loopback = await openLoopback()
  const registered = await register(server, {
    name: 'Desktop importer',
    redirect_uris: 'http://127.0.0.1/callback http://[::1]/callback',
    client_type: 'public',
  })
  expect(registered).toMatchObject({
    status: 201,
    body: {
      client_secret: '',
      client_secret_expires_at: 0,
      redirect_uris: 'http://127.0.0.1/callback http://[::1]/callback',
    },
  })
  const { client_id, client_secret } = registered.body
  const { verifier, challenge } = createPkce()
  const query = {
    response_type: 'code',
    client_id,
    redirect_uri: loopback.redirectUri,
    scope: 'read import',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  await loopback.receive(await allow(createBrowser(server.baseUrl), 'oauth/authorize', query))
  // The registration of an app that a user has authorized stays valid for years.
  server.clock.advance(3 * YEAR_SECONDS)
  const again = { ...query, approval_prompt: 'force' }
  const page = await allow(createBrowser(server.baseUrl), 'oauth/authorize', again)
  const returned = await loopback.receive(page)
  expect(returned.searchParams.has('state')).toBe(false)
  const { body: tokens } = await token(server, {
    grant_type: 'authorization_code',
    code: returned.searchParams.get('code')!,
    redirect_uri: loopback.redirectUri,
    client_id,
    client_secret,
    code_verifier: verifier,
  })
  const { body: fresh } = await token(server, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    client_id,
    client_secret,
    scope: '',
  })
  expect(fresh.scope).toBe('read import')
  const headers = { Authorization: `Bearer ${fresh.access_token}` }
  const me = await server.get('/api/v2/auth/me', { headers })
  expect(me.osm_id).toBe(me.map_id)
  expect(me).toMatchObject({ username: 'Ada', is_staff: false, can_import: false })
})

test('supports a chat bot: confidential, one redirect URI as a string, Basic without encoding', async () => {
  await using server = await startTestServer()
  const redirect_uri = 'https://bot.example.org/oauth/callback?platform=chat'
  const { status, body: app } = await register(server, {
    name: 'Chat bot',
    redirect_uris: redirect_uri,
    client_type: 'confidential',
  })
  expect([status, app.redirect_uris]).toEqual([201, redirect_uri])
  const { verifier, challenge } = createPkce()
  const { address } = await allow(createBrowser(server.baseUrl), 'oauth/authorize/', {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri,
    state: 'chat=17&user=1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    approval_prompt: 'auto',
  })
  expect(address.searchParams.get('platform')).toBe('chat')
  expect(address.searchParams.get('state')).toBe('chat=17&user=1')
  // Not percent-encoded: our identifiers and secrets contain no characters that encoding changes.
  const basic = { Authorization: `Basic ${btoa(`${app.client_id}:${app.client_secret}`)}` }
  const { body: tokens } = await token(
    server,
    {
      grant_type: 'authorization_code',
      code: address.searchParams.get('code')!,
      redirect_uri,
      code_verifier: verifier,
    },
    basic,
  )
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'read' })
  const response = await server.fetch('/oauth/revoke_token', {
    method: 'POST',
    body: new URLSearchParams({ token: tokens.refresh_token, token_type_hint: 'refresh_token' }),
    headers: basic,
  })
  expect(response.status).toBe(200)
})

test.each(['/api/v2/apps/', '/oauth/token/', '/oauth/revoke_token/', '/api/v2/auth/me/'])(
  'allows scripts of any origin to call %s with a token and a body, without cookies',
  async (path) => {
    await using server = await startTestServer({ dev: false })
    const { status, headers } = await server.fetch(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example.org',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization, content-type',
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const allowed = headers.get('access-control-allow-headers')!.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type']))
  },
)

test.each(['/oauth/authorize/', '/login/', '/account/'])(
  'does not let scripts of other origins read the page %s',
  async (path) => {
    await using server = await startTestServer({ dev: false })
    const headers = { Origin: 'https://app.example.org' }
    const response = await server.fetch(path, { headers, redirect: 'manual' })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  },
)
