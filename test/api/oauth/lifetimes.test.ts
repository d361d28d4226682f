import { expect, test } from 'vitest'
import {
  authorizeAgain,
  createPkce,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  works,
} from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'

test('every lifetime is what its setting says', async () => {
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
  expect(await works(server, tokens.access_token)).toBe(true)
  server.clock.advance(0.000_001)
  expect(await works(server, tokens.access_token)).toBe(false)

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

test('without a grace a rotated token ends its chain at its next use', async () => {
  await using server = await startTestServer({ refreshGraceSeconds: '0' })
  const { client, tokens } = await obtainTokens(server)
  const { body: fresh } = await refresh(server, client, tokens.refresh_token)
  server.clock.advance(0.000_001)
  expect((await refresh(server, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect(await works(server, fresh.access_token)).toBe(false)
})
