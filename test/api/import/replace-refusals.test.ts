import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { answerOf, openImportDesk } from '../../support/importing.ts'
import { plain, RED } from '../../support/pictures.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const NO_SLOT = 'Import slot not found or does not belong to you.'
const SOME_ID = '7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

test('rejects callers other than importers before it reads the body', async () => {
  await using desk = await openImportDesk()
  const guest = bearer(await issueToken(desk.server, { userId: 3, scopes: ['import'] }))
  const reader = bearer(await issueToken(desk.server, { userId: 4, staff: true }))
  expect(await answerOf(await desk.replace(999, '{', {}))).toEqual([
    401,
    { detail: expect.any(String) },
  ])
  const forged = await desk.replace(999, '{', bearer('cat_at_forged'))
  expect(forged.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  const lacking = await desk.replace(999, '{', reader)
  expect(lacking.headers.get('WWW-Authenticate')).toContain('error="insufficient_scope"')
  expect(lacking.status).toBe(403)
  expect(await answerOf(await desk.replace(999, '{', guest))).toEqual([
    403,
    { detail: expect.any(String) },
  ])
})

test('checks the body first, then the image, the slot, its collection and the upload', async () => {
  await using desk = await openImportDesk()
  const { image_id: image } = await (await desk.commit(await desk.uploaded(tiny))).json()
  const elsewhere = await desk.seed.image()
  const slot = await desk.requestSlot()
  const ask = async (id: number | string, body: unknown) => answerOf(await desk.replace(id, body))
  const noImage = [404, { error: 'Image not found.', code: 'image_not_found' }]

  expect(await ask(999, '{')).toEqual([
    400,
    { detail: expect.stringContaining('JSON parse error') },
  ])
  for (const [slot_id, message] of [
    [undefined, 'This field is required.'],
    [null, 'This field is required.'],
    ['', 'This field is required.'],
    ['nonsense', 'Must be a valid UUID.'],
    [7, 'Must be a valid UUID.'],
  ]) {
    expect(await ask(999, { slot_id })).toEqual([400, { slot_id: [message] }])
  }
  expect(await ask(999, { slot_id: SOME_ID })).toEqual(noImage)
  for (const id of ['nonsense', '-1', '1.5', '9'.repeat(40)]) {
    expect(await ask(id, slot)).toEqual(noImage)
  }
  expect(await ask(elsewhere, { slot_id: SOME_ID })).toEqual([
    404,
    { error: NO_SLOT, code: 'slot_not_found' },
  ])
  expect(await ask(elsewhere, slot)).toEqual([
    400,
    {
      error: 'Slot belongs to a different collection than the target image.',
      code: 'collection_mismatch',
    },
  ])
  const missing = { error: 'Image has not been uploaded to object storage yet.' }
  expect(await ask(image, slot)).toEqual([409, { ...missing, code: 'not_uploaded' }])
})

test('keeps the slot open and the image unchanged after an error', async () => {
  await using desk = await openImportDesk()
  const { image_id: image } = await (await desk.commit(await desk.uploaded(tiny))).json()
  const elsewhere = await desk.seed.image()
  await desk.server.catalog.jobs.drain()
  const before = await desk.server.get(`/api/v2/images/${image}/`)
  const slot = await desk.uploaded(Buffer.from('no picture'))
  expect((await desk.replace(elsewhere, slot)).status).toBe(400)
  expect(await answerOf(await desk.replace(image, slot))).toEqual([
    400,
    { slot_id: [expect.stringMatching(/not a picture/)] },
  ])
  expect(await desk.server.get(`/api/v2/images/${image}/`)).toEqual(before)
  const { catalog } = desk.server
  expect(await readdir(catalog.storage.localPath(`images/${image}`))).toHaveLength(1)
  await desk.upload(slot, tiny)
  expect((await desk.replace(image, slot)).status).toBe(200)
})

test('answers 404 for a slot that is another user’s, expired or used', async () => {
  await using desk = await openImportDesk()
  const used = await desk.uploaded(tiny)
  const { image_id: image } = await (await desk.commit(used)).json()
  const stranger = bearer(
    await issueToken(desk.server, { userId: 7, staff: true, scopes: ['import'] }),
  )
  const slot = await desk.uploaded(tiny)
  expect(await answerOf(await desk.replace(image, slot, stranger))).toEqual([
    404,
    { error: NO_SLOT, code: 'slot_not_found' },
  ])
  expect(await answerOf(await desk.replace(image, used))).toEqual([
    404,
    { error: NO_SLOT, code: 'slot_consumed', image_id: image },
  ])
  desk.server.clock.advance(15 * 60)
  expect(await answerOf(await desk.replace(image, slot))).toEqual([
    404,
    { error: NO_SLOT, code: 'slot_expired' },
  ])
})
