import { expect, test, vi } from 'vitest'
import { fillWithContributions, hasSnapshot, openExport } from '../support/large-export.ts'
import { createSeed } from '../support/seed.ts'
import { createTestLog } from '../support/test-log.ts'
import { startTestServer } from '../support/test-server.ts'

test('stops reading when the client disconnects', async () => {
  const { log, lines } = createTestLog()
  await using server = await startTestServer({ dev: false, trustProxy: '1' }, { log })
  await fillWithContributions(server)
  const response = await openExport(server, '192.0.2.6')
  await createSeed(server).subject()
  expect(await hasSnapshot(server)).toBe(true)
  response.destroy()
  await vi.waitFor(async () => expect(await hasSnapshot(server)).toBe(false), {
    timeout: 20_000,
    interval: 20,
  })
  const logged = { route: '/api/v2/georeferences/export/', complete: false, msg: 'export ended' }
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(logged))
})
