import { afterAll, expect, test } from 'vitest'
import { readResponse, openImportApi } from '../support/import-api.ts'

const SLOT = { slot_id: '7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11' }
const api = await openImportApi()
afterAll(() => api[Symbol.asyncDispose]())

/** Invalid items, which are not reported, because a list that is too long is not examined. */
const wrong = (length: number): unknown[] => Array.from({ length }, () => 7)

function register(body: object): Promise<Response> {
  api.server.clock.advance(60)
  return api.server.fetch('/api/v2/apps/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

test('rejects a list that is too long before it examines its items', async () => {
  expect(await readResponse(await api.commit(SLOT, { subjects: wrong(200_000) }))).toEqual([
    400,
    { subjects: ['Ensure this field has no more than 1000 elements.'] },
  ])
  expect(await readResponse(await api.cancel(wrong(200_000)))).toEqual([
    400,
    { slot_ids: ['Ensure this field has no more than 100 elements.'] },
  ])
})

test('reports the same error of many items once', async () => {
  const [, body] = await readResponse(await api.commit(SLOT, { subjects: wrong(1000) }))
  expect(body).toEqual({ subjects: ['Invalid value.'] })
})

test.each([
  ['redirect_uris', 'At most 20 redirect URIs.'],
  ['grant_types', 'Ensure this field has no more than 20 elements.'],
])('accepts at most 20 %s in a registration', async (field, problem) => {
  const app = { name: 'App', redirect_uris: ['https://a.example/'], client_type: 'public' }
  const [status, body] = await readResponse(await register({ ...app, [field]: wrong(1000) }))
  expect([status, body]).toEqual([400, expect.objectContaining({ [field]: [problem] })])
})

test('accepts at most 16 KiB in a registration', async () => {
  const body = { name: 'App', redirect_uris: wrong(200_000), grant_types: wrong(200_000) }
  expect((await register(body)).status).toBe(413)
  expect((await register({ name: 'x'.repeat(16 * 1024) })).status).toBe(413)
})

test('shortens an invalid value in its message', async () => {
  const [, body] = await readResponse(await api.commit(SLOT, { mirror: 'x'.repeat(100_000) }))
  expect(JSON.stringify(body).length).toBeLessThan(300)
})
