import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const open = await seed.source({ name: 'Open' })
const closed = await seed.source({ name: 'Closed', public: 0 })
const shown = await seed.collection({ source_id: open, name: 'Shown' })
const hidden = await seed.collection({ source_id: open, name: 'Hidden', public: 0 })
const inClosed = await seed.collection({ source_id: closed, name: 'In closed' })
const image = await seed.image({ collection_id: shown })
await seed.image({ collection_id: shown, duplicate_of: image })
const hiddenImage = await seed.image({ collection_id: hidden })
const closedImage = await seed.image({ collection_id: inClosed, reference_id: 'R 7' })
const subject = await seed.subject()
for (const id of [image, hiddenImage, closedImage]) await seed.tag(id, subject)

const importer = bearer(
  await issueToken(server, { staff: true, scopes: ['read', 'import'], userId: 1 }),
)
const moderator = bearer(
  await issueToken(server, { staff: true, scopes: ['contribute', 'moderate'], userId: 5 }),
)
const strangers = {
  'an anonymous caller': {},
  'a wrong token': bearer('cat_at_nothing'),
  'staff without the scope': bearer(await issueToken(server, { staff: true, userId: 2 })),
  'the scope import without staff status': bearer(
    await issueToken(server, { scopes: ['import'], userId: 3 }),
  ),
  'the scope moderate without staff status': bearer(
    await issueToken(server, { scopes: ['moderate', 'contribute'], userId: 4 }),
  ),
}

test.each(Object.entries(strangers))('%s sees only public objects', async (_, headers) => {
  const paths = [
    `/sources/${closed}/`,
    `/sources/${closed}/collections/`,
    `/collections/${hidden}/`,
    `/collections/${inClosed}/`,
    `/images/${hiddenImage}/`,
    `/images/${closedImage}/`,
  ]
  for (const path of paths) {
    expect((await server.fetch(`/api/v2${path}`, { headers })).status, path).toBe(404)
  }
  const ids = async (path: string): Promise<number[]> =>
    (await server.get(`/api/v2${path}`, { headers })).results.map(({ id }: { id: number }) => id)
  expect(await ids('/sources/')).toEqual([open])
  expect(await ids('/collections/')).toEqual([shown])
  expect(await ids(`/sources/${open}/collections/`)).toEqual([shown])
  expect(await ids('/images/')).toEqual([image + 1, image])
  expect(await ids(`/images/?collection=${hidden},${inClosed}`)).toEqual([])
  expect(await ids(`/images/?source=${closed}`)).toEqual([])
  expect(await ids(`/images/?subject=${subject}`)).toEqual([image])
})

test('ignores a token in the query', async () => {
  const token = importer.Authorization.slice('Bearer '.length)
  const response = await server.fetch(`/api/v2/images/${hiddenImage}/?access_token=${token}`)
  expect(response.status).toBe(404)
})

test.each([
  ['an importer', importer],
  ['a moderator', moderator],
])('shows %s everything', async (_, headers) => {
  const get = (path: string) => server.get(`/api/v2${path}`, { headers })
  expect((await get('/sources/')).count).toBe(2)
  expect((await get('/collections/')).count).toBe(3)
  expect((await get('/images/')).count).toBe(4)
  expect((await get(`/sources/${closed}/`)).public).toBe(false)
  expect((await get(`/collections/${inClosed}/`)).public).toBe(true)
  expect((await get(`/collections/${hidden}/`)).public).toBe(false)
  expect(await get(`/images/${closedImage}/`)).toMatchObject({
    reference_id: 'R 7',
    sha256: null,
    created_at: '2026-03-01T12:00:00.000000Z',
  })
  expect((await get('/images/?reference_id=R%207')).results).toMatchObject([{ id: closedImage }])
})

test('moderators read the hidden image that they correct, with contributions to it', async () => {
  const path = `/api/v2/images/${hiddenImage}/`
  const send = (path: string, method: string, body: object) =>
    server.fetch(path, {
      method,
      headers: { ...moderator, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const placed = { image: hiddenImage, latitude: 47.5, longitude: 7.6, confidence: 'low' }
  expect((await send(path, 'PATCH', { scale: '1:500' })).status).toBe(200)
  expect((await send(`${path}comments/`, 'POST', { text: 'Hidden?' })).status).toBe(201)
  expect((await send('/api/v2/georeferences/', 'POST', placed)).status).toBe(201)
  expect(await server.get(path, { headers: moderator })).toMatchObject({
    scale: '1:500',
    comments: [{ text: 'Hidden?' }],
    georeferences: [{ confidence: 'low' }],
  })
  const { count } = await server.get('/api/v2/georeferences/', { headers: moderator })
  expect([count, (await server.get('/api/v2/georeferences/')).count]).toEqual([1, 0])
})

test('omits the members for importers from public details', async () => {
  const detail = await server.get(`/api/v2/images/${image}/`)
  expect(detail).not.toHaveProperty('reference_id')
  expect(detail).not.toHaveProperty('sha256')
  expect(detail).not.toHaveProperty('created_at')
})

test.each([
  ['the public', {}],
  ['an importer', importer],
  ['a moderator', moderator],
])('image_count equals the count at images_url, for %s', async (_, headers) => {
  const { results } = await server.get('/api/v2/collections/', { headers })
  for (const { image_count, images_url } of results) {
    expect((await server.get(images_url, { headers })).count).toBe(image_count)
  }
  const sources = await server.get('/api/v2/sources/', { headers })
  for (const { id, image_count } of sources.results) {
    const images = await server.get(`/api/v2/images/?source=${id}`, { headers })
    expect(images.count).toBe(image_count)
  }
})

test('collection_count counts public collections only, for every caller', async () => {
  const { results } = await server.get('/api/v2/sources/', { headers: importer })
  const counts = results.map((source: { collection_count: number }) => source.collection_count)
  expect(counts).toEqual([0, 1])
})

test('sends no-store and no ETag in response to a token', async () => {
  const response = await server.fetch('/api/v2/images/', { headers: importer })
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('ETag')).toBeNull()
  expect(response.headers.get('Vary')).toMatch(/Authorization/)
})
