import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { RENDERS_PER_MINUTE } from '../../../../src/core/limits.ts'
import { createRenderLimits } from '../../../../src/server/media/render-limits.ts'
import { createTestClock } from '../../../support/test-clock.ts'

function requestFrom(remoteAddress: string) {
  return { socket: { remoteAddress }, headers: {} } as IncomingMessage
}

function createLimits(clock = createTestClock()) {
  return createRenderLimits({ clock, config: { trustProxy: 0 }, requestTimes: null })
}

test('limits the rendered images of one address per minute', async () => {
  const clock = createTestClock()
  const limits = createLimits(clock)
  for (let n = 0; n < RENDERS_PER_MINUTE; n += 1) await limits.admit(requestFrom('192.0.2.1'))
  const rejected = { kind: 'rate_limited', details: { retryAfterSeconds: 60 } }
  await expect(limits.admit(requestFrom('192.0.2.1'))).rejects.toMatchObject(rejected)
  await limits.admit(requestFrom('192.0.2.2'))
  clock.advance(60)
  await limits.admit(requestFrom('192.0.2.1'))
})

function createResponse() {
  return new ServerResponse(new IncomingMessage(new Socket()))
}

test('closes the connections of the slowest clients when 256 MB wait for them', () => {
  const limits = createLimits()
  const responses = Array.from({ length: 6 }, createResponse)
  const image = Buffer.allocUnsafe(64 * 1024 ** 2)
  for (const response of responses) limits.trackUnsent(image, response)
  expect(responses.map(({ destroyed }) => destroyed)).toEqual([true, true, ...Array(4).fill(false)])
})

test('counts neither received images nor those of clients that have disconnected', () => {
  const limits = createLimits()
  const [slow, received, gone] = [createResponse(), createResponse(), createResponse()]
  const image = Buffer.allocUnsafe(128 * 1024 ** 2)
  limits.trackUnsent(image, slow)
  limits.trackUnsent(image, received)
  received.emit('close')
  gone.destroy()
  limits.trackUnsent(image, gone)
  limits.trackUnsent(image, createResponse())
  expect(slow.destroyed).toBe(false)
})
