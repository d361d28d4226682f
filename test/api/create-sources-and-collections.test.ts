import { afterAll, expect, test } from 'vitest'
import { readResponse } from '../support/import-api.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const importer = bearer(await issueToken(server, { userId: 1, staff: true, scopes: ['import'] }))
const source = await seed.source({ slug: 'taken' })
await seed.collection({ source_id: source, slug: 'taken' })

const SOURCE = {
  name: 'Town archive',
  slug: 'town-archive',
  url: 'https://archive.example/',
  description: 'Papers and pictures.',
}
const COLLECTION = { name: 'Album 3', slug: 'album-3', source }

const post = async (path: string, body: unknown, headers: Record<string, string> = importer) =>
  readResponse(
    await server.fetch(`/api/v2${path}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )

test.each(['/sources', '/collections'])(
  'rejects callers other than importers at %s, whatever the body',
  async (path) => {
    const reader = bearer(await issueToken(server, { userId: 2, staff: true }))
    const guest = bearer(await issueToken(server, { userId: 3, scopes: ['import'] }))
    expect((await post(path, '{', {}))[0]).toBe(401)
    expect((await post(path, '{', bearer('cat_at_x')))[0]).toBe(401)
    expect((await post(path, '{', reader))[0]).toBe(403)
    expect((await post(path, '{', guest))[0]).toBe(403)
  },
)

test('reports every missing field of a source at once', async () => {
  const required = ['This field is required.']
  const missing = { name: required, slug: required, url: required, description: required }
  expect(await post('/sources', {})).toEqual([400, missing])
  const blank = { name: ' ', slug: '', url: null, description: '\n' }
  expect(await post('/sources', blank)).toEqual([400, missing])
})

test('reports every missing field of a collection at once', async () => {
  const required = ['This field is required.']
  const missing = { name: required, slug: required, source: required }
  expect(await post('/collections', {})).toEqual([400, missing])
  expect(await post('/collections', { source: null })).toEqual([400, missing])
})

const BAD_SLUG = 'Enter a valid slug consisting of letters, numbers, underscores or hyphens.'
const tooLong = (most: number) => `Ensure this field has no more than ${most} characters.`

test.each<[string, string, unknown, string]>([
  ['/sources', 'slug', 'taken', 'source with this slug already exists.'],
  ['/sources', 'slug', 'town archive', BAD_SLUG],
  ['/sources', 'slug', 'a'.repeat(51), tooLong(50)],
  ['/sources', 'name', 'n'.repeat(201), tooLong(200)],
  ['/sources', 'name', 7, 'Not a valid string.'],
  ['/sources', 'url', 'archive.example', 'Enter a valid URL.'],
  ['/sources', 'public', 'perhaps', 'Must be a valid boolean.'],
  ['/sources', 'public', [], 'Must be a valid boolean.'],
  ['/collections', 'slug', 'taken', 'A collection of this source with this slug already exists.'],
  ['/collections', 'slug', 'ålbum', BAD_SLUG],
  ['/collections', 'slug', 'a'.repeat(51), tooLong(50)],
  ['/collections', 'name', 'n'.repeat(201), tooLong(200)],
  ['/collections', 'source', 99, 'Source 99 does not exist.'],
  ['/collections', 'source', 'taken', 'A valid integer is required.'],
  ['/collections', 'source', 1.5, 'A valid integer is required.'],
  ['/collections', 'source', true, 'A valid integer is required.'],
  ['/collections', 'url', 'javascript:alert(1)', 'Enter a valid URL.'],
])('POST %s with the %s %j is refused', async (path, field, value, message) => {
  const body = path === '/sources' ? SOURCE : COLLECTION
  expect(await post(path, { ...body, [field]: value })).toEqual([400, { [field]: [message] }])
})

test('reports a slug that is taken together with missing fields', async () => {
  expect(await post('/sources', { ...SOURCE, slug: 'taken', name: '' })).toEqual([
    400,
    { name: ['This field is required.'], slug: ['source with this slug already exists.'] },
  ])
  expect(await post('/collections', { ...COLLECTION, source: 99, name: '' })).toEqual([
    400,
    { name: ['This field is required.'], source: ['Source 99 does not exist.'] },
  ])
})

test.each(['[]', 'null', '7', '"text"'])('rejects the body %s', async (body) => {
  for (const path of ['/sources', '/collections']) expect((await post(path, body))[0]).toBe(400)
})

test('creates a source as non-public by default', async () => {
  const [status, made] = await post('/sources', { ...SOURCE, name: '  Town archive ' })
  expect([status, made]).toEqual([201, { id: expect.any(Number), ...SOURCE, public: false }])
  const { id } = made as { id: number }
  expect((await server.fetch(`/api/v2/sources/${id}/`)).status).toBe(404)
  const shown = await server.get(`/api/v2/sources/${id}/`, { headers: importer })
  expect(shown).toMatchObject({ ...SOURCE, public: false, image_count: 0 })
})

test.each([true, 'true', 'True', '1'])('creates a public source with public: %j', async (flag) => {
  const slug = `open-${typeof flag}-${flag}`
  const [status, made] = await post('/sources', { ...SOURCE, slug, public: flag })
  expect([status, made]).toMatchObject([201, { public: true }])
  expect((await server.get(`/api/v2/sources/?slug=${slug}`)).count).toBe(1)
})

test('counts limits in characters, and accepts texts of exactly that length', async () => {
  const longest = { ...SOURCE, name: '🏛'.repeat(200), slug: 's'.repeat(50) }
  expect((await post('/sources', longest))[0]).toBe(201)
  const collection = { ...COLLECTION, name: '🏛'.repeat(200), slug: 's'.repeat(50) }
  expect((await post('/collections', collection))[0]).toBe(201)
})

test('creates a collection of its source that accepts imports', async () => {
  const [status, made] = await post('/collections', { ...COLLECTION, source: ` ${source} ` })
  const empty = { url: '', description: '', public: false }
  expect([status, made]).toEqual([201, { id: expect.any(Number), ...COLLECTION, ...empty }])
  const { id } = made as { id: number }
  expect((await server.fetch(`/api/v2/collections/${id}/`)).status).toBe(404)
  const shown = await server.get(`/api/v2/collections/${id}/`, { headers: importer })
  expect(shown.source.id).toBe(source)
  const slot = `/api/v2/import/upload-url/?collection=${id}`
  expect((await server.fetch(slot, { headers: importer })).status).toBe(200)
})

test('allows collections of different sources to share a slug', async () => {
  const other = await seed.source()
  const [status] = await post('/collections', { ...COLLECTION, slug: 'taken', source: other })
  expect(status).toBe(201)
})

test('creates exactly one of several concurrent sources with the same slug', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post('/sources', { ...SOURCE, slug: 'wanted' })),
  )
  const statuses = answers.map(([status]) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 400)).toHaveLength(7)
})
