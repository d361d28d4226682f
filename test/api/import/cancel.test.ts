import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { incomingKey } from '../../../src/core/storage/keys.ts'
import { answerOf, openImportDesk, type ImportDesk } from '../../support/importing.ts'
import { plain, RED } from '../../support/pictures.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

function cancel(desk: ImportDesk, body: unknown, headers = desk.importer): Promise<Response> {
  return desk.server.fetch('/api/v2/import/cancel/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

test('one to a hundred slot ids are taken, and nothing else', async () => {
  await using desk = await openImportDesk()
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
    expect(await answerOf(await cancel(desk, { slot_ids }))).toEqual([400, { slot_ids: [message] }])
  }
  expect(await answerOf(await cancel(desk, { slot_ids: ids(100) }))).toEqual([200, { deleted: 0 }])
  const reader = bearer(await issueToken(desk.server, { userId: 4, staff: true }))
  expect((await cancel(desk, {}, reader)).status).toBe(403)
})

test('a cancelled slot is gone with its upload; others are passed over in silence', async () => {
  await using desk = await openImportDesk()
  const { storage } = desk.server.catalog
  const [mine, used, empty] = [
    await desk.uploaded(tiny),
    await desk.uploaded(tiny),
    await desk.requestSlot(),
  ]
  const other = bearer(
    await issueToken(desk.server, { userId: 7, staff: true, scopes: ['import'] }),
  )
  await desk.commit(used)
  const slot_ids = [mine, used, empty, mine].map((slot) => slot.slot_id).concat(randomUUID())
  expect(await answerOf(await cancel(desk, { slot_ids }, other))).toEqual([200, { deleted: 0 }])
  expect(await answerOf(await cancel(desk, { slot_ids }))).toEqual([200, { deleted: 2 }])
  expect(await answerOf(await cancel(desk, { slot_ids }))).toEqual([200, { deleted: 0 }])

  expect(await storage.stat(incomingKey(mine.slot_id))).toBeUndefined()
  expect((await desk.upload(mine, tiny)).status).toBe(404)
  expect((await desk.commit(mine)).status).toBe(404)
  expect(await desk.server.catalog.reads.selectFrom('image').select('id').execute()).toHaveLength(1)
})
