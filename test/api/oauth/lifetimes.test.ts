import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  authorizeAgain,
  createPkce,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  isTokenValid,
} from '../../support/oauth.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { startTestServer } from '../../support/test-server.ts'

test('applies the setting of every lifetime', async () => {
  await using server = await startTestServer({
    authCodeSeconds: '5',
    accessTokenSeconds: '7',
    refreshTokenSeconds: '11',
    refreshGraceSeconds: '2',
  })
  const { client, browser, tokens } = await obtainTokens(server)
  expect(tokens.expires_in).toBe(7)

  const { verifier, challenge } = createPkce()
  const code = await obtainCode(browser, client, challenge)
  server.clock.advance(5)
  expect((await exchange(server, client, { code, verifier })).body.error).toBe('invalid_grant')

  server.clock.advance(1.999_999)
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
  server.clock.advance(0.000_001)
  expect(await isTokenValid(server, tokens.access_token)).toBe(false)

  server.clock.advance(3.999_999)
  const { body: fresh } = await refresh(server, client, tokens.refresh_token)
  server.clock.advance(11)
  expect((await refresh(server, client, fresh.refresh_token)).body.error).toBe('invalid_grant')

  const others = await authorizeAgain(server, browser, client)
  await refresh(server, client, others.refresh_token)
  server.clock.advance(2)
  expect((await refresh(server, client, others.refresh_token)).status).toBe(200)
  server.clock.advance(0.000_001)
  expect((await refresh(server, client, others.refresh_token)).body.error).toBe('invalid_grant')
})

test('without a grace period the reuse of a rotated token ends its chain', async () => {
  await using server = await startTestServer({ refreshGraceSeconds: '0' })
  const { client, tokens } = await obtainTokens(server)
  const { body: fresh } = await refresh(server, client, tokens.refresh_token)
  server.clock.advance(0.000_001)
  expect((await refresh(server, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect(await isTokenValid(server, fresh.access_token)).toBe(false)
})

test('a chain of refresh tokens has no absolute lifetime by default', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  let { refresh_token } = tokens
  for (let month = 0; month < 24; month += 1) {
    server.clock.advance(29 * 24 * 60 * 60)
    const { status, body } = await refresh(server, client, refresh_token)
    expect(status).toBe(200)
    refresh_token = body.refresh_token
  }
})

test('every token expires with its chain at the latest', async () => {
  await using server = await startTestServer({
    accessTokenSeconds: '60',
    refreshTokenSeconds: '100',
    refreshChainSeconds: '150',
  })
  const { client, browser, tokens } = await obtainTokens(server)
  expect(tokens.expires_in).toBe(60)
  server.clock.advance(99)
  const { body: second } = await refresh(server, client, tokens.refresh_token)
  expect(second.expires_in).toBe(51)
  server.clock.advance(50.999_999)
  expect(await isTokenValid(server, second.access_token)).toBe(true)
  const { body: third } = await refresh(server, client, second.refresh_token)
  expect(third.expires_in).toBe(0)
  server.clock.advance(0.000_001)
  expect(await isTokenValid(server, second.access_token)).toBe(false)
  for (const { refresh_token } of [second, third]) {
    const { status, body } = await refresh(server, client, refresh_token)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  }
  const again = await authorizeAgain(server, browser, client)
  expect(again.expires_in).toBe(60)
})

test('a new absolute lifetime applies to existing chains', async () => {
  const clock = createTestClock()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const start = (flags = {}) =>
    startTestServer({ data: join(folder.path, 'data'), ...flags }, { clock })
  const before = await start()
  const { client, tokens } = await obtainTokens(before)
  await before[Symbol.asyncDispose]()
  clock.advance(3600)
  await using server = await start({ refreshChainSeconds: '3600' })
  const { body } = await refresh(server, client, tokens.refresh_token)
  expect(body).toMatchObject({ error: 'invalid_grant' })
  expect(body.error_description).toContain('Authorize the app again')
})
