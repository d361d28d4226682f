import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createRequestQueue } from '../../../../src/server/http/pipelining.ts'

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const LAST = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

test('starts one pipelined request of all connections per turn of the event loop', async () => {
  let turn = 0
  const countTurns = (): void => {
    turn += 1
    turns = setImmediate(countTurns)
  }
  let turns = setImmediate(countTurns)
  const startedIn: number[] = []
  const queue = createRequestQueue(
    async (_, response) => {
      startedIn.push(turn)
      response.end('done')
    },
    () => undefined,
  )
  const server = createServer(queue.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const closed = sockets.map((socket) => once(socket.resume(), 'close'))
  for (const socket of sockets) socket.write(GET + GET + LAST)
  await Promise.all(closed)
  clearImmediate(turns)
  server.close()
  expect(startedIn).toHaveLength(60)
  expect(new Set(startedIn).size).toBe(60)
})

test('parses only a few pipelined requests ahead, and answers all', async () => {
  const requests = 1000
  let [emitted, answered, mostAhead] = [0, 0, 0]
  const queue = createRequestQueue(
    async (_, response) => {
      answered += 1
      mostAhead = Math.max(mostAhead, emitted - answered)
      response.end('done')
    },
    () => undefined,
  )
  const server = createServer((request, response) => {
    emitted += 1
    queue.handle(request, response)
  })
  server.on('connection', queue.accept).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
  socket.write(GET.repeat(requests - 1) + LAST)
  await once(socket, 'close')
  server.close()
  expect(answered).toBe(requests)
  expect(mostAhead).toBeLessThan(250)
})
