import { afterAll, expect, test } from 'vitest'
import { routes } from '../../src/server/routes/index.ts'
import { exchangeBytes, get, statusesIn } from '../support/raw-connection.ts'
import { createSeed } from '../support/seed.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { createTestLog } from '../support/test-log.ts'
import { startTestServer } from '../support/test-server.ts'

const { log, lines } = createTestLog()
const server = await startTestServer({}, { log })
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const image = await seed.image()
await seed.file(image, Buffer.alloc(3000))

test.each(['identity;q=0', '*;q=0', 'identity;q=0, *;q=0', 'br;q=0, identity;q=0', 'x;q=1,*;q=0'])(
  'responds without compression to Accept-Encoding: %s',
  async (encodings) => {
    const path = '/api/v2/openapi.json'
    const asked = get(path, `Accept-Encoding: ${encodings}`, 'Connection: close')
    const received = await exchangeBytes(server, asked)
    expect(statusesIn(received)).toEqual([200])
    expect(received).not.toMatch(/^Content-Encoding/im)
    expect(received).toContain('"openapi"')
  },
)

const VALUES = [
  '',
  ' ',
  ',',
  ';',
  '=',
  '"',
  '*',
  '*;q=0',
  '*/*;q=0',
  'identity;q=0',
  'gzip;q=x',
  'br;q=1e9',
  'a/b;q=-1',
  'text/html;q=0',
  'application/json;;q',
  'bytes=',
  'bytes=-',
  'bytes=-0',
  'bytes=5-1',
  'bytes=0-99999999999999999999',
  'bytes=0-1,3-4',
  'items=0-1',
  'W/',
  'W/"',
  '"a", W/"b",,',
  'Mon, 99 Foo 9999 99:99:99 GMT',
  '0',
  '-1',
  'NaN',
  'Bearer',
  'Bearer  ',
  'Bearer é',
  'Basic',
  'Basic %',
  'Basic Og==',
  'catalog_session=',
  '=x; ;catalog_session=%',
  'catalog_session="',
  'a=b; '.repeat(2000),
  ','.repeat(8000),
  `${'a;q=0.1,'.repeat(1000)}b`,
  'multipart/form-data; boundary=',
  'application/json; charset=x',
  'application/x-www-form-urlencoded;',
  '__proto__',
  'constructor',
  '\xff\xfe',
  '\t',
  'null',
  'undefined',
  '[object Object]',
  '1e400',
  '../..',
  '${7*7}',
  '%00',
  '%',
]
const NAMES = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Range',
  'If-Range',
  'If-None-Match',
  'If-Match',
  'If-Modified-Since',
  'Cookie',
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'Idempotency-Key',
  'Expect',
  'Origin',
  'Access-Control-Request-Method',
  'Sec-Fetch-Site',
  'Cache-Control',
  'Upgrade',
  'TE',
  'Trailer',
  'User-Agent',
  'Referer',
]

/** Builds a request to one of the routes, with a few odd headers and sometimes a body. */
function oddRequest(index: number): string {
  const below = numbersFrom(index)
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)]!
  const route = routes[index % routes.length]!
  const path = route.path.replaceAll(/:\w+/g, () =>
    pick([String(image), '0', 'x', '%', '99999999999999999999']),
  )
  const method =
    below(8) === 0 ? pick(['HEAD', 'OPTIONS', 'DELETE', 'TRACE', 'PATCH']) : route.method
  const headers = Array.from({ length: 1 + below(3) }, () => `${pick(NAMES)}: ${pick(VALUES)}`)
  const body = method === 'GET' ? '' : pick(['', '{}', 'a=b', '[', '\0'])
  const query = pick(['', '?', '?%', '?a[b]=1&__proto__=2', '?page=%FF', `?${'&'.repeat(500)}`])
  const head = [
    `${method} ${path}${query} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers,
  ]
  return `${[...head, ...(body === '' ? [] : [`Content-Length: ${body.length}`]), '', ''].join('\r\n')}${body}`
}

test('answers and logs every request with odd headers, without an internal error', async () => {
  const before = requestLines().length
  const requests = Array.from({ length: routes.length * 8 }, (_, index) => oddRequest(index))
  for (const request of requests) {
    const received = await exchangeBytes(server, Buffer.from(request, 'latin1'))
    const statuses = statusesIn(received).filter((status) => status !== 100)
    expect(statuses, request).toHaveLength(1)
    // The sign-in answers 503, because this server has no OpenStreetMap connection.
    expect(statuses[0]! < 500 || statuses[0] === 503, `${request}\n${received}`).toBe(true)
  }
  expect(requestLines().length - before).toBe(requests.length)
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

function requestLines(): string[] {
  return lines.filter((line) => /"msg":"(request|malformed request)"/.test(line))
}
