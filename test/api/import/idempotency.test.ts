import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { importCommit, type UploadSlot } from '../../../src/core/contract/import.ts'
import { readResponse, FIELDS, openImportApi, type ImportApi } from '../../support/import-api.ts'
import { plain, RED } from '../../support/pictures.ts'
import { bearer, issueToken } from '../../support/tokens.ts'
import { readRows } from '../../support/rows.ts'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()
const DAY = 24 * 60 * 60

async function commitWith(
  api: ImportApi,
  slot: UploadSlot,
  key: string,
  fields: object = {},
): Promise<[status: number, body: unknown]> {
  const headers = { ...api.importer, 'Idempotency-Key': key }
  return readResponse(
    await api.commitBody({ slot_id: slot.slot_id, ...FIELDS, ...fields }, headers),
  )
}

test('rejects an invalid idempotency key', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  for (const key of ['', 'two words', 'x'.repeat(256)]) {
    expect(await commitWith(api, slot, key)).toEqual([
      400,
      { error: expect.stringContaining('Idempotency-Key') },
    ])
  }
})

test('repeats the first response to a commit with the same key, even after the slot expired', async () => {
  await using api = await openImportApi()
  const slot = await api.uploadToNewSlot(tiny)
  expect(await commitWith(api, slot, 'k1')).toEqual([201, { image_id: 1 }])
  expect(await commitWith(api, slot, 'k1')).toEqual([201, { image_id: 1 }])
  api.server.clock.advance(60 * 60)
  expect(await commitWith(api, slot, 'k1')).toEqual([201, { image_id: 1 }])
  expect((await commitWith(api, slot, 'k2'))[0]).toBe(404)
  expect(await readRows(api.server, 'image')).toHaveLength(1)
})

test('repeats the first response even if objects that the commit named were deleted', async () => {
  await using api = await openImportApi()
  const license = await api.seed.license({ name: 'cc0' })
  const slot = await api.uploadToNewSlot(tiny)
  expect(await commitWith(api, slot, 'k', { license_name: 'cc0' })).toEqual([201, { image_id: 1 }])
  await api.seed.change(1, { license_id: null })
  await api.seed.delete('license', license)
  expect(await commitWith(api, slot, 'k', { license_name: 'cc0' })).toEqual([201, { image_id: 1 }])
  const refused = [400, { license_name: ["License 'cc0' is not recognized."] }]
  expect(await commitWith(api, slot, 'k2', { license_name: 'cc0' })).toEqual(refused)
})

test('repeats the response that an earlier version recorded', async () => {
  await using api = await openImportApi()
  const { catalog, clock } = api.server
  const slot = await api.uploadToNewSlot(tiny)
  const content = ['commit', importCommit.parse({ slot_id: slot.slot_id, ...FIELDS })]
  const recorded = {
    user_id: 1001,
    key: 'k',
    request: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
    response: '7',
    lease: 'ended',
    leased_until: clock.now(),
    created_at: clock.now(),
  }
  await catalog.write((tx) => tx.insertInto('idempotency_key').values(recorded).execute())
  expect(await commitWith(api, slot, 'k')).toEqual([201, { image_id: 7 }])
  expect(await readRows(api.server, 'image')).toEqual([])
})

test('limits a key to its user and one body', async () => {
  await using api = await openImportApi()
  const slot = await api.uploadToNewSlot(tiny)
  await commitWith(api, slot, 'k')
  expect(await commitWith(api, slot, 'k', { title: 'Another' })).toEqual([
    422,
    { error: expect.any(String), code: 'key_reused' },
  ])
  const stranger = bearer(
    await issueToken(api.server, { userId: 7, staff: true, scopes: ['import'] }),
  )
  const headers = { ...stranger, 'Idempotency-Key': 'k' }
  const answer = await api.commitBody({ slot_id: slot.slot_id, ...FIELDS }, headers)
  expect(answer.status).toBe(404)
})

test('keeps keys for thirty days', async () => {
  await using api = await openImportApi({ accessTokenSeconds: String(40 * DAY) })
  const slot = await api.uploadToNewSlot(tiny)
  await commitWith(api, slot, 'k')
  api.server.clock.advance(30 * DAY - 1)
  expect((await commitWith(api, slot, 'k'))[0]).toBe(201)
  api.server.clock.advance(1)
  expect((await commitWith(api, slot, 'k'))[0]).toBe(404)
})

test('accepts the key of a failed commit again', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  expect((await commitWith(api, slot, 'k'))[0]).toBe(409)
  await api.upload(slot, tiny)
  expect((await commitWith(api, slot, 'k'))[0]).toBe(201)
})

test('of concurrent commits with one key, one makes the image; others get its response or 409', async () => {
  await using api = await openImportApi()
  const slot = await api.uploadToNewSlot(tiny)
  const answers = await Promise.all(Array.from({ length: 20 }, () => commitWith(api, slot, 'k')))
  for (const [status, body] of answers) {
    if (status === 201) expect(body).toEqual({ image_id: 1 })
    else expect([status, body]).toEqual([409, { error: expect.any(String), code: 'in_progress' }])
  }
  expect(await commitWith(api, slot, 'k')).toEqual([201, { image_id: 1 }])
  expect(await readRows(api.server, 'image')).toHaveLength(1)
})

test('sends Idempotency-Replayed with a repeated response', async () => {
  await using api = await openImportApi()
  const { slot_id } = await api.uploadToNewSlot(tiny)
  const headers = { ...api.importer, 'Idempotency-Key': 'k' }
  const replayed = async () =>
    (await api.commitBody({ slot_id, ...FIELDS }, headers)).headers.get('Idempotency-Replayed')
  expect([await replayed(), await replayed()]).toEqual([null, 'true'])
})

test('accepts the key of a crashed request again after its lease', async () => {
  await using api = await openImportApi()
  const slot = await api.uploadToNewSlot(tiny)
  await commitWith(api, slot, 'k')
  const another = await api.uploadToNewSlot(tiny)
  await commitWith(api, another, 'k2')
  const leased_until = api.server.clock.now() + 120_000_000
  await api.seed.changeIdempotencyKey('k2', { response: null, leased_until })
  expect((await commitWith(api, another, 'k2'))[0]).toBe(409)
  api.server.clock.advance(120)
  expect((await commitWith(api, another, 'k2'))[0]).toBe(404)
})
