import { afterAll, expect, test } from 'vitest'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

async function search(lat: number, lon: number, query = '', headers: HeadersInit = {}) {
  return server.get(`/api/v2/search/in-view/?lat=${lat}&lon=${lon}&${query}`, { headers })
}

function ids({ results }: { results: { id: number }[] }): number[] {
  return results.map(({ id }) => id)
}

/** An image with a georeference. */
async function place(
  latitude: number,
  longitude: number,
  {
    direction = null,
    ...image
  }: { direction?: number | null } & Parameters<typeof seed.image>[0] = {},
): Promise<number> {
  const id = await seed.image(image)
  await seed.point(id, { latitude, longitude, direction })
  return id
}

test('finds an image with all members of a result', async () => {
  const source_id = await seed.source({ name: 'Harbor office' })
  const collection = await seed.collection({ source_id, name: 'Piers', slug: 'piers' })
  const id = await place(10, 10, { collection_id: collection, title: 'Pier', direction: 0 })
  await seed.file(id, Buffer.from('picture'))
  const { permalink } = await server.get(`/api/v2/images/${id}/`)
  expect(await search(10.001, 10, 'radius=200')).toEqual({
    latitude: 10.001,
    longitude: 10,
    radius: 200,
    page: 1,
    page_size: 20,
    count: 1,
    has_more: false,
    results: [
      {
        id,
        title: 'Pier',
        permalink,
        thumbnail: permalink,
        original_date: '',
        date_display: 'Unknown date',
        distance_m: 110.6,
        georeference: { latitude: 10, longitude: 10, direction: 0, confidence: 'high' },
        collection: { id: collection, name: 'Piers', slug: 'piers', source_name: 'Harbor office' },
        detail_url: `${server.baseUrl}/api/v2/images/${id}/`,
      },
    ],
  })
})

test('counts only with a radius, and always tells whether there are more', async () => {
  const collection_id = await seed.collection()
  const near: number[] = []
  for (let n = 1; n <= 5; n++) near.push(await place(20 + n / 1000, 20, { collection_id }))
  const query = `collection=${collection_id}&page_size=2`
  const first = await search(20, 20, query)
  expect([ids(first), first.count, first.has_more]).toEqual([near.slice(0, 2), null, true])
  const last = await search(20, 20, `${query}&page=3`)
  expect([ids(last), last.count, last.has_more]).toEqual([near.slice(4), null, false])
  const within = await search(20, 20, `${query}&radius=400`)
  expect([ids(within), within.count, within.has_more]).toEqual([near.slice(0, 2), 3, true])
  const rest = await search(20, 20, `${query}&radius=400&page=2`)
  expect([ids(rest), rest.count, rest.has_more]).toEqual([near.slice(2, 3), 3, false])
})

test('requires the position inside the viewing cone if the direction is known', async () => {
  const collection_id = await seed.collection()
  const north = await place(30, 30, { collection_id, direction: 0 })
  const wide = await place(30, 30, { collection_id, direction: 341 })
  await place(30, 30, { collection_id, direction: 25 })
  await place(30, 30, { collection_id, direction: 180 })
  const unknown = await place(30, 30, { collection_id })
  const found = await search(30.001, 30, `collection=${collection_id}`)
  expect(ids(found)).toEqual([north, wide, unknown])
})

test('the setting viewing_cone overrides the width of the viewing cone', async () => {
  const collection_id = await seed.collection()
  const image = await place(35, 35, { collection_id, direction: 340 })
  const find = async (lat = 35.001) => ids(await search(lat, 35, `collection=${collection_id}`))
  expect(await find()).toEqual([image])
  await seed.setting('viewing_cone', 39)
  expect(await find()).toEqual([])
  await seed.setting('viewing_cone', 360)
  expect(await find(34.999)).toEqual([image])
  await seed.setting('viewing_cone', 'wide')
  expect([await find(), await find(34.999)]).toEqual([[image], []])
})

test('uses the newest georeference of each image, and ignores images from above', async () => {
  const collection_id = await seed.collection()
  const moved = await place(40, 40, { collection_id })
  await seed.point(moved, { latitude: 40.002, longitude: 40, confidence: 'low' })
  const above = await place(40, 40, { collection_id, from_above: 1 })
  await seed.area(above)
  const { results } = await search(40, 40, `collection=${collection_id}`)
  expect(results).toHaveLength(1)
  const georeference = { latitude: 40.002, longitude: 40, direction: null, confidence: 'low' }
  expect(results[0]).toMatchObject({ id: moved, georeference, distance_m: 222.1 })
})

test('finds public images only, also for importers, and no duplicates', async () => {
  const importer = bearer(await issueToken(server, { staff: true, scopes: ['import'] }))
  const collection_id = await seed.collection()
  const shown = await place(50, 50, { collection_id })
  await place(50, 50, { collection_id, duplicate_of: shown })
  const hidden = await seed.collection({ public: 0 })
  const later = await place(50, 50, { collection_id: hidden })
  const find = async (headers: HeadersInit) => ids(await search(50, 50, 'radius=50', headers))
  expect([await find({}), await find(importer)]).toEqual([[shown], [shown]])
  await seed.setPublic('collection', hidden, true)
  expect([await find({}), await find(importer)]).toEqual([
    [shown, later],
    [shown, later],
  ])
  await seed.setPublic('collection', collection_id, false)
  expect(await find({})).toEqual([later])
})

test('follows new and deleted georeferences at once', async () => {
  const image = await seed.image()
  const find = async () => ids(await search(-60, -60, 'radius=10'))
  expect(await find()).toEqual([])
  const point = await seed.point(image, { latitude: -60, longitude: -60 })
  expect(await find()).toEqual([image])
  await seed.delete('georeference', point)
  expect(await find()).toEqual([])
})

test('applies all filters', async () => {
  const collection_id = await seed.collection()
  const [tagged, dated] = [await place(-10, 5, { collection_id }), await place(-10, 5)]
  const subject = await seed.subject({ kb_id: 'Q12280' })
  await seed.tag(tagged, subject)
  const bounds = { strict_from: -25_567, fuzzy_from: -25_567, strict_to: -25_203 }
  await seed.change(dated, { edtf_date: '1900', ...bounds, fuzzy_to: -25_203 })
  const { source } = await server.get(`/api/v2/collections/${collection_id}/`)
  const cases: [string, number[]][] = [
    ['', [tagged, dated]],
    [`collection=${collection_id}`, [tagged]],
    [`source=${source.id}`, [tagged]],
    [`subject=${subject},Q1`, [tagged]],
    ['subject=Q12280', [tagged]],
    ['year_min=1900', [dated]],
    ['year_max=1899', []],
    ['georeferenced=TRUE', [tagged, dated]],
    ['georeferenced=false', []],
  ]
  for (const [query, expected] of cases) {
    const found = await search(-10, 5, `radius=100&${query}`)
    expect([query, found.count, ids(found)]).toEqual([query, expected.length, expected])
  }
})
