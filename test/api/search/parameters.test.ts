import { afterAll, expect, test } from 'vitest'
import { storeEmbedding, useModelFixture } from '../../support/embedding-models.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const collection_id = await seed.collection()
await useModelFixture(server, 'first')
for (const title of ['Town hall', 'Town gate', 'Town wall']) {
  const image = await seed.image({ collection_id, title })
  await seed.point(image)
  await storeEmbedding(server, image, [1, image])
}

const TEXT = '/api/v2/search/text/?q=town'
const IN_VIEW = '/api/v2/search/in-view/?lat=47.56&lon=7.59'
const SEMANTIC = '/api/v2/search/semantic/?q=town'
const SIMILAR = '/api/v2/search/similar/?image=1'
const SEARCHES = [TEXT, SEMANTIC, IN_VIEW]

async function readError(path: string): Promise<unknown> {
  const response = await server.fetch(path)
  expect(response.status, path).toBe(400)
  expect(response.headers.get('Content-Type')).toBe('application/json')
  expect(response.headers.get('ETag')).toBeNull()
  return response.json()
}

const WHOLE_NUMBER = 'Enter a whole number.'
const IDS = 'Enter whole numbers, separated by commas.'
const FLAG = 'Enter true or false, or 1 or 0.'

test.each([
  ['page=x', `page: ${WHOLE_NUMBER}`],
  ['page=1.5', `page: ${WHOLE_NUMBER}`],
  ['page=1e2', `page: ${WHOLE_NUMBER}`],
  ['page=NaN', `page: ${WHOLE_NUMBER}`],
  ['page=%D9%A3', `page: ${WHOLE_NUMBER}`],
  ['page_size=many', `page_size: ${WHOLE_NUMBER}`],
  ['page_size=-', `page_size: ${WHOLE_NUMBER}`],
  ['page_size=0x10', `page_size: ${WHOLE_NUMBER}`],
  ['source=1;2', `source: ${IDS}`],
  ['source=-1', `source: ${IDS}`],
  ['collection=1,two', `collection: ${IDS}`],
  ['collection=99999999999999999999', `collection: ${IDS}`],
  ['year_min=long%20ago', 'year_min: Enter a number.'],
  ['year_min=1e400', 'year_min: Enter a number.'],
  ['year_max=NaN', 'year_max: Enter a number.'],
  ['georeferenced=maybe', `georeferenced: ${FLAG}`],
  ['georeferenced=%00', `georeferenced: ${FLAG}`],
  ['page=x&source=y&page=z', `page: ${WHOLE_NUMBER} source: ${IDS}`],
])('all searches reject %s', async (query, error) => {
  for (const search of [...SEARCHES, SIMILAR])
    expect(await readError(`${search}&${query}`)).toEqual({ error })
})

test.each([
  ['', 'q: Enter a text to search for.'],
  ['q=', 'q: Enter a text to search for.'],
  ['q=%20%09%0A%C2%A0', 'q: Enter a text to search for.'],
  ['q=town&q=', 'q: Enter a text to search for.'],
  [`q=${'x'.repeat(501)}`, 'q: Enter at most 500 characters.'],
  [`q=${encodeURIComponent('🗼'.repeat(501))}`, 'q: Enter at most 500 characters.'],
  ['q=town%00', 'q: Null characters are not allowed.'],
  ['q=town&threshold=high', 'threshold: Enter a number from 0 to 1.'],
  ['q=town&threshold=NaN', 'threshold: Enter a number from 0 to 1.'],
  ['q=town&threshold=Infinity', 'threshold: Enter a number from 0 to 1.'],
  ['q=town&threshold=0,5', 'threshold: Enter a number from 0 to 1.'],
  ['page=x', 'q: Enter a text to search for. page: Enter a whole number.'],
])('text search rejects %j', async (query, error) => {
  expect(await readError(`/api/v2/search/text/?${query}`)).toEqual({ error })
  if (!query.includes('threshold'))
    expect(await readError(`/api/v2/search/semantic/?${query}`)).toEqual({ error })
})

test.each([
  '',
  'image=',
  'image=x',
  'image=-1',
  'image=1.5',
  'image=1e3',
  `image=${'9'.repeat(16)}`,
])('similar search rejects %j', async (query) => {
  const error = 'image: Enter the ID of an image.'
  expect(await readError(`/api/v2/search/similar/?${query}`)).toEqual({ error })
})

const LATITUDE = 'lat: Enter a number from -90 to 90.'
const LONGITUDE = 'lon: Enter a number from -180 to 180.'
const RADIUS = 'radius: Enter a number greater than 0.'
const TOO_MANY = 'page: page × page_size must not be greater than 1000.'

