import { afterAll, expect, test } from 'vitest'
import { exchangeBytes, get, statusesIn } from '../support/raw-connection.ts'
import { startTestServer } from '../support/test-server.ts'

const dev = await startTestServer()
const production = await startTestServer({ dev: false })
afterAll(async () => {
  await dev[Symbol.asyncDispose]()
  await production[Symbol.asyncDispose]()
})

async function ask(server: typeof dev, headers: string[], host = 'Host: localhost:8000') {
  const request = get('/api/v2/stats/', ...headers, 'Connection: close')
  const received = await exchangeBytes(server, request.replace('Host: localhost', host))
  return { status: statusesIn(received)[0], received }
}

test.each([
  'X-Forwarded-For: 192.0.2.1',
  'X-Forwarded-Host: catalog.example.org',
  'X-Forwarded-Proto: https',
  'Forwarded: for=192.0.2.1',
])('a development server rejects requests that a proxy forwards: %s', async (header) => {
  const { status, received } = await ask(dev, [header])
  expect(status).toBe(403)
  expect(received).toContain('Start it without --dev to serve others.')
  expect((await ask(production, [header])).status).toBe(200)
})

test.each(['Host: evil.example', 'Host: 192.0.2.1:8000', 'Host: localhost.evil.example'])(
  'a development server rejects other host names: %s',
  async (host) => {
    expect((await ask(dev, [], host)).status).toBe(403)
    expect((await ask(production, [], host)).status).toBe(200)
  },
)

test.each([
  ['Origin: https://evil.example'],
  ['Origin: http://localhost.evil.example:8000'],
  ['Origin: null', 'Sec-Fetch-Site: cross-site'],
])('a development server rejects requests from other sites: %s', async (...headers) => {
  expect((await ask(dev, headers)).status).toBe(403)
  expect((await ask(production, headers)).status).toBe(200)
})

test.each([
  ['Origin: http://localhost:5173'],
  ['Origin: http://127.0.0.1:8000'],
  ['Origin: null', 'Sec-Fetch-Site: same-origin'],
])('a development server accepts requests from its own machine: %s', async (...headers) => {
  expect((await ask(dev, headers)).status).toBe(200)
})

test('a development server rejects forwarded requests even if it trusts a proxy', async () => {
  await using server = await startTestServer({ trustProxy: '1' })
  expect((await ask(server, ['X-Forwarded-For: 192.0.2.1'])).status).toBe(403)
})

test('sends Strict-Transport-Security if the public address is https', async () => {
  await using secure = await startTestServer({ baseUrl: 'https://site.example', dev: false })
  const hsts = async ({ boundUrl }: typeof dev, path: string) =>
    (await fetch(boundUrl + path)).headers.get('Strict-Transport-Security')
  for (const path of ['/', '/api/v2/stats/', '/nothing'])
    expect(await hsts(secure, path)).toBe('max-age=31536000')
  expect(await hsts(dev, '/')).toBeNull()
})
