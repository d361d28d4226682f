import { expect, test } from 'vitest'
import { FEATURES } from '../../../src/core/contract/features.ts'
import { uploadSlot } from '../../../src/core/contract/import.ts'
import { answerOf, openImportDesk } from '../../support/importing.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const path = '/api/v2/import/upload-url/'

test('refuses a slot without a token, the scope or staff status', async () => {
  await using desk = await openImportDesk()
  const { server } = desk
  const ask = (headers: Record<string, string>) => server.fetch(path, { headers })
  const reader = bearer(await issueToken(server, { userId: 2, staff: true, scopes: ['read'] }))
  const guest = bearer(await issueToken(server, { userId: 3, scopes: ['import'] }))
  expect(await answerOf(await ask({}))).toEqual([401, { detail: expect.any(String) }])
  const forged = await ask(bearer('cat_at_forged'))
  expect(forged.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  const lacking = await ask(reader)
  expect(lacking.headers.get('WWW-Authenticate')).toContain('error="insufficient_scope"')
  expect((await answerOf(lacking))[0]).toBe(403)
  expect(await answerOf(await ask(guest))).toEqual([403, { detail: expect.any(String) }])
})

test('refuses a slot without an existing collection', async () => {
  await using desk = await openImportDesk()
  const ask = async (query: string) =>
    answerOf(await desk.server.fetch(path + query, { headers: desk.importer }))
  const required = { collection: ['This field is required.'] }
  expect(await ask('')).toEqual([400, required])
  expect(await ask('?collection=')).toEqual([400, required])
  for (const unknown of ['999', 'maps', '1.5', '-1', '9'.repeat(40), '0x1']) {
    expect(await ask(`?collection=${unknown}`)).toEqual([
      404,
      { error: 'Collection not found.', code: 'collection_not_found' },
    ])
  }
})

test('rejects a type that cannot be decoded, and lists the accepted ones', async () => {
  await using desk = await openImportDesk()
  const answer = await desk.server.fetch(
    `${path}?collection=${desk.collection}&content_type=image/bmp`,
    { headers: desk.importer },
  )
  expect(await answerOf(answer)).toEqual([
    400,
    { content_type: [expect.stringMatching(/"image\/bmp".*image\/jpeg.*image\/png.*image\/tiff/)] },
  ])
})

test('sends Catalog-Features and Date with a slot', async () => {
  await using desk = await openImportDesk()
  const answer = await desk.server.fetch(`${path}?collection=${desk.collection}`, {
    headers: desk.importer,
  })
  expect(answer.headers.get('Catalog-Features')).toBe(FEATURES.join(', '))
  expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Catalog-Features')
  expect(Date.parse(answer.headers.get('Date') ?? '')).not.toBeNaN()
})

test('a slot contains the address and headers of the upload; the default type is JPEG', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.server.get(`${path}?collection=${desk.collection}`, {
    headers: desk.importer,
  })
  expect(uploadSlot.parse(slot)).toEqual(slot)
  expect(slot.upload_headers).toEqual({ 'Content-Type': 'image/jpeg' })
  expect(slot.cdn_url).toBe(`${desk.server.baseUrl}/media/incoming/${slot.slot_id}`)
  expect((await desk.requestSlot('image/png')).upload_headers).toEqual({
    'Content-Type': 'image/png',
  })
})
