import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const zoo = await seed.source({ name: 'Zoo', slug: 'zoo', url: 'https://zoo.example/' })
const archive = await seed.source({ name: 'archive', slug: 'archive' })
const lions = await seed.collection({ source_id: zoo, name: 'Lions', slug: 'cats' })
const apes = await seed.collection({ source_id: zoo, name: 'Apes', slug: 'apes' })
const maps = await seed.collection({ source_id: archive, name: 'Maps', slug: 'cats' })
await seed.image({ collection_id: lions })

const ids = async (path: string): Promise<number[]> =>
  (await server.get(`/api/v2${path}`)).results.map(({ id }: { id: number }) => id)

test('rejects a source filter that is not a number', async () => {
  const response = await server.fetch('/api/v2/collections/?source=zoo')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ source: ['Enter whole numbers, separated by commas.'] })
})

test.each(['/sources/99/', '/sources/zoo/', '/sources/1e1/', '/sources/99/collections/'])(
  'answers 404 for %s',
  async (path) => {
    const response = await server.fetch(`/api/v2${path}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ detail: 'Source not found.' })
  },
)

test('orders sources by name, ignoring case, ascending or descending', async () => {
  expect(await ids('/sources/')).toEqual([archive, zoo])
  expect(await ids('/sources/?ordering=-name')).toEqual([zoo, archive])
})

test.each([
  ['zoo', [zoo]],
  ['zoo,archive,nowhere', [archive, zoo]],
  ['Zoo', []],
  ['zo', []],
  ['zoo%00,zoo', [zoo]],
  ['', [archive, zoo]],
])('filters sources by slug=%s', async (slug, expected) => {
  expect(await ids(`/sources/?slug=${slug}`)).toEqual(expected)
})

test('a source has the same members alone as in the list', async () => {
  const alone = await server.get(`/api/v2/sources/${zoo}/`)
  const { results } = await server.get('/api/v2/sources/?slug=zoo')
  expect(alone).toEqual(results[0])
  expect(alone).toEqual({
    id: zoo,
    name: 'Zoo',
    slug: 'zoo',
    url: 'https://zoo.example/',
    description: 'A source.',
    public: true,
    collection_count: 2,
    image_count: 1,
    collections_url: `${server.baseUrl}/api/v2/sources/${zoo}/collections/`,
  })
  expect(await ids(`/sources/${zoo}/collections`)).toEqual([apes, lions])
})

test.each([
  ['', [maps, apes, lions]],
  ['?ordering=name', [apes, lions, maps]],
  ['?ordering=-name', [maps, lions, apes]],
  ['?ordering=-source__name', [lions, apes, maps]],
  ['?ordering=source__name,-name', [maps, lions, apes]],
  [`?source=${zoo}`, [apes, lions]],
  ['?slug=cats', [maps, lions]],
  [`?slug=cats&source=${zoo}`, [lions]],
  ['?slug=cat', []],
  ['?slug=cats%00', []],
])('filters and orders collections%s', async (query, expected) => {
  expect(await ids(`/collections/${query}`)).toEqual(expected)
})

test('a collection contains its source and the address of its images', async () => {
  const alone = await server.get(`/api/v2/collections/${lions}/`)
  expect(alone).toMatchObject({
    name: 'Lions',
    source: { id: zoo, name: 'Zoo', slug: 'zoo' },
    image_count: 1,
    images_url: `${server.baseUrl}/api/v2/images/?collection=${lions}`,
  })
})
