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
  return createRenderLimits({ clock, config: { trustProxy: 0 } })
}

test('limits the rendered images of one address per minute', () => {
  const clock = createTestClock()
  const limits = createLimits(clock)
  for (let n = 0; n < RENDERS_PER_MINUTE; n += 1) limits.admit(requestFrom('192.0.2.1'))
  const rejected = { kind: 'rate_limited', details: { retryAfterSeconds: 60 } }
  expect(() => limits.admit(requestFrom('192.0.2.1'))).toThrow(expect.objectContaining(rejected))
  limits.admit(requestFrom('192.0.2.2'))
  clock.advance(60)
  limits.admit(requestFrom('192.0.2.1'))
})

test('refuses to render while slow clients have not received 256 MB', () => {
  const limits = createLimits()
  const responses = Array.from(
    { length: 4 },
    () => new ServerResponse(new IncomingMessage(new Socket())),
  )
  const image = Buffer.allocUnsafe(64 * 1024 ** 2)
  for (const response of responses) {
    limits.admit(requestFrom('192.0.2.1'))
    limits.trackUnsent(image, response)
  }
  const refused = { kind: 'busy', details: { retryAfterSeconds: 10 } }
  expect(() => limits.admit(requestFrom('192.0.2.2'))).toThrow(expect.objectContaining(refused))
  responses[0]!.emit('close')
  limits.admit(requestFrom('192.0.2.2'))
})

test('does not count an image whose client disconnected while it was rendered', () => {
  const limits = createLimits()
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.destroy()
  for (let n = 0; n < 5; n += 1) limits.trackUnsent(Buffer.allocUnsafe(64 * 1024 ** 2), response)
  limits.admit(requestFrom('192.0.2.1'))
})
