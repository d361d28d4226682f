import { expect, test } from 'vitest'
import { createPkce, obtainCode, obtainTokens, purge, refresh } from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'
import { readRows } from '../../support/rows.ts'

const DAY_SECONDS = 24 * 60 * 60

test('purges a chain with all its rotated tokens after its last token expired', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  await obtainCode(browser, client, createPkce().challenge)
  const count = async (table: 'oauth_grant' | 'oauth_token' | 'oauth_code' | 'session') =>
    (await readRows(server, table)).length
  await purge(server)
  expect([await count('oauth_grant'), await count('oauth_code')]).toEqual([2, 1])
  server.clock.advance(29 * DAY_SECONDS)
  const { body: fresh } = await refresh(server, client, tokens.refresh_token)
  server.clock.advance(2 * DAY_SECONDS)
  await purge(server)
  expect([await count('oauth_grant'), await count('oauth_code')]).toEqual([1, 0])
  // The rotated refresh token and its successor; both access tokens have expired.
  expect([await count('oauth_token'), await count('session')]).toEqual([2, 0])
  await refresh(server, client, tokens.refresh_token)
  expect((await refresh(server, client, fresh.refresh_token)).body.error).toBe('invalid_grant')
  await purge(server)
  expect([await count('oauth_grant'), await count('oauth_token')]).toEqual([0, 0])
})
