import { expect, test } from 'vitest'
import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { answerOf, FIELDS, openImportDesk, type ImportDesk } from '../../support/importing.ts'
import { plain, RED } from '../../support/pictures.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()
const DAY = 24 * 60 * 60

async function commitWith(
  desk: ImportDesk,
  slot: UploadSlot,
  key: string,
  fields: object = {},
): Promise<[status: number, body: unknown]> {
  const headers = { ...desk.importer, 'Idempotency-Key': key }
  return answerOf(await desk.commitBody({ slot_id: slot.slot_id, ...FIELDS, ...fields }, headers))
}

test('rejects an invalid idempotency key', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.requestSlot()
  for (const key of ['', 'two words', 'x'.repeat(256)]) {
    expect(await commitWith(desk, slot, key)).toEqual([
      400,
      { error: expect.stringContaining('Idempotency-Key') },
    ])
  }
})

test('repeats the first response to a commit with the same key, even after the slot expired', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.uploaded(tiny)
  expect(await commitWith(desk, slot, 'k1')).toEqual([201, { image_id: 1 }])
  expect(await commitWith(desk, slot, 'k1')).toEqual([201, { image_id: 1 }])
  desk.server.clock.advance(60 * 60)
  expect(await commitWith(desk, slot, 'k1')).toEqual([201, { image_id: 1 }])
  expect((await commitWith(desk, slot, 'k2'))[0]).toBe(404)
  expect(await desk.server.catalog.reads.selectFrom('image').select('id').execute()).toHaveLength(1)
})

test('repeats the first response even if objects that the commit named were deleted', async () => {
  await using desk = await openImportDesk()
  const license = await desk.seed.license({ name: 'cc0' })
  const slot = await desk.uploaded(tiny)
  expect(await commitWith(desk, slot, 'k', { license_name: 'cc0' })).toEqual([201, { image_id: 1 }])
  await desk.seed.change(1, { license_id: null })
  await desk.server.catalog.write((tx) =>
    tx.deleteFrom('license').where('id', '=', license).execute(),
  )
  expect(await commitWith(desk, slot, 'k', { license_name: 'cc0' })).toEqual([201, { image_id: 1 }])
  const refused = [400, { license_name: ["License 'cc0' is not recognized."] }]
  expect(await commitWith(desk, slot, 'k2', { license_name: 'cc0' })).toEqual(refused)
})

test('limits a key to its user and one body', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.uploaded(tiny)
  await commitWith(desk, slot, 'k')
  expect(await commitWith(desk, slot, 'k', { title: 'Another' })).toEqual([
    422,
    { error: expect.any(String), code: 'key_reused' },
  ])
  const stranger = bearer(
    await issueToken(desk.server, { userId: 7, staff: true, scopes: ['import'] }),
  )
  const headers = { ...stranger, 'Idempotency-Key': 'k' }
  const answer = await desk.commitBody({ slot_id: slot.slot_id, ...FIELDS }, headers)
  expect(answer.status).toBe(404)
})

test('keeps keys for thirty days', async () => {
  await using desk = await openImportDesk({ accessTokenSeconds: String(40 * DAY) })
  const slot = await desk.uploaded(tiny)
  await commitWith(desk, slot, 'k')
  desk.server.clock.advance(30 * DAY - 1)
  expect((await commitWith(desk, slot, 'k'))[0]).toBe(201)
  desk.server.clock.advance(1)
  expect((await commitWith(desk, slot, 'k'))[0]).toBe(404)
})

test('accepts the key of a failed commit again', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.requestSlot()
  expect((await commitWith(desk, slot, 'k'))[0]).toBe(409)
  await desk.upload(slot, tiny)
  expect((await commitWith(desk, slot, 'k'))[0]).toBe(201)
})

test('of concurrent commits with one key, one makes the image; others get its response or 409', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.uploaded(tiny)
  const answers = await Promise.all(Array.from({ length: 20 }, () => commitWith(desk, slot, 'k')))
  for (const [status, body] of answers) {
    if (status === 201) expect(body).toEqual({ image_id: 1 })
    else expect([status, body]).toEqual([409, { error: expect.any(String), code: 'in_progress' }])
  }
  expect(await commitWith(desk, slot, 'k')).toEqual([201, { image_id: 1 }])
  expect(await desk.server.catalog.reads.selectFrom('image').select('id').execute()).toHaveLength(1)
})

test('sends Idempotency-Replayed with a repeated response', async () => {
  await using desk = await openImportDesk()
  const { slot_id } = await desk.uploaded(tiny)
  const headers = { ...desk.importer, 'Idempotency-Key': 'k' }
  const replayed = async () =>
    (await desk.commitBody({ slot_id, ...FIELDS }, headers)).headers.get('Idempotency-Replayed')
  expect([await replayed(), await replayed()]).toEqual([null, 'true'])
})

test('accepts the key of a crashed request again after its lease', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.uploaded(tiny)
  await commitWith(desk, slot, 'k')
  const another = await desk.uploaded(tiny)
  await commitWith(desk, another, 'k2')
  await desk.server.catalog.write((tx) =>
    tx
      .updateTable('idempotency_key')
      .set({ response: null, leased_until: desk.server.clock.now() + 120_000_000 })
      .where('key', '=', 'k2')
      .execute(),
  )
  expect((await commitWith(desk, another, 'k2'))[0]).toBe(409)
  desk.server.clock.advance(120)
  expect((await commitWith(desk, another, 'k2'))[0]).toBe(404)
})
