import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'
import { viewPicture } from '../../support/viewer-campaign.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

test.each([
  [1, 1],
  [512, 512],
  [513, 511],
  [1025, 700],
  [1, 1537],
  [2051, 3],
])(
  'every tile that a viewer computes for %i × %i is sent in the promised size',
  async (width, height) => {
    const { requests, failures } = await viewPicture(server, seed, { width, height })
    expect(failures).toEqual([])
    expect(requests).toBeGreaterThan(0)
  },
)
