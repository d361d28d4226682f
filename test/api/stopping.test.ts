import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '../support/test-server.ts'

const ASK = 'GET /api/v2/licenses/ HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('a stopping server finishes the answer at work and keeps its connection for no other', async () => {
  const server = await startTestServer()
  const client = connect(Number(new URL(server.boundUrl).port), '127.0.0.1')
  const heard: Buffer[] = []
  client.on('data', (bytes: Buffer) => heard.push(bytes))
  // What is written to a connection that the other side has closed.
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
