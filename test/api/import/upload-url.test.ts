import { expect, test } from 'vitest'
import { EXTENSIONS } from '../../../src/core/contract/extensions.ts'
import { uploadSlot } from '../../../src/core/contract/import.ts'
import { readResponse, openImportApi } from '../../support/import-api.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const path = '/api/v2/import/upload-url/'

test('refuses a slot without a token, the scope or staff status', async () => {
  await using api = await openImportApi()
  const { server } = api
  const ask = (headers: Record<string, string>) => server.fetch(path, { headers })
  const reader = bearer(await issueToken(server, { userId: 2, staff: true, scopes: ['read'] }))
  const guest = bearer(await issueToken(server, { userId: 3, scopes: ['import'] }))
  expect(await readResponse(await ask({}))).toEqual([401, { detail: expect.any(String) }])
  const forged = await ask(bearer('cat_at_forged'))
  expect(forged.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
  const lacking = await ask(reader)
  expect(lacking.headers.get('WWW-Authenticate')).toContain('error="insufficient_scope"')
  expect((await readResponse(lacking))[0]).toBe(403)
  expect(await readResponse(await ask(guest))).toEqual([403, { detail: expect.any(String) }])
})

test('refuses a slot without an existing collection', async () => {
  await using api = await openImportApi()
  const ask = async (query: string) =>
    readResponse(await api.server.fetch(path + query, { headers: api.importer }))
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
  await using api = await openImportApi()
  const answer = await api.server.fetch(
    `${path}?collection=${api.collection}&content_type=image/bmp`,
    { headers: api.importer },
  )
  expect(await readResponse(answer)).toEqual([
    400,
    { content_type: [expect.stringMatching(/"image\/bmp".*image\/jpeg.*image\/png.*image\/tiff/)] },
  ])
})

test('sends Catalog-Features and Date with a slot', async () => {
  await using api = await openImportApi()
  const answer = await api.server.fetch(`${path}?collection=${api.collection}`, {
    headers: api.importer,
  })
  expect(answer.headers.get('Catalog-Features')).toBe(EXTENSIONS.join(', '))
  expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Catalog-Features')
  expect(Date.parse(answer.headers.get('Date') ?? '')).not.toBeNaN()
})

test('a slot contains the address and headers of the upload; the default type is JPEG', async () => {
  await using api = await openImportApi()
  const slot = await api.server.get(`${path}?collection=${api.collection}`, {
    headers: api.importer,
  })
  expect(uploadSlot.parse(slot)).toEqual(slot)
  expect(slot.upload_headers).toEqual({ 'Content-Type': 'image/jpeg' })
  expect(slot.cdn_url).toBe(`${api.server.baseUrl}/media/incoming/${slot.slot_id}`)
  expect((await api.requestSlot('image/png')).upload_headers).toEqual({
    'Content-Type': 'image/png',
  })
})
