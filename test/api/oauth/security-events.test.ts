import { expect, test } from 'vitest'
import { createTestLog } from '../../support/test-log.ts'
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
} from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'
import { bearer, issueToken } from '../../support/tokens.ts'
import { createSeed } from '../../support/seed.ts'

const INFO = 30
const WARNING = 40

/** Starts a server whose security events can be read, without the fields that differ between runs. */
async function startWatched() {
  const { log, lines } = createTestLog()
  const server = await startTestServer({}, { log })
  let read = 0
  return {
    server,
    /** Returns the events since the last call. */
    events: () => {
      const fresh = lines.slice(read).map((line) => JSON.parse(line) as Record<string, unknown>)
      read = lines.length
      return fresh
        .filter(({ event }) => event !== undefined)
        .map(({ time: _time, pid: _pid, hostname: _hostname, msg: _msg, ...event }) => event)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const ADA = 900_000_000

test('logs sign-in, consent and sign-out with user and app', async () => {
  await using watched = await startWatched()
  const { server, events } = watched
  await createSeed(server).staff('Ada')
  const { client, browser } = await obtainTokens(server)
  expect(events()).toEqual([
    { level: INFO, event: 'signed_in', user: ADA },
    { level: INFO, event: 'staff_granted', user: ADA, reason: 'invited' },
    { level: INFO, event: 'consent_given', user: ADA, client: client.id, scopes: ['read'] },
  ])
  await browser.open(authorizePath(client, createPkce().challenge))
  expect(events()).toEqual([])
  await signedInBrowser(server)
  await signedInBrowser(server)
  events()
  const account = await browser.open('account/')
  await browser.submit(account, 'Sign out of all other browsers')
  await browser.submit(account, { name: 'client_id', value: client.id })
  await browser.submit(account, { name: 'client_id', value: client.id })
  await browser.submit(account, 'Sign out')
  expect(events()).toEqual([
    { level: INFO, event: 'sessions_ended', user: ADA, sessions: 2 },
    { level: INFO, event: 'consent_withdrawn', user: ADA, client: client.id, grants: [1, 2] },
    { level: INFO, event: 'signed_out', user: ADA },
  ])
})

test('logs the reuse of a code or a refresh token as a warning', async () => {
  await using watched = await startWatched()
  const { server, events } = watched
  const { client, browser, tokens } = await obtainTokens(server)
  const { verifier, challenge } = createPkce()
  const code = await obtainCode(browser, client, challenge)
  await exchange(server, client, { code, verifier })
  await refresh(server, client, tokens.refresh_token)
  server.clock.advance(31)
  events()
  await exchange(server, client, { code, verifier })
  await refresh(server, client, tokens.refresh_token)
  expect(events()).toEqual([
    { level: WARNING, event: 'code_reused', grant: 2, client: client.id },
    { level: WARNING, event: 'refresh_token_reused', grant: 1, client: client.id },
  ])
})

test('logs a revocation by the app', async () => {
  await using watched = await startWatched()
  const { server, events } = watched
  const { client, tokens } = await obtainTokens(server)
  events()
  const form = { client_id: client.id, token: tokens.refresh_token }
  await postForm(server, '/oauth/revoke_token/', form)
  expect(events()).toEqual([{ level: INFO, event: 'tokens_revoked', grant: 1, client: client.id }])
})

test('logs a failed client authentication, with the app only if it is known', async () => {
  await using watched = await startWatched()
  const { server, events } = watched
  const app = await registerApp(server, { confidential: true })
  const form = { grant_type: 'refresh_token', refresh_token: 'cat_rt_x' }
  const basic = (id: string) => ({ Authorization: `Basic ${btoa(`${id}:wrong`)}` })
  await postForm(server, '/oauth/token/', form, basic(app.id))
  await postForm(server, '/oauth/revoke_token/', form, basic('cat_cs_a-secret-in-the-wrong-place'))
  expect(events()).toEqual([
    expect.objectContaining({
      level: WARNING,
      event: 'client_authentication_failed',
      client: app.id,
      method: 'POST',
      route: '/oauth/token/',
      address: '127.0.0.1',
      request: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }),
    expect.not.objectContaining({ client: expect.anything() }),
  ])
})

test('logs rejected writes with user and reason', async () => {
  await using watched = await startWatched()
  const { server, events } = watched
  const write = (headers = {}) => server.fetch('/api/v2/sources/', { method: 'POST', headers })
  const guest = await issueToken(server, { userId: 7, scopes: ['read', 'import'] })
  const reader = await issueToken(server, { userId: 8, staff: true })
  await write()
  await write(bearer('cat_at_forged'))
  await write(bearer(guest))
  await write(bearer(reader))
  const refused = { level: WARNING, method: 'POST', route: '/api/v2/sources/' }
  expect(events()).toMatchObject([
    { ...refused, event: 'authentication_failed', reason: expect.stringContaining('not provided') },
    { ...refused, event: 'authentication_failed', reason: expect.stringContaining('expired') },
    { ...refused, event: 'access_denied', user: 7, reason: expect.stringContaining('staff') },
    { ...refused, event: 'access_denied', user: 8, reason: expect.stringContaining('scope') },
  ])
})

test('logs who suspended and reinstated a user, once', async () => {
  await using watched = await startWatched()
  const { server, events } = watched
  await createSeed(server).user({ id: 8 })
  const token = await issueToken(server, { userId: 7, staff: true, scopes: ['moderate'] })
  for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE']) {
    const { ok } = await server.fetch('/api/v2/users/8/suspension/', {
      method,
      headers: { ...bearer(token), 'Content-Type': 'application/json' },
      ...(method === 'PUT' && { body: '{"reason": "Spam"}' }),
    })
    expect(ok).toBe(true)
  }
  expect(events()).toEqual([
    { level: INFO, event: 'user_suspended', user: 8, moderator: 7 },
    { level: INFO, event: 'user_reinstated', user: 8, moderator: 7 },
  ])
})

test('logs an exceeded limit with the address', async () => {
  await using watched = await startWatched()
  const { server, events } = watched
  const register = () =>
    server.fetch('/api/v2/apps/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'App', redirect_uris: 'https://app.example.org/' }),
    })
  await register()
  await register()
  expect(events()).toMatchObject([
    { level: INFO, event: 'app_registered', client: expect.stringMatching(/^[0-9a-f]{32}$/) },
    { level: WARNING, event: 'limit_exceeded', route: '/api/v2/apps/', address: '127.0.0.1' },
  ])
})
