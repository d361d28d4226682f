import { expect, test } from 'vitest'
import {
  REDIRECT_URI,
  createPkce,
  exchange,
  obtainCode,
  postForm,
  registerApp,
  signedInBrowser,
  isTokenValid,
} from '../../support/oauth.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

async function readyToExchange(server: TestServer) {
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  const { verifier, challenge } = createPkce()
  return { app, browser, verifier, code: await obtainCode(browser, app, challenge) }
}

const REFUSED: [string, Record<string, string | undefined>, string][] = [
  ['no grant_type', { grant_type: undefined }, 'invalid_request'],
  ['the password grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ['the implicit grant', { grant_type: 'implicit' }, 'unsupported_grant_type'],
  ['no client', { client_id: undefined }, 'invalid_client'],
  ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
  ['a secret in the body', { client_secret: 'x' }, 'invalid_client'],
  ['no code', { code: undefined }, 'invalid_request'],
  ['no redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
  ['no verifier', { verifier: undefined }, 'invalid_request'],
]

test('rejects malformed requests, and the code stays valid', async () => {
  await using server = await startTestServer()
  const { app, code, verifier } = await readyToExchange(server)
  for (const [what, changes, error] of REFUSED) {
    const { status, headers, body } = await exchange(server, app, { code, verifier, ...changes })
    expect({ status, ...body }, what).toEqual({
      status: 400,
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
    })
    expect(headers.get('cache-control')).toBe('no-store')
  }
  expect((await exchange(server, app, { code, verifier })).status).toBe(200)
})

test.each([
  ['another redirect_uri', { redirect_uri: `${REDIRECT_URI}/` }],
  ['another verifier', { verifier: 'v'.repeat(43) }],
  ['a verifier that is too short', { verifier: 'v'.repeat(42) }],
])('rejects %s, and invalidates the code', async (_, changes) => {
  await using server = await startTestServer()
  const { app, code, verifier } = await readyToExchange(server)
  const refused = await exchange(server, app, { code, verifier, ...changes })
  expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await exchange(server, app, { code, verifier })).body.error).toBe('invalid_grant')
})

test('rejects the code of another app, and invalidates it', async () => {
  await using server = await startTestServer()
  const { app, code, verifier } = await readyToExchange(server)
  const other = await registerApp(server, { name: 'Other' })
  expect((await exchange(server, other, { code, verifier })).body.error).toBe('invalid_grant')
  expect((await exchange(server, app, { code, verifier })).body.error).toBe('invalid_grant')
})

test('a code expires after 60 seconds', async () => {
  await using server = await startTestServer()
  const redeem = ({ app, code, verifier }: Awaited<ReturnType<typeof readyToExchange>>) =>
    exchange(server, app, { code, verifier })
  const early = await readyToExchange(server)
  server.clock.advance(59.999)
  expect((await redeem(early)).status).toBe(200)
  const late = await readyToExchange(server)
  server.clock.advance(60)
  expect((await redeem(late)).body.error).toBe('invalid_grant')
})

test('a code works once; its reuse revokes the tokens of the first use', async () => {
  await using server = await startTestServer()
  const { app, code, verifier } = await readyToExchange(server)
  const { body: tokens } = await exchange(server, app, { code, verifier })
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
  expect((await exchange(server, app, { code, verifier })).body.error).toBe('invalid_grant')
  expect(await isTokenValid(server, tokens.access_token)).toBe(false)
})

test('returns the members of RFC 6749, section 5.1', async () => {
  await using server = await startTestServer()
  const { app, code, verifier } = await readyToExchange(server)
  const { status, headers, body } = await exchange(server, app, { code, verifier })
  expect({ status, ...body }).toEqual({
    status: 200,
    access_token: expect.stringMatching(/^cat_at_[\w-]{43}$/),
    refresh_token: expect.stringMatching(/^cat_rt_[\w-]{43}$/),
    expires_in: 28_800,
    token_type: 'Bearer',
    scope: 'read',
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-type')).toBe('application/json')
})

test('an access token expires after 8 hours', async () => {
  await using server = await startTestServer()
  const { app, code, verifier } = await readyToExchange(server)
  const { body } = await exchange(server, app, { code, verifier })
  server.clock.advance(8 * 60 * 60 - 1)
  expect(await isTokenValid(server, body.access_token)).toBe(true)
  server.clock.advance(1)
  expect(await isTokenValid(server, body.access_token)).toBe(false)
})

test('answers invalid_request to repeated parameters, JSON and oversized bodies', async () => {
  await using server = await startTestServer()
  const twice = new URLSearchParams([
    ['grant_type', 'refresh_token'],
    ['grant_type', 'refresh_token'],
  ])
  const send = async (type: string, body: string) => {
    const headers = { 'Content-Type': type }
    const response = await server.fetch('/oauth/token/', { method: 'POST', headers, body })
    return { status: response.status, body: await response.json() }
  }
  const form = 'application/x-www-form-urlencoded'
  const refusals = [
    await postForm(server, '/oauth/token/', twice),
    await send('application/json', '{"grant_type":"refresh_token"}'),
    await send(form, `grant_type=${'x'.repeat(70_000)}`),
    await send(form, ''),
  ]
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  }
})

test('accepts 150 requests a minute from one address', async () => {
  await using server = await startTestServer()
  const ask = () => postForm(server, '/oauth/token/', { grant_type: 'none' })
  for (let asked = 0; asked < 150; asked += 1) expect((await ask()).status).toBe(400)
  const { status, headers, body } = await ask()
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(body.detail).toMatch(/^Too many requests/)
})
