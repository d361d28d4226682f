import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { RENDERS_PER_MINUTE } from '../../../../src/core/base/limits.ts'
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
