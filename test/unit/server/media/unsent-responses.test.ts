import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
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
