import { afterAll, expect, test } from 'vitest'
import { findPresentationProblems } from '../support/presentation-checker.ts'
import { walkCollections } from '../support/presentation-walk.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const importer = bearer(await issueToken(server, { staff: true, scopes: ['read', 'import'] }))

/** Many images in one collection, with gaps that images of other collections fill. */
const source = await seed.source({ name: 'Town archive', description: 'Keeps <old> pictures.' })
const large = await seed.collection({ source_id: source, name: 'Large' })
const small = await seed.collection({ source_id: source, name: 'Small' })
const empty = await seed.collection({ source_id: source, description: '', url: '' })
const hidden = await seed.collection({ source_id: source, public: 0 })
const closed = await seed.source({ public: 0 })
const inClosed = await seed.collection({ source_id: closed })
const range = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, n) => first + n * step)
const largeIds = [...range(1, 1200, 2), ...range(1_000_001, 900)]
const smallIds = [...range(2, 300, 2), 5_000_000]
const hiddenIds = [...range(602, 100, 2), 70_000_000]
await seed.images(large, largeIds)
await seed.images(small, smallIds)
await seed.images(hidden, hiddenIds)
await seed.images(inClosed, [9000])
await seed.setting('site_name', 'Old Town')

const address = (path: string) => `${server.baseUrl}/iiif/presentation/3/${path}`
const walk = (headers = {}) =>
  walkCollections(server.baseUrl, (url) => server.get(url, { headers }))
const manifestsOf = (ids: number[]) => ids.map((id) => address(`images/${id}/`)).toSorted()

test('every public image is reached once from the topmost collection, and no other', async () => {
  const { manifests, problems, collections } = await walk()
  expect(problems).toEqual([])
  expect(manifests.toSorted()).toEqual(manifestsOf([...largeIds, ...smallIds]))
  expect(new Set(collections).size).toBe(collections.length)
  for (const path of [`collections/${hidden}/`, `sources/${closed}/`]) {
    expect(collections).not.toContain(address(path))
  }
})

test('an importer reaches every image', async () => {
  const { manifests, problems } = await walk(importer)
  expect(problems).toEqual([])
  const all = [...largeIds, ...smallIds, ...hiddenIds, 9000]
  expect(manifests.toSorted()).toEqual(manifestsOf(all))
})

test('a collection with more than 1,000 images lists ranges of ids', async () => {
  const { items } = await server.get(address(`collections/${large}/`))
  expect(items.map(({ id }: { id: string }) => id)).toEqual([
    address(`collections/${large}/1-1000000/`),
    address(`collections/${large}/1000001-2000000/`),
  ])
  expect(items[0].label).toEqual({ en: ['Images 1–1000000'] })
  const first = await server.get(items[0].id)
  expect(first).toMatchObject({
    id: items[0].id,
    label: { en: ['Images 1–1000000'] },
    partOf: [{ id: address(`collections/${large}/`), label: { none: ['Large'] } }],
  })
  expect(first.items.map(({ id }: { id: string }) => id)).toEqual(
    ['1-1000', '1001-2000', '2001-3000'].map((ids) => address(`collections/${large}/${ids}/`)),
  )
})

test('collections, sources and the catalog refer to each other', async () => {
  const ofCollection = await server.get(address(`collections/${small}/`))
  const ofSource = await server.get(ofCollection.partOf[0].id)
  const ofCatalog = await server.get(ofSource.partOf[0].id)
  expect(ofCollection).toMatchObject({
    label: { none: ['Small'] },
    provider: [{ label: { none: ['Town archive'] } }],
    seeAlso: [{ id: `${server.baseUrl}/api/v2/collections/${small}/` }],
    homepage: [{ id: 'https://source.example/collection' }],
  })
  expect(ofSource).toMatchObject({
    label: { none: ['Town archive'] },
    summary: { none: ['<span>Keeps &lt;old&gt; pictures.</span>'] },
  })
  expect(ofSource.items.map(({ id }: { id: string }) => id)).toEqual(
    [large, small, empty].map((id) => address(`collections/${id}/`)),
  )
  expect(ofCatalog).toMatchObject({
    id: address(''),
    label: { none: ['Old Town'] },
    homepage: [{ id: `${server.baseUrl}/` }],
    items: [{ id: address(`sources/${source}/`), label: { none: ['Town archive'] } }],
  })
})

test('items with derivatives have a thumbnail', async () => {
  await seed.change(smallIds[0]!, { generation: 'generationOne0000' })
  const { items } = await server.get(address(`collections/${small}/`))
  expect(items[0].thumbnail[0].id).toBe(
    `${server.baseUrl}/media/derivatives/${smallIds[0]}/generationOne0000/thumbnail.jpg`,
  )
  expect(items[1]).not.toHaveProperty('thumbnail')
})

test('items have the date and the place of their manifests, unless an outline is long', async () => {
  const collection = await seed.collection({ source_id: source, name: 'Placed' })
  const [camera, area, detailed] = [80_000_001, 80_000_002, 80_000_003]
  for (const [id, strict_from] of [
    [camera, Date.UTC(1912, 4) / 86_400_000],
    [area, Date.UTC(1950, 0) / 86_400_000],
    [detailed, null],
  ] as const)
    await seed.image({ id, collection_id: collection, strict_from, from_above: 1 })
  await seed.point(camera)
  await seed.point(area)
  await seed.area(area)
  const outline = Array.from({ length: 200 }, (_, n) => [7 + n / 1000, 47 + (n % 2) / 10])
  await seed.area(detailed, {
    polygon: JSON.stringify({ type: 'Polygon', coordinates: [[...outline, [7, 46], outline[0]]] }),
  })
  const document = await server.get(address(`collections/${collection}/`))
  expect(findPresentationProblems(document, server.baseUrl)).toEqual([])
  const manifests = await Promise.all(
    document.items.map(async ({ id }: { id: string }) => server.get(id)),
  )
  const navigate = ({ navDate, navPlace }: { navDate?: string; navPlace?: object }) => ({
    navDate,
    navPlace,
  })
  const expected = manifests.map(navigate)
  expect(expected.map(({ navDate }) => navDate?.slice(0, 4))).toEqual(['1912', '1950', undefined])
  expect(JSON.stringify(expected[1])).toContain('Polygon')
  expect(expected[2]?.navPlace).toBeDefined()
  expect(document.items.map(navigate)).toEqual([
    ...expected.slice(0, 2),
    { ...expected[2], navPlace: undefined },
  ])
})

test.each([
  `collections/${hidden}/`,
  `collections/${hidden}/1-1000/`,
  `collections/${inClosed}/`,
  `sources/${closed}/`,
  `sources/${closed}/1-1000/`,
  `collections/${large}/3001-4000/`,
  `collections/${large}/1-999/`,
  `collections/${large}/2-1001/`,
  `collections/${large}/x/`,
  `collections/${empty}/1-1000/`,
  'collections/99999/',
  'sources/0/',
  '1001-2000/',
])('%s is not found', async (path) => {
  const response = await server.fetch(address(path), { headers: { Accept: 'text/html' } })
  expect(response.status).toBe(404)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(await response.json()).toEqual({ detail: expect.stringMatching(/ not found\.$/) })
})

test.each([`collections/${hidden}/`, `collections/${hidden}/1-1000/`, `sources/${closed}/1-1000/`])(
  '%s is private for an importer',
  async (path) => {
    const response = await server.fetch(address(path), { headers: importer })
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Vary')).toMatch(/Authorization/)
  },
)
