import { expect, test } from 'vitest'
import { incomingKey } from '../../src/core/storage/keys.ts'
import { openImportDesk, type ImportDesk } from '../support/importing.ts'
import { plain, RED } from '../support/pictures.ts'
import { runCli } from '../support/test-cli.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

/** Runs `catalog admin slot …` on the data directory of the running server. */
async function slots({ server }: ImportDesk, ...words: string[]) {
  const env = { CATALOG_DATA: server.data }
  const result = await runCli(['admin', 'slot', ...words, '--json'], { env, clock: server.clock })
  return { ...result, body: result.stdout === '' ? null : JSON.parse(result.stdout) }
}

test('lists open slots with owner and upload, and others on request', async () => {
  await using desk = await openImportDesk()
  const used = await desk.uploaded(tiny)
  await desk.commit(used)
  const expired = await desk.requestSlot()
  desk.server.clock.advance(15 * 60)
  const pending = await desk.uploaded(tiny)
  expect((await slots(desk, 'list')).body).toEqual([
    {
      id: pending.slot_id,
      state: 'pending',
      user: 'user-1001',
      collection: desk.collection,
      content_type: 'image/jpeg',
      created_at: '2026-03-01T12:15:00.000000Z',
      expires_at: '2026-03-01T12:30:00.000000Z',
      uploaded_bytes: tiny.byteLength,
      image: null,
    },
    expect.objectContaining({ id: expired.slot_id, state: 'expired', uploaded_bytes: null }),
  ])
  expect((await slots(desk, 'list', '--state', 'consumed')).body).toEqual([
    expect.objectContaining({ id: used.slot_id, state: 'consumed', image: 1 }),
  ])
  const { body, stderr } = await slots(desk, 'list', '--limit', '1')
  expect([body.length, stderr]).toEqual([1, expect.stringContaining('more than 1')])
  expect((await slots(desk, 'list', '--state', 'nonsense')).code).toBe(2)
})

test('removes uncommitted uploads that are old enough', async () => {
  await using desk = await openImportDesk()
  const { storage } = desk.server.catalog
  const slot = await desk.uploaded(tiny)
  desk.server.clock.advance(30 * 60)
  expect((await slots(desk, 'reap')).body).toEqual({ reaped: 0 })
  expect((await slots(desk, 'reap', '--older-than', '10m')).body).toEqual({ reaped: 1 })
  expect(await storage.stat(incomingKey(slot.slot_id))).toBeUndefined()
  expect((await slots(desk, 'list')).body).toMatchObject([{ state: 'expired' }])
})

test('cancels a slot of any user, unless it is used', async () => {
  await using desk = await openImportDesk()
  const [open, used] = [await desk.uploaded(tiny), await desk.uploaded(tiny)]
  await desk.commit(used)
  const { body, stderr } = await slots(desk, 'cancel', open.slot_id.toUpperCase(), used.slot_id)
  expect(body).toEqual([{ id: open.slot_id, state: 'cancelled' }])
  expect(stderr).toContain('1 not canceled')
  expect(await desk.server.catalog.storage.stat(incomingKey(open.slot_id))).toBeUndefined()
  expect((await desk.commit(open)).status).toBe(404)
})