test.each([
  ['', `${LATITUDE} ${LONGITUDE}`],
  ['lat=&lon=', `${LATITUDE} ${LONGITUDE}`],
  ['lat=47&lon=%20', LONGITUDE],
  ['lat=NaN&lon=7', LATITUDE],
  ['lat=Infinity&lon=7', LATITUDE],
  ['lat=90.0001&lon=7', LATITUDE],
  ['lat=-1e400&lon=7', LATITUDE],
  ['lat=47&lon=180.5', LONGITUDE],
  ['lat=47&lon=-181', LONGITUDE],
  ['lat=47,5&lon=7', LATITUDE],
  ['lat=47°&lon=7', LATITUDE],
  ['lat=0x2f&lon=7', LATITUDE],
  ['lat=47&lon=7&radius=0', RADIUS],
  ['lat=47&lon=7&radius=-5', RADIUS],
  ['lat=47&lon=7&radius=-0', RADIUS],
  ['lat=47&lon=7&radius=1e-400', RADIUS],
  ['lat=47&lon=7&radius=NaN', RADIUS],
  ['lat=47&lon=7&radius=500m', RADIUS],
  ['lat=47&lon=7&page=51', TOO_MANY],
  ['lat=47&lon=7&page=11&page_size=500', TOO_MANY],
  ['lat=47&lon=7&page=99999999999999999999999', TOO_MANY],
])('in-view search rejects %j', async (query, error) => {
  expect(await readError(`/api/v2/search/in-view/?${query}`)).toEqual({ error })
})

test.each([
  ['', 1, 20],
  ['page=&page_size=', 1, 20],
  ['page=0&page_size=0', 1, 1],
  ['page=-3&page_size=-3', 1, 1],
  ['page=-0&page_size=%2B2', 1, 2],
  ['page=2&page_size=2', 2, 2],
  ['page=1&page_size=101', 1, 100],
  ['page_size=99999999999999999999999', 1, 100],
  ['page_size=2&page_size=3', 1, 3],
])('all searches clamp %j to page %i of size %i', async (query, page, page_size) => {
  for (const search of SEARCHES) {
    const found = await server.get(`${search}&${query}`)
    expect(found).toMatchObject({ page, page_size })
    expect(found.results).toHaveLength(Math.min(page_size, 3 - (page - 1) * page_size))
  }
})

test('a page past the end is empty', async () => {
  const huge = '99999999999999999999999'
  const text = await server.get(`${TEXT}&page=${huge}&page_size=100`)
  expect(text).toMatchObject({ count: 3, page: 1_000_000_000, page_size: 100, results: [] })
  for (const [search, count] of [
    [SEMANTIC, 3],
    [SIMILAR, 2],
  ] as const) {
    const found = await server.get(`${search}&page=${huge}&page_size=100`)
    expect(found).toMatchObject({ count, page: 1_000_000_000, results: [] })
  }
  const inView = await server.get(`${IN_VIEW}&page=10&page_size=100&radius=9`)
  expect(inView).toMatchObject({ count: 3, has_more: false, results: [] })
})

test.each([
  ['threshold=-1', 0],
  ['threshold=-1e400', 0],
  ['threshold=0', 0],
  ['threshold=-0', 0],
  ['threshold=2', 3],
  ['threshold=1e400', 3],
  ['threshold=', 3],
  ['threshold=%20.7%20', 3],
])('text search clamps %s', async (query, count) => {
  expect((await server.get(`${TEXT}&${query}`)).count).toBe(count)
})

test.each([
  ['radius=500', 500],
  ['radius=5e-1', 0.5],
  ['radius=50000', 50_000],
  ['radius=50000.5', 50_000],
  ['radius=1e400', 50_000],
  ['radius=', null],
])('in-view search reports the radius of %s as %d', async (query, radius) => {
  expect(await server.get(`${IN_VIEW}&${query}`)).toMatchObject({ radius })
})

test('in-view search accepts the edges of the map', async () => {
  for (const [lat, lon, ...shown] of [
    ['90', '180', 90, 180],
    ['-90', '-180', -90, -180],
    ['-0', '-0.0', 0, 0],
    ['9e1', '%2B1.8e%2B2', 90, 180],
  ]) {
    const found = await server.get(`/api/v2/search/in-view/?lat=${lat}&lon=${lon}`)
    expect([found.latitude, found.longitude]).toEqual(shown)
  }
})

test.each([
  'q=%ED%A0%80%ED%B0%80', // Surrogates in UTF-8, which is invalid.
  'q=%FF%FE',
  'q=%',
  'q=%25_%25',
  'q=%E2%80%AEnwot',
  "q='%20or%201=1--",
  'q=%01%02',
  'q=!?...',
  `q=${encodeURIComponent('🗼'.repeat(500))}`,
  `q=${encodeURIComponent('e\u0301'.repeat(250))}`,
  `q=${'a%20'.repeat(250)}`,
  'q=__proto__&__proto__=1&constructor=2',
  'q[]=1&q=town',
  'q=town&subject=%00,Q1,__proto__',
  'q=town&year_min=-1e308&year_max=1e308',
])('text and semantic search answer %s', async (query) => {
  for (const search of ['text', 'semantic']) {
    const found = await server.get(`/api/v2/search/${search}/?${query}`)
    expect(found.results.length).toBeLessThanOrEqual(3)
  }
})

test('ignores unknown parameters and those of other searches', async () => {
  const all = await server.get(TEXT)
  expect(await server.get(`${TEXT}&lat=x&radius=-1&from_above=maybe&ordering=title`)).toEqual(all)
  expect((await server.get(`${IN_VIEW}&q=&threshold=x`)).results).toHaveLength(3)
})
