import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { get, openConnectionTo } from '../support/raw-connection.ts'
import { createTestLog } from '../support/test-log.ts'
import { startTestServer } from '../support/test-server.ts'

const ASK = 'GET /api/v2/licenses/ HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('a stopping server finishes the current response and accepts no other request on the connection', async () => {
  const server = await startTestServer()
  const client = connect(Number(new URL(server.boundUrl).port), '127.0.0.1')
  const heard: Buffer[] = []
  client.on('data', (bytes: Buffer) => heard.push(bytes))
  // Writing to a connection that the server has closed fails.
  client.on('error', () => undefined)
  const closed = new Promise((resolve) => client.once('close', resolve))
  client.write(`${ASK}POST /oauth/token/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n`)
  client.write('Content-Type: application/x-www-form-urlencoded\r\n\r\nscope')
  await once(client, 'data')
  const stopped = server[Symbol.asyncDispose]()
  client.once('data', () => client.write(ASK))
  client.write('=all')
  await Promise.all([closed, stopped])
  const answers = Buffer.concat(heard)
    .toString()
    .match(/HTTP\/1\.1 \d+/g)
  expect(answers).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
})

test('a stopping server sends complete responses to a client that reads slowly', async () => {
  const { log, lines } = createTestLog()
  const server = await startTestServer({}, { log })
  const document = '/api/v2/openapi.json'
  const size = (await (await server.fetch(document)).arrayBuffer()).byteLength
  const requests = Math.ceil(32_000_000 / size)
  const handled = () => lines.filter((line) => line.includes(document)).length
  await using socket = openConnectionTo(server).pause()
  const closed = once(socket, 'close')
  socket.write(get(document).repeat(requests))
  for (let before = -1; before < handled();) {
    before = handled()
    for (let n = 0; n < 20; n += 1) await server.fetch('/healthz')
  }
  const stopped = server[Symbol.asyncDispose]()
  let received = 0
  socket.on('data', (bytes: Buffer) => (received += bytes.byteLength)).resume()
  await Promise.all([closed, stopped])
  expect(handled()).toBe(requests + 1)
  expect(received).toBeGreaterThan(requests * size)
})
