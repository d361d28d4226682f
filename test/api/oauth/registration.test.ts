import { expect, test } from 'vitest'
import { REDIRECT_URI } from '../../support/oauth.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { readRows } from '../../support/rows.ts'

async function register(server: TestServer, body: unknown, init: RequestInit = {}) {
  const response = await server.fetch('/api/v2/apps/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const app = { name: 'Importer', redirect_uris: REDIRECT_URI, client_type: 'public' }

test('reports all invalid fields at once, in the formats of the API and of RFC 7591', async () => {
  await using server = await startTestServer()
  const { status, body } = await register(server, {
    redirect_uris: 'http://example.org/cb myapp://cb',
    client_type: 'secret',
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    error: 'invalid_redirect_uri',
    name: ['This field is required.'],
    client_type: ['Must be one of: confidential, public.'],
  })
  expect(body.redirect_uris).toHaveLength(2)
})

test('accepts one request a minute per address, and counts malformed ones', async () => {
  await using server = await startTestServer()
  expect((await register(server, '{')).status).toBe(400)
  const { status, headers, body } = await register(server, app)
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(50)
  expect(body.detail).toMatch(/^Too many requests/)
})

test('returns an empty secret to a public app registered with the API’s own fields', async () => {
  await using server = await startTestServer()
  const { status, headers, body } = await register(server, {
    ...app,
    redirect_uris: `${REDIRECT_URI} http://127.0.0.1/cb`,
  })
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    client_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    client_secret: '',
    client_id_issued_at: Math.floor(server.clock.now() / 1_000_000),
    client_secret_expires_at: 0,
    name: 'Importer',
    client_name: 'Importer',
    redirect_uris: `${REDIRECT_URI} http://127.0.0.1/cb`,
    client_type: 'public',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'read contribute import moderate',
  })
})

test('returns no secret to a public app registered with the fields of RFC 7591', async () => {
  await using server = await startTestServer()
  const { status, body } = await register(server, {
    client_name: 'Importer',
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'none',
    logo_uri: 'https://example.org/logo.png',
    grant_types: ['authorization_code'],
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'Importer', redirect_uris: [REDIRECT_URI] })
  expect(body).not.toHaveProperty('client_secret')
})

test.each([
  [{ client_type: 'confidential' }],
  [{ client_type: undefined, token_endpoint_auth_method: 'client_secret_basic' }],
  [{ client_type: undefined }],
])('registers a confidential app with %j, and does not store its secret', async (words) => {
  await using server = await startTestServer()
  const { body } = await register(server, { ...app, ...words, client_secret: 'chosen' })
  expect(body.client_type).toBe('confidential')
  expect(body.client_secret).toMatch(/^cat_cs_[\w-]{43}$/)
  const stored = await readRows(server, 'oauth_client')
  expect(JSON.stringify(stored)).not.toContain(body.client_secret)
})
