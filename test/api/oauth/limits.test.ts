import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

/** A registration that can only be refused, from behind proxies that say this. */
async function register(server: TestServer, forwarded?: string): Promise<number> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (forwarded !== undefined) headers['X-Forwarded-For'] = forwarded
  const response = await server.fetch('/api/v2/apps/', { method: 'POST', headers, body: '{' })
  await response.arrayBuffer()
  return response.status
}

test('by default X-Forwarded-For gives nobody a second share', async () => {
  await using server = await startTestServer()
  expect(await register(server, '192.0.2.1')).toBe(400)
  expect(await register(server, '192.0.2.2')).toBe(429)
})

test('behind one proxy the rightmost address counts, whatever is forged to its left', async () => {
  await using server = await startTestServer({ trustProxy: '1' })
  expect(await register(server, '192.0.2.1')).toBe(400)
  expect(await register(server, '198.51.100.9, 192.0.2.1')).toBe(429)
  expect(await register(server, '192.0.2.1, 192.0.2.2')).toBe(400)
  expect(await register(server, '::ffff:192.0.2.2')).toBe(429)
})

test('behind one proxy a /64 of IPv6 has one share', async () => {
  await using server = await startTestServer({ trustProxy: '1' })
  expect(await register(server, '2001:db8:0:1::1')).toBe(400)
  expect(await register(server, '2001:db8:0:1:ffff::2')).toBe(429)
  expect(await register(server, '2001:db8:0:2::1')).toBe(400)
})

test('a proxy that says nothing of use leaves all its clients one share', async () => {
  await using server = await startTestServer({ trustProxy: '1' })
  expect(await register(server, 'unknown')).toBe(400)
  expect(await register(server)).toBe(429)
})

test('an app may be registered again a minute after the last one, with or without the final slash', async () => {
  await using server = await startTestServer()
  expect(await register(server)).toBe(400)
  server.clock.advance(59)
  expect(await register(server)).toBe(429)
  server.clock.advance(1)
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }
  expect((await server.fetch('/api/v2/apps', post)).status).toBe(400)
  expect(await register(server)).toBe(429)
})

test('asking for the options of a browser’s script is no registration', async () => {
  await using server = await startTestServer()
  const headers = {
    Origin: 'https://app.example.org',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  }
  const preflight = await server.fetch('/api/v2/apps/', { method: 'OPTIONS', headers })
  expect(preflight.status).toBe(204)
  expect(await register(server)).toBe(400)
})
