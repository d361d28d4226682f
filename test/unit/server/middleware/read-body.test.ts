import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readText } from '../../../../src/server/middleware/read-body.ts'

/** Opens a connection that announces a body of ten bytes and sends three. */
async function openHalfSent() {
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

test('gives up on a body that takes too long, and can still respond', async () => {
  using slow = await openHalfSent()
  await expect(readText(slow.request, { withinMs: 20 })).rejects.toMatchObject({
    name: 'CatalogError',
    message: expect.stringContaining('not received within') as string,
    details: { capacity: 'request_bodies' },
  })
  expect(slow.request.socket.writable).toBe(true)
})

test('treats a body whose client disconnects as a bad request, not as an internal error', async () => {
  using broken = await openHalfSent()
  const text = readText(broken.request)
  broken.client.destroy()
  await expect(text).rejects.toMatchObject({ name: 'CatalogError', kind: 'invalid' })
})
