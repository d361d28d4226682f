import { expect, test } from 'vitest'
import {
  authorizeAgain,
  obtainTokens,
  refresh,
  registerApp,
  isTokenValid,
} from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'

const DAY_SECONDS = 24 * 60 * 60

test('rejects a refresh token of another app, which stays valid', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const other = await registerApp(server, { name: 'Other' })
  expect(await refresh(server, other, tokens.refresh_token)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  })
  expect((await refresh(server, client, tokens.refresh_token)).status).toBe(200)
})

test('rejects an access token as a refresh token', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  expect((await refresh(server, client, tokens.access_token)).body.error).toBe('invalid_grant')
})

test('a refresh token expires after 30 days', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const second = await authorizeAgain(server, browser, client)
  server.clock.advance(30 * DAY_SECONDS - 1)
  expect((await refresh(server, client, tokens.refresh_token)).status).toBe(200)
  server.clock.advance(1)
  expect((await refresh(server, client, second.refresh_token)).body.error).toBe('invalid_grant')
})

test('rejects more scopes than were granted, and rotates nothing', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const refused = await refresh(server, client, tokens.refresh_token, 'read import')
  expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
  expect((await refresh(server, client, tokens.refresh_token, 'sing')).body.error).toBe(
    'invalid_scope',
  )
  server.clock.advance(31)
  expect((await refresh(server, client, tokens.refresh_token)).status).toBe(200)
})

test('fewer scopes limit the access token, never the refresh token', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server, { scope: 'import read' })
  expect(tokens.scope).toBe('read import')
  const narrow = await refresh(server, client, tokens.refresh_token, 'read')
  expect(narrow.body.scope).toBe('read')
  const wide = await refresh(server, client, narrow.body.refresh_token)
  expect(wide.body.scope).toBe('read import')
})

test('a refresh returns a new pair and keeps the old access token valid', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const { status, body, headers } = await refresh(server, client, tokens.refresh_token)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 28_800, scope: 'read' })
  expect(body.refresh_token).not.toBe(tokens.refresh_token)
  expect(await isTokenValid(server, body.access_token)).toBe(true)
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
})

test('accepts a rotated token for 30 seconds, and returns a different pair each time', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const first = await refresh(server, client, tokens.refresh_token)
  server.clock.advance(20)
  const second = await refresh(server, client, tokens.refresh_token)
  server.clock.advance(10)
  const third = await refresh(server, client, tokens.refresh_token)
  expect([first.status, second.status, third.status]).toEqual([200, 200, 200])
  const pairs = [first, second, third].map(({ body }) => body.refresh_token)
  expect(new Set(pairs).size).toBe(3)
})

test('the reuse of a rotated token after the grace period ends only its chain', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const otherDevice = await authorizeAgain(server, browser, client)
  const { body: fresh } = await refresh(server, client, tokens.refresh_token)
  const { body: fresher } = await refresh(server, client, fresh.refresh_token)
  server.clock.advance(30.000_001)
  const replayed = await refresh(server, client, tokens.refresh_token)
  expect(replayed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await refresh(server, client, fresher.refresh_token)).body.error).toBe('invalid_grant')
  expect(await isTokenValid(server, fresher.access_token)).toBe(false)
  expect(await isTokenValid(server, tokens.access_token)).toBe(false)
  expect(await isTokenValid(server, otherDevice.access_token)).toBe(true)
  expect((await refresh(server, client, otherDevice.refresh_token)).status).toBe(200)
})

test('the reuse of a rotated token does not extend the grace period', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  await refresh(server, client, tokens.refresh_token)
  server.clock.advance(29)
  await refresh(server, client, tokens.refresh_token)
  server.clock.advance(2)
  expect((await refresh(server, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
})

test('the reuse of a rotated token ends the chain even after the token expired', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  server.clock.advance(29 * DAY_SECONDS)
  const { body: fresh } = await refresh(server, client, tokens.refresh_token)
  server.clock.advance(2 * DAY_SECONDS)
  await refresh(server, client, tokens.refresh_token)
  expect((await refresh(server, client, fresh.refresh_token)).body.error).toBe('invalid_grant')
})
