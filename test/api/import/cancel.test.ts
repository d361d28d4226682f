import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { reapSlots } from '../../../src/core/jobs/reap-slots.ts'
import { incomingKey } from '../../../src/core/storage/keys.ts'
import { readResponse, openImportApi } from '../../support/import-api.ts'
import { plain, RED } from '../../support/pictures.ts'
import { bearer, issueToken } from '../../support/tokens.ts'
import { readRows } from '../../support/rows.ts'
import { NODES } from '../../support/test-nodes.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

test('accepts 1 to 100 slot ids and nothing else', async () => {
  await using api = await openImportApi()
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID())
  const refused: [unknown, string][] = [
    [undefined, 'This field is required.'],
    [null, 'This field is required.'],
    ['x', 'Expected a list of items.'],
    [[], 'Ensure this field has at least 1 elements.'],
    [ids(101), 'Ensure this field has no more than 100 elements.'],
    [['x', 'y'], 'Must be a valid UUID.'],
    [[7], 'Must be a valid UUID.'],
  ]
  for (const [slot_ids, message] of refused) {
    expect(await readResponse(await api.cancel(slot_ids))).toEqual([400, { slot_ids: [message] }])
  }
  expect(await readResponse(await api.cancel(ids(100)))).toEqual([200, { deleted: 0 }])
  const reader = bearer(await issueToken(api.server, { userId: 4, staff: true }))
  expect((await api.cancel(undefined, reader)).status).toBe(403)
})

test('cancels the caller’s open slots with their uploads, and ignores others', async () => {
  await using api = await openImportApi()
  const { storage } = api.server.catalog
  const [mine, used, empty] = [
    await api.uploadToNewSlot(tiny),
    await api.uploadToNewSlot(tiny),
    await api.requestSlot(),
  ]
  const other = bearer(await issueToken(api.server, { userId: 7, staff: true, scopes: ['import'] }))
  await api.commit(used)
  const slot_ids = [mine, used, empty, mine].map((slot) => slot.slot_id).concat(randomUUID())
  expect(await readResponse(await api.cancel(slot_ids, other))).toEqual([200, { deleted: 0 }])
  expect(await readResponse(await api.cancel(slot_ids))).toEqual([200, { deleted: 2 }])
  expect(await readResponse(await api.cancel(slot_ids))).toEqual([200, { deleted: 0 }])

  expect(await storage.stat(incomingKey(mine.slot_id))).toBeUndefined()
  // A bucket accepts files until the signed URL expires.
  if (NODES === 1) expect((await api.upload(mine, tiny)).status).toBe(404)
  expect((await api.commit(mine)).status).toBe(404)
  expect(await readRows(api.server, 'image')).toHaveLength(1)
})

test('counts an expired, unused slot once, even after its files were removed', async () => {
  await using api = await openImportApi()
  const { catalog, clock } = api.server
  const [expired, reaped, used] = [
    await api.uploadToNewSlot(tiny),
    await api.uploadToNewSlot(tiny),
    await api.uploadToNewSlot(tiny),
  ]
  await api.commit(used)
  const cancel = async (...slots: { slot_id: string }[]) =>
    readResponse(await api.cancel(slots.map(({ slot_id }) => slot_id)))
  clock.advance(15 * 60)
  expect(await cancel(expired)).toEqual([200, { deleted: 1 }])
  expect(await catalog.storage.stat(incomingKey(expired.slot_id))).toBeUndefined()
  clock.advance(61 * 60)
  expect(await reapSlots(catalog)).toBe(3)
  expect(await cancel(expired, reaped, used)).toEqual([200, { deleted: 1 }])
  expect(await cancel(expired, reaped, used)).toEqual([200, { deleted: 0 }])
})

test('ignores a slot that a commit holds, until the claim expires', async () => {
  await using api = await openImportApi()
  const { clock } = api.server
  const slot = await api.uploadToNewSlot(tiny)
  const lease = { lease: 'another process', leased_until: clock.now() + 120_000_000 }
  await api.seed.changeSlot(slot.slot_id, lease)
  expect(await readResponse(await api.cancel([slot.slot_id]))).toEqual([200, { deleted: 0 }])
  clock.advance(120)
  expect(await readResponse(await api.cancel([slot.slot_id]))).toEqual([200, { deleted: 1 }])
})
