import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { notFound } from '../../../src/core/base/errors.ts'
import { rateLimitedError } from '../../../src/core/auth/limits/rate-limit.ts'
import { createExports } from '../../../src/server/export/exports.ts'
import { createLinks } from '../../../src/server/http/links.ts'
import { errors } from '../../../src/server/middleware/errors.ts'
import { json } from '../../../src/server/http/reply.ts'
import { route, type Route } from '../../../src/server/http/route.ts'
import { createRouter } from '../../../src/server/http/router.ts'
import { postForm, registerApp } from '../../support/oauth.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

/** Sends an invalid registration with this X-Forwarded-For. @returns the status */
async function register(server: TestServer, forwarded?: string): Promise<number> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (forwarded !== undefined) headers['X-Forwarded-For'] = forwarded
  const response = await server.fetch('/api/v2/apps/', { method: 'POST', headers, body: '{' })
  await response.arrayBuffer()
  return response.status
}

test('ignores X-Forwarded-For by default', async () => {
  await using server = await startTestServer({ dev: false })
  expect(await register(server, '192.0.2.1')).toBe(400)
  expect(await register(server, '192.0.2.2')).toBe(429)
})

test('counts by the rightmost address behind one proxy, despite forged ones', async () => {
  await using server = await startTestServer({ dev: false, trustProxy: '1' })
  expect(await register(server, '192.0.2.1')).toBe(400)
  expect(await register(server, '198.51.100.9, 192.0.2.1')).toBe(429)
  expect(await register(server, '192.0.2.1, 192.0.2.2')).toBe(400)
  expect(await register(server, '::ffff:192.0.2.2')).toBe(429)
})

test('counts an IPv6 /64 behind one proxy as one client', async () => {
  await using server = await startTestServer({ dev: false, trustProxy: '1' })
  expect(await register(server, '2001:db8:0:1::1')).toBe(400)
  expect(await register(server, '2001:db8:0:1:ffff::2')).toBe(429)
  expect(await register(server, '2001:db8:0:2::1')).toBe(400)
})

test('counts all clients of a proxy without a valid address as one', async () => {
  await using server = await startTestServer({ dev: false, trustProxy: '1' })
  expect(await register(server, 'unknown')).toBe(400)
  expect(await register(server)).toBe(429)
})

test('accepts one registration a minute, with or without the final slash', async () => {
  await using server = await startTestServer()
  expect(await register(server)).toBe(400)
  server.clock.advance(59)
  expect(await register(server)).toBe(429)
  server.clock.advance(1)
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }
  expect((await server.fetch('/api/v2/apps', post)).status).toBe(400)
  expect(await register(server)).toBe(429)
})

test('does not count a preflight as a registration', async () => {
  await using server = await startTestServer({ dev: false })
  const headers = {
    Origin: 'https://app.example.org',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  }
  const preflight = await server.fetch('/api/v2/apps/', { method: 'OPTIONS', headers })
  expect(preflight.status).toBe(204)
  expect(await register(server)).toBe(400)
})

test('accepts 150 revocations a minute from one address', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const revoke = () =>
    postForm(server, '/oauth/revoke_token/', { client_id: app.id, token: 'cat_at_unknown' })
  for (let n = 0; n < 150; n += 1) expect((await revoke()).status).toBe(200)
  const { status, headers } = await revoke()
  expect([status, headers.get('retry-after')]).toEqual([429, '60'])
  server.clock.advance(60)
  expect((await revoke()).status).toBe(200)
})

test('a limit per user counts all tokens and addresses of that user only', async () => {
  await using server = await startTestServer()
  const limited = route({
    method: 'GET',
    path: '/limited/',
    summary: 'Answers twice a minute',
    responses: {},
    access: 'token',
    perMinuteAndUser: 2,
    handle: async () => json({}),
  })
  await using site = await serveRoutes(server, [limited])
  const [one, two] = [await issueToken(server), await issueToken(server)]
  const other = await issueToken(server, { userId: 1002 })
  const ask = async (token?: string) => {
    const headers = token === undefined ? {} : bearer(token)
    const response = await fetch(`${site.url}/limited/`, { headers })
    return [response.status, response.headers.get('retry-after')]
  }
  expect(await ask()).toEqual([401, null])
  expect([await ask(one), await ask(two)]).toEqual([
    [200, null],
    [200, null],
  ])
  server.clock.advance(15)
  expect([await ask(one), await ask(two), await ask(other)]).toEqual([
    [429, '45'],
    [429, '45'],
    [200, null],
  ])
})

test('says so in the same format on all routes', async () => {
  await using server = await startTestServer()
  const failing = route({
    method: 'GET',
    path: '/failing/',
    summary: 'Fails',
    responses: {},
    errorKey: 'error',
    query: z.object({ what: z.enum(['limit', 'other']) }),
    async handle({ query: { what } }) {
      throw what === 'limit' ? rateLimitedError(2, 45_000_000) : notFound('Nothing here.')
    },
  })
  await using site = await serveRoutes(server, [failing])
  const ask = async (what: string) => (await fetch(`${site.url}/failing/?what=${what}`)).json()
  expect(await ask('limit')).toEqual({ detail: expect.stringContaining('45') })
  expect(await ask('other')).toEqual({ error: 'Nothing here.' })
})

/** Serves these routes with the server's router and error handling. */
async function serveRoutes({ catalog, baseUrl }: TestServer, routes: Route[]) {
  const bases = { baseUrl, cdnUrl: baseUrl, uploadUrl: baseUrl }
  const links = createLinks(bases)
  const app = new Koa()
  app.use(errors(catalog.log, { links, siteName: () => undefined, site: catalog.config }))
  const exports = createExports(catalog, bases)
  app.use(createRouter(routes, { catalog, links, exports }).routes())
  const listening = app.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      listening.closeAllConnections()
      listening.close()
      await once(listening, 'close')
    },
  }
}
