import { expect, test } from 'vitest'
import { readResponse, openImportApi } from '../../support/import-api.ts'
import { plain, RED } from '../../support/pictures.ts'
import { listVersions } from '../../support/stored-files.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const NO_SLOT = 'Import slot not found or does not belong to you.'
const SOME_ID = '7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11'

const tiny = await plain(8, 8, RED).jpeg().toBuffer()

test('rejects callers other than importers before it reads the body', async () => {
  await using api = await openImportApi()
  const guest = bearer(await issueToken(api.server, { userId: 3, scopes: ['import'] }))
  const reader = bearer(await issueToken(api.server, { userId: 4, staff: true }))
  expect(await readResponse(await api.replace(999, '{', {}))).toEqual([
    401,
    { detail: expect.any(String) },
  ])
  const forged = await api.replace(999, '{', bearer('cat_at_forged'))
  expect(forged.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  const lacking = await api.replace(999, '{', reader)
  expect(lacking.headers.get('WWW-Authenticate')).toContain('error="insufficient_scope"')
  expect(lacking.status).toBe(403)
  expect(await readResponse(await api.replace(999, '{', guest))).toEqual([
    403,
    { detail: expect.any(String) },
  ])
})

test('checks the body first, then the image, the slot, its collection and the upload', async () => {
  await using api = await openImportApi()
  const { image_id: image } = await (await api.commit(await api.uploadToNewSlot(tiny))).json()
  const elsewhere = await api.seed.image()
  const slot = await api.requestSlot()
  const ask = async (id: number | string, body: unknown) =>
    readResponse(await api.replace(id, body))
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
  await using api = await openImportApi()
  const { image_id: image } = await (await api.commit(await api.uploadToNewSlot(tiny))).json()
  const elsewhere = await api.seed.image()
  await api.server.catalog.jobs.drain()
  const before = await api.server.get(`/api/v2/images/${image}/`)
  const slot = await api.uploadToNewSlot(Buffer.from('no picture'))
  expect((await api.replace(elsewhere, slot)).status).toBe(400)
  expect(await readResponse(await api.replace(image, slot))).toEqual([
    400,
    { slot_id: [expect.stringMatching(/not a picture/)] },
  ])
  expect(await api.server.get(`/api/v2/images/${image}/`)).toEqual(before)
  const { catalog } = api.server
  expect(await listVersions(catalog, image)).toHaveLength(1)
  await api.upload(slot, tiny)
  expect((await api.replace(image, slot)).status).toBe(200)
})

test('answers 404 for a slot that is another user’s, expired or used', async () => {
  await using api = await openImportApi()
  const used = await api.uploadToNewSlot(tiny)
  const { image_id: image } = await (await api.commit(used)).json()
  const stranger = bearer(
    await issueToken(api.server, { userId: 7, staff: true, scopes: ['import'] }),
  )
  const slot = await api.uploadToNewSlot(tiny)
  expect(await readResponse(await api.replace(image, slot, stranger))).toEqual([
    404,
    { error: NO_SLOT, code: 'slot_not_found' },
  ])
  expect(await readResponse(await api.replace(image, used))).toEqual([
    404,
    { error: NO_SLOT, code: 'slot_consumed', image_id: image },
  ])
  api.server.clock.advance(15 * 60)
  expect(await readResponse(await api.replace(image, slot))).toEqual([
    404,
    { error: NO_SLOT, code: 'slot_expired' },
  ])
})
