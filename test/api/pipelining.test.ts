import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createTestLog } from '../support/test-log.ts'
import { exchangeBytes, get, openConnectionTo, statusesIn } from '../support/raw-connection.ts'
import { startTestServer } from '../support/test-server.ts'
import { issueToken } from '../support/tokens.ts'

const CLOSE = 'Connection: close'

test('handles the requests of one connection in order, one at a time', async () => {
  await using server = await startTestServer()
  const token = await issueToken(server, { staff: true, scopes: ['import'] })
  const create = (n: number): string => {
    const body = JSON.stringify({
      name: `Source ${n}`,
      slug: `s-${n}`,
      url: 'https://a.example/',
      description: 'D',
    })
    const head = [
      'POST /api/v2/sources/ HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${token}`,
    ]
    const type = ['Content-Type: application/json', `Content-Length: ${body.length}`]
    return `${[...head, ...type].join('\r\n')}\r\n\r\n${body}`
  }
  const list = (...headers: string[]): string =>
    get('/api/v2/sources/?page_size=1', `Authorization: Bearer ${token}`, ...headers)
  const sent = Array.from({ length: 100 }, (_, n) => create(n) + list(...(n === 99 ? [CLOSE] : [])))
  const received = await exchangeBytes(server, sent.join(''))
  expect(statusesIn(received)).toEqual(sent.flatMap(() => [201, 200]))
  const counts = [...received.matchAll(/"count":(\d+)/g)].map(([, count]) => Number(count))
  expect(counts).toEqual(sent.map((_, n) => n + 1))
})

test('serves other clients while pipelined requests wait', async () => {
  await using server = await startTestServer()
  const socket = openConnectionTo(server)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  const closed = once(socket, 'close')
  socket.write(get('/api/v2/activity/').repeat(199) + get('/api/v2/activity/', CLOSE))
  await once(socket, 'data')
  expect((await server.fetch('/healthz')).status).toBe(200)
  expect(statusesIn(received).length).toBeLessThan(100)
  await closed
  expect(statusesIn(received)).toEqual(Array.from({ length: 200 }, () => 200))
})

test.each([1, 200, 1000])('answers %i requests of a client that half-closes', async (count) => {
  await using server = await startTestServer()
  await using socket = openConnectionTo(server)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  const closed = once(socket, 'close')
  socket.end(get('/api/v2/sources/').repeat(count))
  await closed
  expect(statusesIn(received)).toEqual(Array.from({ length: count }, () => 200))
})

test('pauses handling the requests of a client that does not read its responses', async () => {
  const { log, lines } = createTestLog()
  await using server = await startTestServer({}, { log })
  const document = '/api/v2/openapi.json'
  const size = (await (await server.fetch(document)).arrayBuffer()).byteLength
  const requests = Math.ceil(64_000_000 / size)
  const handled = () => lines.filter((line) => line.includes(document)).length
  await using socket = openConnectionTo(server).pause()
  const closed = once(socket, 'close')
  socket.write(get(document).repeat(requests - 1) + get(document, CLOSE))
  for (let before = -1; before < handled();) {
    before = handled()
    for (let n = 0; n < 20; n += 1) await server.fetch('/healthz')
  }
  // The buffers at both ends of the connection hold some responses.
  expect(handled()).toBeLessThan(requests / 2)
  expect(handled()).toBeGreaterThan(1)
  socket.resume()
  await closed
  expect(handled()).toBe(requests + 1)
})

test('answers pipelined requests with bodies and Expect in order', async () => {
  await using server = await startTestServer()
  const form = 'grant_type=x'
  const post = (...headers: string[]): string =>
    [
      'POST /oauth/token/ HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${form.length}`,
      ...headers,
      '',
      form,
    ].join('\r\n')
  const received = await exchangeBytes(
    server,
    get('/healthz') + post() + post('Expect: 100-continue') + get('/healthz') + post(CLOSE),
  )
  expect(statusesIn(received)).toEqual([200, 400, 100, 400, 200, 400])
})
