import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { get, openConnectionTo, statusesIn } from '../support/raw-connection.ts'
import { startTestServer } from '../support/test-server.ts'

afterEach(() => void vi.useRealTimers())

/** Sends a request with a part of its body, lets the time pass when it is being handled, and reads to the end. */
async function sendSlowly(path: string, type: string): Promise<string> {
  await using server = await startTestServer()
  const socket = openConnectionTo(server)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`]
  // The server has begun to wait for the body when it asks for it.
  socket.write(`${[...head, 'Content-Length: 10', 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  socket.write('{"a')
  // Not `once`, which fails when the connection is reset.
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

test('a body that takes too long is refused with 408, and its connection closed', async () => {
  const received = await sendSlowly('/api/v2/apps/', 'application/json')
  expect(statusesIn(received)).toEqual([100, 408])
  expect(received).toMatch(/^Connection: close\r$/im)
  expect(received).toContain('was not received within 30 seconds')
})

test('so is a form of OAuth, which knows no 408', async () => {
  const received = await sendSlowly('/oauth/token/', 'application/x-www-form-urlencoded')
  expect(statusesIn(received)).toEqual([100, 400])
  expect(received).toMatch(/^Connection: close\r$/im)
})

test('the connection of a body that nobody reads is closed, too', async () => {
  const received = await sendSlowly('/nothing', 'application/json')
  expect(statusesIn(received)).toEqual([100, 404])
})

test('a connection on which all was sent stays open', async () => {
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
