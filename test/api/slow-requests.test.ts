import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { get, openConnectionTo, statusesIn } from '../support/raw-connection.ts'
import { createTestLog } from '../support/test-log.ts'
import { startTestServer } from '../support/test-server.ts'

afterEach(() => void vi.useRealTimers())

/** Sends a request with a part of its body, advances the timers until the connection closes, and returns the response. */
async function sendSlowly(path: string, type: string): Promise<string> {
  await using server = await startTestServer()
  const socket = openConnectionTo(server)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`]
  // The response 100 shows that the server waits for the body.
  socket.write(`${[...head, 'Content-Length: 10', 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  socket.write('{"a')
  // Not `once`, which rejects if the connection is reset.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (let isClosed = false; !isClosed;) {
    vi.advanceTimersByTime(30_000)
    isClosed = await Promise.race([closed.then(() => true), nextTurn()])
  }
  return received
}

function nextTurn(): Promise<false> {
  return new Promise((resolve) => setImmediate(() => resolve(false)))
}

test('answers 408 to a body that takes too long, and closes the connection', async () => {
  const received = await sendSlowly('/api/v2/apps/', 'application/json')
  expect(statusesIn(received)).toEqual([100, 408])
  expect(received).toMatch(/^Connection: close\r$/im)
  expect(received).toContain('was not received within 30 seconds')
})

test('answers 400 to an OAuth form that takes too long, and closes the connection', async () => {
  const received = await sendSlowly('/oauth/token/', 'application/x-www-form-urlencoded')
  expect(statusesIn(received)).toEqual([100, 400])
  expect(received).toMatch(/^Connection: close\r$/im)
})

test('closes the connection of a slow body that no route reads', async () => {
  const received = await sendSlowly('/nothing', 'application/json')
  expect(statusesIn(received)).toEqual([100, 404])
})

test('keeps a connection open after its requests are complete', async () => {
  await using server = await startTestServer()
  await using socket = openConnectionTo(server)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const heard = (): Promise<unknown[]> => once(socket.setEncoding('latin1'), 'data')
  socket.write(get('/healthz'))
  await heard()
  vi.advanceTimersByTime(60_000)
  socket.write(get('/healthz'))
  expect(statusesIn(String(await heard()))).toEqual([200])
})

test('limits the connections of one address, and only of that', async () => {
  const { log, lines } = createTestLog()
  await using server = await startTestServer({ dev: false, connectionsPerAddress: '3' }, { log })
  const { port } = new URL(server.boundUrl)
  const ask = async (localAddress: string, ...headers: string[]) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress })
    socket.on('error', () => undefined).write(get('/healthz', 'Connection: close', ...headers))
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    await new Promise((resolve) => socket.once('close', resolve))
    return statusesIn(received)
  }
  const halfSent = [1, 2, 3].map(() =>
    connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.2' }),
  )
  await Promise.all(halfSent.map((socket) => once(socket, 'connect')))
  for (const socket of halfSent) socket.write('GET /healthz HTTP/1.1\r\nHost:')
  expect(await ask('127.0.0.3')).toEqual([200])
  expect([await ask('127.0.0.2'), await ask('127.0.0.2')]).toEqual([[], []])
  const reported = lines.map((line) => JSON.parse(line)).filter(({ event }) => event)
  const event = { event: 'capacity_exceeded', capacity: 'connections', address: '127.0.0.2' }
  expect(reported).toMatchObject([event])
  for (const client of ['192.0.2.1', '192.0.2.2'])
    expect(await ask('127.0.0.4', `X-Forwarded-For: ${client}`)).toEqual([200])
  const proxies = lines.map((line) => JSON.parse(line)).filter(({ event: name }) => name)
  expect(proxies).toMatchObject([event, { event: 'proxy_untrusted' }])
  for (const socket of halfSent) socket.destroy()
  await vi.waitFor(async () => expect(await ask('127.0.0.2')).toEqual([200]))
})
