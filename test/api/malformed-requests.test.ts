import { afterAll, expect, test } from 'vitest'
import { exchangeBytes, get, statusesIn } from '../support/raw-connection.ts'
import { createTestLog } from '../support/test-log.ts'
import { startTestServer } from '../support/test-server.ts'

const { log, lines } = createTestLog()
const server = await startTestServer({}, { log })
afterAll(() => server[Symbol.asyncDispose]())

const head = (...lines: string[]): string => [...lines, '', ''].join('\r\n')
const POST = 'POST /oauth/token/ HTTP/1.1'
const HOST = 'Host: localhost'
const SMUGGLED = get('/smuggled')

test.each<[what: string, status: number, sent: string]>([
  ['no Host', 400, head('GET / HTTP/1.1', 'Connection: close')],
  ['two Hosts', 400, get('/', 'Host: localhost', 'Connection: close')],
  ['two different Hosts', 400, get('/', 'host: 127.0.0.1', 'Connection: close')],
  ['an invalid Host', 400, head('GET / HTTP/1.1', 'Host: a/b@c', 'Connection: close')],
  [
    'a Content-Length beside chunks',
    400,
    `${head(POST, HOST, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${SMUGGLED}`,
  ],
  [
    'chunks beside a Content-Length',
    400,
    `${head(POST, HOST, 'Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${SMUGGLED}`,
  ],
  [
    'two Content-Lengths',
    400,
    `${head(POST, HOST, 'Content-Length: 4', 'Content-Length: 0')}${SMUGGLED}`,
  ],
  [
    'two equal Content-Lengths',
    400,
    `${head(POST, HOST, 'Content-Length: 4', 'Content-Length: 4')}abcd${SMUGGLED}`,
  ],
  ['a list of Content-Lengths', 400, `${head(POST, HOST, 'Content-Length: 4, 4')}abcd${SMUGGLED}`],
  ['a Content-Length with a sign', 400, `${head(POST, HOST, 'Content-Length: +4')}abcd${SMUGGLED}`],
  [
    'an unknown Transfer-Encoding',
    400,
    `${head(POST, HOST, 'Transfer-Encoding: xchunked')}0\r\n\r\n${SMUGGLED}`,
  ],
  [
    'chunks that are not the last encoding',
    400,
    `${head(POST, HOST, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n${SMUGGLED}`,
  ],
  ['a blank before the colon', 400, `${head(POST, HOST, 'Content-Length : 4')}abcd${SMUGGLED}`],
  ['a folded header', 400, `${head(POST, HOST, 'X: 1', ' Content-Length: 4')}abcd${SMUGGLED}`],
  ['lines without CR', 400, 'GET / HTTP/1.1\nHost: localhost\n\n'],
  ['no HTTP at all', 400, '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
  ['large headers', 431, get('/', `X: ${'x'.repeat(20_000)}`)],
])('rejects %s with %i in JSON, and closes the connection', async (_, status, sent) => {
  const before = lines.length
  const received = await exchangeBytes(server, sent)
  expect(statusesIn(received)).toEqual([status])
  expect(received.toLowerCase()).toContain('content-type: application/json')
  expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toEqual({
    detail: expect.any(String) as string,
  })
  const [, number] = /x-request-id: (\S+)/i.exec(received) ?? []
  const logged = lines.slice(before).map((line) => JSON.parse(line))
  expect(logged).toContainEqual(expect.objectContaining({ request: number, status }))
})

test('accepts HTTP/1.0 without Host', async () => {
  const received = await exchangeBytes(server, 'GET /healthz HTTP/1.0\r\n\r\n')
  expect(statusesIn(received)).toEqual([200])
})

test('ignores an unknown expectation', async () => {
  const received = await exchangeBytes(server, get('/healthz', 'Expect: tea', 'Connection: close'))
  expect(statusesIn(received)).toEqual([200])
})

test('sends the whole response to a request that malformed bytes follow', async () => {
  const received = await exchangeBytes(server, `${get('/api/v2/stats/')}nonsense`)
  expect(statusesIn(received)).toEqual([200])
  expect(received).toContain('total_images')
})
