import { expect, test } from 'vitest'
import { send } from '../../../../src/cli/client/transport.ts'
import {
  requestJson,
  type ServiceContext,
} from '../../../../src/core/integrations/service-client.ts'
import { busyService, type Service } from '../../../../src/core/integrations/service.ts'
import {
  sendJson,
  sendStatus,
  startService,
  type Answer,
  type ServiceServer,
} from '../../../support/service-server.ts'
import { createTestClock } from '../../../support/test-clock.ts'

function describeService(url: string, changes: Partial<Service> = {}): Service {
  const defaults = { name: 'Almanac', url, setting: 'CATALOG_ALMANAC_URL' }
  return { ...defaults, timeoutMs: 5000, maxBytes: 10_000, ...changes }
}

/** Asks the service, and records the delays between attempts instead of waiting. */
async function ask(
  server: Pick<ServiceServer, 'url'>,
  changes: Partial<Service> = {},
  parse: (body: unknown) => unknown = (body) => body,
) {
  const delays: number[] = []
  const context: ServiceContext = {
    transport: (request) => send(request, {}),
    sleep: async (ms) => void delays.push(ms / 1000),
    clock: createTestClock(),
    signal: new AbortController().signal,
    userAgent: 'catalog/1.0 (https://photos.example.org)',
  }
  const service = describeService(server.url, changes)
  const request = { query: { ids: 'Q1|Q2' } }
  const answer = requestJson(service, context, request, parse)
  return { delays, answer: await answer.catch((error: unknown) => error) }
}

test('sends a user agent and the parameters', async () => {
  await using server = await startService(sendJson({ ok: 1 }))
  const { answer, delays } = await ask(server)
  expect([answer, delays]).toEqual([{ ok: 1 }, []])
  expect(server.requests[0]!.headers['user-agent']).toBe('catalog/1.0 (https://photos.example.org)')
  expect(server.requests[0]!.url.search).toBe('?ids=Q1%7CQ2')
})

test.each<[string, Answer, number, number]>([
  ['limits requests', sendStatus(429, { 'Retry-After': '7' }), 7, 7],
  ['asks for a date', sendStatus(503, { 'Retry-After': 'Sun, 01 Mar 2026 12:00:09 GMT' }), 9, 9],
  ['has no free slot', sendStatus(504), 1, 1.5],
  ['closes the connection', (_, response) => response.destroy(), 1, 1.5],
])('tries again if the service %s', async (_, failure, least, most) => {
  await using server = await startService(failure, sendJson({ ok: 1 }))
  const { answer, delays } = await ask(server)
  expect(answer).toEqual({ ok: 1 })
  expect(delays).toHaveLength(1)
  expect(delays[0]).toBeGreaterThanOrEqual(least)
  expect(delays[0]).toBeLessThanOrEqual(most)
})

test('waits longer after each failure, and gives up after the fifth', async () => {
  await using server = await startService(sendStatus(502))
  const { answer, delays } = await ask(server)
  expect(server.requests).toHaveLength(5)
  expect(delays.map((seconds) => Math.log2(seconds) | 0)).toEqual([0, 1, 2, 3])
  expect(answer).toMatchObject({
    kind: 'unavailable',
    message: 'Almanac: The server cannot answer now (HTTP 502).',
    details: { hint: expect.stringContaining('CATALOG_ALMANAC_URL') },
  })
})

test('does not wait for an hour', async () => {
  await using server = await startService(sendStatus(429, { 'Retry-After': '3600' }))
  const { answer, delays } = await ask(server)
  expect(delays).toEqual([])
  expect(answer).toMatchObject({ kind: 'rate_limited', details: { retryAfterSeconds: 3600 } })
})

test('tries again if the service reports a passing failure with status 200', async () => {
  await using server = await startService(sendJson({ remark: 'busy' }), sendJson({ ok: 1 }))
  const service = describeService(server.url)
  const { answer, delays } = await ask(server, {}, (body) => {
    if (typeof body === 'object' && 'remark' in body!) throw busyService(service, 'Busy.', 3)
    return body
  })
  expect([answer, delays]).toEqual([{ ok: 1 }, [3]])
})

const endless: Answer = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const write = (): void => {
    while (response.write('"'.padEnd(1000, 'x'))) if (response.destroyed) return
  }
  response.on('drain', write)
  write()
}

test.each<[string, Answer, string]>([
  ['a web page', sendStatus(200), 'sent a web page instead of JSON'],
  [
    'other text',
    (_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('hello'),
    'did not send JSON',
  ],
  [
    'bytes that are not UTF-8',
    (_, response) => response.end(Buffer.from([0x22, 0xff, 0x22])),
    'JSON',
  ],
  ['too much', endless, 'larger than'],
  ['an unknown status', sendStatus(404), 'HTTP 404'],
  ['a redirect to http', sendStatus(302, { Location: 'http://other.example/' }), 'not an https'],
  ['a redirect without address', sendStatus(302), 'not an https'],
  ['endless redirects', sendStatus(301, { Location: '/again' }), 'more than 3 times'],
])('does not ask again after %s', async (_, answer, message) => {
  await using server = await startService(answer)
  const { answer: failure, delays } = await ask(server)
  expect(delays).toEqual([])
  expect(failure).toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(new RegExp(`^Almanac: .*${message}`)),
    details: { hint: `Check the address in CATALOG_ALMANAC_URL: ${server.url}` },
  })
})

test('follows a redirect within the server', async () => {
  await using server = await startService(
    sendStatus(307, { Location: '/elsewhere?ids=Q1' }),
    sendJson({ ok: 1 }),
  )
  expect((await ask(server)).answer).toEqual({ ok: 1 })
  expect(server.requests[1]!.url.pathname).toBe('/elsewhere')
})

test.each<[string, Answer]>([
  ['does not answer', () => undefined],
  [
    'stops in the middle',
    (_, response) =>
      void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{'),
  ],
])('names a service that %s', async (_, answer) => {
  await using server = await startService(answer)
  const { answer: failure, delays } = await ask(server, { timeoutMs: 20 })
  expect(delays).toHaveLength(4)
  expect(failure).toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(/^Almanac: .*(?:did not answer|did not respond)/),
  })
})

test('names a service that cannot be reached', async () => {
  const { answer } = await ask({ url: 'http://127.0.0.1:1/' })
  expect(answer).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('Almanac: http://127.0.0.1:1 refused the connection.'),
    details: { hint: 'The address is set by CATALOG_ALMANAC_URL.' },
  })
})
