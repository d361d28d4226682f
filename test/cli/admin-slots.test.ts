import { expect, test } from 'vitest'
import { incomingKey } from '../../src/core/storage/keys.ts'
import { openImportApi, type ImportApi } from '../support/import-api.ts'
import { plain, RED } from '../support/pictures.ts'
import { runCli } from '../support/test-cli.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

/** Runs `catalog admin slot …` on the data directory of the running server. */
async function slots({ server }: ImportApi, ...words: string[]) {
  const env = { CATALOG_DATA: server.data }
  const result = await runCli(['admin', 'slot', ...words, '--json'], { env, clock: server.clock })
  return { ...result, body: result.stdout === '' ? null : JSON.parse(result.stdout) }
}

test('lists open slots with owner and upload, and others on request', async () => {
  await using api = await openImportApi()
  const used = await api.uploadToNewSlot(tiny)
  await api.commit(used)
  const expired = await api.requestSlot()
  api.server.clock.advance(15 * 60)
  const pending = await api.uploadToNewSlot(tiny)
  expect((await slots(api, 'list')).body).toEqual([
    {
      id: pending.slot_id,
      state: 'pending',
      user: 'user-1001',
      collection: api.collection,
      content_type: 'image/jpeg',
      created_at: '2026-03-01T12:15:00.000000Z',
      expires_at: '2026-03-01T12:30:00.000000Z',
      uploaded_bytes: tiny.byteLength,
      image: null,
    },
    expect.objectContaining({ id: expired.slot_id, state: 'expired', uploaded_bytes: null }),
  ])
  expect((await slots(api, 'list', '--state', 'consumed')).body).toEqual([
    expect.objectContaining({ id: used.slot_id, state: 'consumed', image: 1 }),
  ])
  const { body, stderr } = await slots(api, 'list', '--limit', '1')
  expect([body.length, stderr]).toEqual([1, expect.stringContaining('more than 1')])
  expect((await slots(api, 'list', '--state', 'nonsense')).code).toBe(2)
})

test('removes uncommitted uploads that are old enough', async () => {
  await using api = await openImportApi()
  const { storage } = api.server.catalog
  const slot = await api.uploadToNewSlot(tiny)
  api.server.clock.advance(30 * 60)
  expect((await slots(api, 'reap')).body).toEqual({ reaped: 0 })
  expect((await slots(api, 'reap', '--older-than', '10m')).body).toEqual({ reaped: 1 })
  expect(await storage.stat(incomingKey(slot.slot_id))).toBeUndefined()
  expect((await slots(api, 'list')).body).toMatchObject([{ state: 'expired' }])
})

test('cancels the slots that standard input lists', async () => {
  await using api = await openImportApi()
  const open = [await api.requestSlot(), await api.requestSlot()]
  const { stdout } = await runCli(['admin', 'slot', 'cancel', '-'], {
    env: { CATALOG_DATA: api.server.data },
    clock: api.server.clock,
    stdin: open.map(({ slot_id: id }) => `${id}\n`).join(''),
  })
  expect(stdout.match(/cancelled/g)).toHaveLength(2)
  expect((await slots(api, 'list')).body).toEqual([])
})

test('cancels a slot of any user, unless it is used', async () => {
  await using api = await openImportApi()
  const [open, used] = [await api.uploadToNewSlot(tiny), await api.uploadToNewSlot(tiny)]
  await api.commit(used)
  const { body, stderr } = await slots(api, 'cancel', open.slot_id.toUpperCase(), used.slot_id)
  expect(body).toEqual([{ id: open.slot_id, state: 'cancelled' }])
  expect(stderr).toContain('1 not canceled')
  expect(await api.server.catalog.storage.stat(incomingKey(open.slot_id))).toBeUndefined()
  expect((await api.commit(open)).status).toBe(404)
})
