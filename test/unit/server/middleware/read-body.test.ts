import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readText } from '../../../../src/server/middleware/read-body.ts'

/** A connection that has announced ten bytes of a body and sent three, and the server's side of it. */
async function halfSent() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  const end = (): void => {
    client.destroy()
    server.close()
  }
  return { request, client, [Symbol.dispose]: end }
}

test('a body that does not come in time is given up, and its sender can still be told', async () => {
  using slow = await halfSent()
  await expect(readText(slow.request, { withinMs: 20 })).rejects.toMatchObject({
    name: 'CatalogError',
    message: expect.stringContaining('not received within') as string,
  })
  expect(slow.request.socket.writable).toBe(true)
})

test('a body whose sender goes away is a bad request, not a fault of ours', async () => {
  using broken = await halfSent()
  const text = readText(broken.request)
  broken.client.destroy()
  await expect(text).rejects.toMatchObject({ name: 'CatalogError', kind: 'invalid' })
})
