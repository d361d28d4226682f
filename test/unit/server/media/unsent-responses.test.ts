import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket, type AddressInfo } from 'node:net'
import Koa from 'koa'
import { expect, test } from 'vitest'
import { compressBuffers, compressTexts } from '../../../../src/server/middleware/compression.ts'
import { limitUnsent } from '../../../../src/server/middleware/limit-unsent.ts'
import { createUnsentResponses } from '../../../../src/server/media/unsent-responses.ts'

const MIB = 1024 ** 2

function createResponse() {
  return new ServerResponse(new IncomingMessage(new Socket()))
}

test('closes the connections of the slowest clients when 256 MB wait for all', () => {
  const unsent = createUnsentResponses()
  const responses = Array.from({ length: 6 }, createResponse)
  const closed = responses.map((response, index) =>
    unsent.track(response, { client: `192.0.2.${index}`, bytes: 60 * MIB }),
  )
  expect(closed).toEqual([0, 0, 0, 0, 1, 1])
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, true, ...Array(4).fill(false)])
})

test('closes the slowest connections of a client for whom 64 MB wait, and of no other', () => {
  const unsent = createUnsentResponses()
  const other = createResponse()
  unsent.track(other, { client: '192.0.2.9', bytes: 60 * MIB })
  const responses = Array.from({ length: 6 }, createResponse)
  for (const response of responses) unsent.track(response, { client: '192.0.2.1', bytes: 16 * MIB })
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, true, ...Array(4).fill(false)])
  expect(other.destroyed).toBe(false)
})

test('counts neither received responses nor those of clients that have disconnected', () => {
  const unsent = createUnsentResponses()
  const [slow, received, gone] = [createResponse(), createResponse(), createResponse()]
  const of = { client: '192.0.2.1', bytes: 32 * MIB }
  unsent.track(slow, of)
  unsent.track(received, of)
  received.emit('close')
  gone.destroy()
  unsent.track(gone, of)
  unsent.track(createResponse(), of)
  expect(slow.destroyed).toBe(false)
})

test('counts cached responses as they are compressed', async () => {
  const app = new Koa()
  const reported: string[] = []
  app.use(compressTexts())
  const report = (_: string, address: string) => void reported.push(address)
  app.use(limitUnsent({ config: { trustProxy: 0 } }, { report }))
  app.use(compressBuffers())
  const body = Buffer.alloc(20 * MIB, ' ')
  const all = Promise.withResolvers<void>()
  let arrived = 0
  app.use(async (ctx) => {
    arrived += 1
    if (arrived === 4) all.resolve()
    await all.promise
    ctx.body = body
    ctx.type = 'text/plain'
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = async () => (await fetch(`http://127.0.0.1:${port}/`)).bytes()
  const received = await Promise.all([request(), request(), request(), request()])
  expect(received.map(({ length }) => length)).toEqual(Array(4).fill(20 * MIB))
  expect(reported).toEqual([])
  server.close()
})
