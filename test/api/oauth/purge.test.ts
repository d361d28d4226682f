import { expect, test } from 'vitest'
import { insertClient, markAuthorized } from '../../../src/core/auth/clients.ts'
import {
  createPkce,
  obtainCode,
  obtainTokens,
  purge,
  refresh,
  registerApp,
} from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'
import { readRows } from '../../support/rows.ts'

const DAY_SECONDS = 24 * 60 * 60
const APP: Parameters<typeof insertClient>[1] = {
  name: 'App',
  redirectUris: ['https://app.example.org/'],
  confidential: false,
  grantTypes: ['authorization_code'],
}

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

test('purges an app that nobody authorized after 30 days, and no other one', async () => {
  await using server = await startTestServer()
  const { client } = await obtainTokens(server)
  server.clock.advance(DAY_SECONDS)
  const unused = await registerApp(server)
  const ids = async () => (await readRows(server, 'oauth_client')).map(({ id }) => id)
  server.clock.advance(29 * DAY_SECONDS)
  await purge(server)
  expect((await ids()).toSorted()).toEqual([client.id, unused.id].toSorted())
  server.clock.advance(100 * DAY_SECONDS)
  await purge(server)
  expect(await ids()).toEqual([client.id])
})

test('deletes the oldest unauthorized app for another one after 1000, and lets everybody register', async () => {
  await using server = await startTestServer({ dev: false, trustProxy: '1' })
  const register = (address: string) =>
    server.fetch('/api/v2/apps/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ name: 'App', redirect_uris: 'https://app.example.org/' }),
    })
  const insert = (options = {}) =>
    server.catalog.write((tx) => insertClient(tx, APP, server.clock.now(), options))
  const permanent = await insert({ permanent: true })
  const authorized = await insert()
  await server.catalog.write((tx) => markAuthorized(tx, authorized.id, server.clock.now()))
  const unused: string[] = []
  for (let n = 0; n < 999; n += 1) {
    server.clock.advance(1)
    unused.push((await insert()).id)
  }
  server.clock.advance(1)
  const ids = async () => (await readRows(server, 'oauth_client')).map(({ id }) => id)
  expect((await register('192.0.2.1')).status).toBe(201)
  expect(await ids()).toEqual(expect.arrayContaining(unused))
  expect((await register('192.0.2.2')).status).toBe(201)
  const kept = await ids()
  expect(kept).toHaveLength(1002)
  expect(kept).toEqual(expect.arrayContaining([permanent.id, authorized.id, ...unused.slice(1)]))
  expect((await register('192.0.2.2')).status).toBe(429)
})
