import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken, type TokenHolder } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const tower = await seed.subject({ title: 'Tower', slug: 'tower', kb_id: 'Q77' })
const arch = await seed.subject({ title: 'arch', slug: 'arch', description: null })
const zoo = await seed.subject({ title: 'Zoo', slug: 'zoo', description: null, kb_description: '' })
const secret = await seed.subject({ title: 'Secret', slug: 'secret' })
const unused = await seed.subject({ title: 'Unused', slug: 'unused' })
const open = await seed.collection()
const closed = await seed.collection({ public: 0 })
const one = await seed.image({ collection_id: open })
const two = await seed.image({ collection_id: open })
const twin = await seed.image({ collection_id: open, duplicate_of: one })
const hidden = await seed.image({ collection_id: closed })
await seed.tag(one, tower, arch)
await seed.tag(two, tower, zoo)
await seed.tag(twin, tower)
await seed.tag(hidden, tower, secret)
const importer = bearer(await issueToken(server, { staff: true, scopes: ['import'], userId: 1 }))

const ids = async (query: string, headers = {}): Promise<number[]> =>
  (await server.get(`/api/v2/subjects/${query}`, { headers })).results.map(
    ({ id }: { id: number }) => id,
  )

test.each([
  `${secret}/`,
  `${unused}/`,
  `${secret}/geometry/`,
  `${unused}/geometry/`,
  'x/',
  '99/geometry/',
])('answers the public 404 for /subjects/%s', async (path) => {
  const response = await server.fetch(`/api/v2/subjects/${path}`)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ detail: 'Subject not found.' })
})

test.each([
  ['', [arch, tower, zoo]],
  ['?ordering=-title', [zoo, tower, arch]],
  ['?ordering=image_count', [arch, zoo, tower]],
  ['?ordering=-image_count', [tower, arch, zoo]],
  ['?ordering=-image_count,-title', [tower, zoo, arch]],
  ['?slug=zoo', [zoo]],
  ['?slug=zoo,tower,secret,nothing', [tower, zoo]],
  ['?slug=Zoo', []],
  ['?slug=zoo%00', []],
])('filters and orders subjects%s', async (query, expected) =>
  expect(await ids(query)).toEqual(expected),
)

test('a subject has the same members alone as in the list', async () => {
  const alone = await server.get(`/api/v2/subjects/${tower}/`)
  expect((await server.get('/api/v2/subjects/?slug=tower')).results).toEqual([alone])
  const item = {
    uri: 'http://www.wikidata.org/entity/Q77',
    title: 'Tower',
    description: 'in the base',
  }
  expect(alone).toEqual({
    id: tower,
    title: 'Tower',
    slug: 'tower',
    kb: { kb_id: 'Q77', ...item },
    wikidata: { wikidata_id: 'Q77', ...item },
    description: 'A subject.',
    image_count: 3,
    images_url: `${server.baseUrl}/api/v2/images/?subject=${tower}`,
  })
})

test('falls back to the description of the knowledge base, then to a default', async () => {
  const described = async (id: number) => (await server.get(`/api/v2/subjects/${id}/`)).description
  expect(await described(arch)).toBe('in the base')
  expect(await described(zoo)).toBe('No description available.')
})

test('shows records of subjects to importers, and the list of records only to moderators', async () => {
  const holders = [
    { staff: true, scopes: ['import'], userId: 1 },
    { staff: true, scopes: ['read'], userId: 1 },
    { staff: false, scopes: ['contribute'], userId: 2 },
    { staff: true, scopes: ['moderate'], userId: 1 },
  ] satisfies TokenHolder[]
  const statuses: number[][] = []
  for (const holder of holders) {
    const headers = bearer(await issueToken(server, holder))
    const get = async (path: string) => (await server.fetch(path, { headers })).status
    statuses.push([
      await get('/api/v2/subject-records/unused/'),
      await get('/api/v2/subject-records/'),
    ])
  }
  expect(statuses).toEqual([
    [200, 403],
    [403, 403],
    [403, 403],
    [200, 200],
  ])
})

test('shows importers the subjects of hidden images, and counts those images', async () => {
  expect(await ids('', importer)).toEqual([arch, secret, tower, zoo])
  const shown = await server.get(`/api/v2/subjects/${tower}/`, { headers: importer })
  expect(shown.image_count).toBe(4)
})

test('returns no outline, or several with their sources', async () => {
  expect(await server.get(`/api/v2/subjects/${arch}/geometry/`)).toEqual({
    type: 'FeatureCollection',
    features: [],
  })
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ]
  const many = { type: 'MultiPolygon', coordinates: [[ring]] }
  const single = { type: 'Polygon', coordinates: [ring] }
  await seed.outline(tower, 'relation/8', JSON.stringify(many))
  await seed.outline(tower, 'way/7', JSON.stringify(single))
  const response = await server.fetch(`/api/v2/subjects/${tower}/geometry/`, {
    headers: { Accept: 'application/geo+json' },
  })
  expect(response.headers.get('Content-Type')).toBe('application/geo+json')
  expect(await response.json()).toEqual({
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', geometry: many, properties: { map_id: 'relation/8' } },
      { type: 'Feature', geometry: single, properties: { map_id: 'way/7' } },
    ],
  })
})
