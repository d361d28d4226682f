import { afterAll, expect, test } from 'vitest'
import { getFirstDayOfYear, getLastDayOfYear } from '../../../src/core/edtf/days.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'
import { countOnTile, decodeTile } from '../../support/decode-tile.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const collection = await seed.collection()
const hidden = await seed.collection({ public: 0 })

async function addImage(title: string, year: number, values: { creator?: string } = {}) {
  const dates = { fuzzy_from: getFirstDayOfYear(year), fuzzy_to: getLastDayOfYear(year) }
  return seed.image({ collection_id: collection, title, ...dates, ...values })
}

const market = await addImage('Market', 1890, { creator: 'Ada Foto' })
const marketPoint = await seed.point(market, { longitude: 7.59, latitude: 47.56, direction: 90 })
await seed.validation({ image: market, point: marketPoint }, { validation: 'incorrect' })
const bridge = await addImage('Bridge', 1905)
const ada = await seed.user({ id: 7001, username: 'ada' })
const bridgePoint = await seed.point(bridge, {
  longitude: 7.591,
  latitude: 47.561,
  user_id: ada,
})
const harbor = await addImage('Harbor', 1905)
await seed.point(harbor, { longitude: 179.99, latitude: -16.8 })
const above = await seed.image({ collection_id: collection, title: 'From above', from_above: 1 })
const ring = [
  [7.58, 47.55],
  [7.6, 47.55],
  [7.6, 47.57],
  [7.58, 47.55],
]
const area = await seed.area(above, {
  polygon: JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
})
await seed.validation({ image: above, area })
await addImage('Not placed', 1905)
const secret = await seed.image({ collection_id: hidden, title: 'Secret' })
const secretPoint = await seed.point(secret, { longitude: 7.59, latitude: 47.56 })

async function open(path: string): Promise<{ status: number; text: string }> {
  const response = await server.fetch(path, { headers: { accept: 'text/html' } })
  return { status: response.status, text: await response.text() }
}

/** The titles of the pictures, in alphabetical order. */
async function listTitles(path: string): Promise<string[]> {
  const { text } = await open(path)
  return parsePage(text).texts('.title[dir=auto]').sort()
}

async function listLinks(path: string): Promise<string[]> {
  return parsePage((await open(path)).text).attributes('a', 'href')
}

const TOWN = 'map=14/47.56/7.59'

test.each([
  ['', ['Bridge', 'From above', 'Harbor', 'Market']],
  ['?from_above=false', ['Bridge', 'Harbor', 'Market']],
  ['?year_min=1900', ['Bridge', 'Harbor']],
  [`?${TOWN}`, ['Bridge', 'From above', 'Market']],
  [`?${TOWN}&year_max=1900`, ['Market']],
  ['?creator=ada', ['Market']],
  ['?georeferenced_by=7001', ['Bridge']],
  [`?georeferenced_by=7001&${TOWN}&year_max=1900`, []],
  ['?verdict=refuted', ['Market']],
  ['?verdict=unchecked&year_min=1900', ['Bridge', 'Harbor']],
  [`?verdict=confirmed&${TOWN}`, ['From above']],
  ['?verdict=unchecked&georeferenced_by=7001', ['Bridge']],
  ['?map=12/-16.8/-179.99', ['Harbor']],
  ['?in_bbox=7.5905,47.5605,7.7,47.7&from_above=false', ['Bridge']],
  // The area is counted by its center, or drawn from level 12 on.
  ['?in_bbox=7.5905,47.561,7.7,47.7', ['Bridge', 'From above']],
  ['?in_bbox=7.5905,47.561,7.7,47.7@9', ['Bridge']],
  ['?in_bbox=7.5905,47.561,7.7,47.7@12', ['Bridge', 'From above']],
  ['?in_bbox=7.589,47.559,7.591,47.561@9', ['Bridge', 'From above', 'Market']],
  ['?in_bbox=7.589,47.559,7.591,47.561@9-points', ['Bridge', 'Market']],
  ['?in_bbox=7.589,47.559,7.591,47.561@9-areas', ['From above']],
  ['?in_bbox=7.589,47.559,7.591,47.561@12-all', ['Bridge', 'Market']],
  ['?in_bbox=7.589,47.559,7.591,47.561@12-drawn', ['From above']],
  ['?map=14/0/0', []],
  ['?map=nonsense', ['Bridge', 'From above', 'Harbor', 'Market']],
])('lists the images in view with %s', async (query, titles) => {
  expect(await listTitles(`/map/${query}`)).toEqual(titles)
  const { text } = await open(`/map/${query}`)
  const count = titles.length === 1 ? '1 image' : `${titles.length} images`
  expect(parsePage(text).text('h2#in-view[tabindex="-1"]')).toBe(`${count} in view`)
  // Scripts load another one, for what their window shows.
  expect(parsePage(text).has('noscript h2#in-view')).toBe(true)
})

test.each([
  ['', 'date', ['Market', 'Bridge', 'Harbor', 'From above']],
  ['?ordering=-date', '-date', ['Bridge', 'Harbor', 'Market', 'From above']],
  ['?ordering=-order', '-order', ['From above', 'Harbor', 'Bridge', 'Market']],
])('sorts the images in view by date unless told otherwise: %j', async (query, order, titles) => {
  const { status, text } = await open(`/map/${query}`)
  expect(status).toBe(200)
  expect(parsePage(text).texts('.title[dir=auto]')).toEqual(titles)
  expect(parsePage(text).value('ordering')).toBe(order)
  const { text: pictures } = await open(`/map/pictures/${query}`)
  expect(parsePage(pictures).texts('.title[dir=auto]')).toEqual(titles)
})

test('passes the filters to the tiles, with the extent of what they show', async () => {
  const read = async (query: string, name: string) =>
    parsePage((await open(`/map/?${query}`)).text).attribute('.map-container', `data-${name}`)
  const query = `collection=${collection}&year_max=1905&${TOWN}&lang=en`
  expect(await read(query, 'tiles')).toBe(
    `${server.baseUrl}/api/v2/tiles/{z}/{x}/{y}.mvt?collection=${collection}&year_max=1905`,
  )
  expect(await read(query, 'extent')).toBe('7.59,-16.8,179.99,47.561')
  // Without the harbor, which is far away from most.
  expect(await read(query, 'start')).toBe('7.59,47.56,7.591,47.561')
  expect(await read('creator=ada', 'extent')).toBe('7.59,47.56,7.59,47.56')
  expect(await read('creator=nobody', 'extent')).toBe('')
})

test.each([
  ['creator=ADA', 1, 0],
  ['creator=nobody', 0, 0],
  ['from_above=false', 3, 0],
  ['from_above=true', 0, 1],
  ['q=Bridge', 1, 0],
  ['q=above', 0, 1],
  ['q=bridge market', 0, 0],
  [`q=bridge&image=${market}`, 0, 0],
])('draws on tiles with %s %i points and %i areas', async (query, points, areas) => {
  const response = await server.fetch(`/api/v2/tiles/0/0/0.mvt?${query}`)
  const features = decodeTile(new Uint8Array(await response.arrayBuffer()))
  expect(countOnTile(features, ['points', 'clusters'])).toBe(points)
  expect(countOnTile(features, ['areas'])).toBe(areas)
})

test('the sliders reach to the years of the filters', async () => {
  const page = parsePage((await open('/map/?year_min=1700&year_max=2000')).text)
  const of = (end: string) => page.attribute('[data-year-range]', `data-${end}`)
  expect([of('first'), of('from'), of('last'), of('to')]).toEqual(['1700', '1700', '2000', '2000'])
})

test('links to the list of images and back, with the same filters', async () => {
  expect(await listLinks(`/map/?year_min=1900&${TOWN}`)).toContain(
    `${server.baseUrl}/images/?year_min=1900&georeferenced=true`,
  )
  expect(await listLinks('/images/?year_min=1900&georeferenced=true&page=1')).toContain(
    `${server.baseUrl}/map/?year_min=1900`,
  )
})

test('shows the images of a search, on tiles and in lists', async () => {
  await addImage('The old market, not placed', 1890)
  const page = parsePage((await open(`/map/?q=MARKET&year_max=1900&${TOWN}`)).text)
  expect(page.attributes('.chips a', 'href')).toEqual([
    `${server.baseUrl}/map/?year_max=1900&map=14%2F47.56%2F7.59`,
    `${server.baseUrl}/map/?q=MARKET&map=14%2F47.56%2F7.59`,
    `${server.baseUrl}/map/`,
  ])
  expect(page.value('q')).toBe('MARKET')
  expect(page.attribute('.map-container', 'data-extent')).toBe('7.59,47.56,7.59,47.56')
  expect(page.attribute('.map-container', 'data-tiles')).toMatch(/\?q=MARKET&year_max=1900$/)
  expect(page.texts('.in-view .title')).toEqual(['Market'])
  const list = `${server.baseUrl}/search/?q=MARKET&year_max=1900&georeferenced=true`
  expect(page.attributes('.map-links a', 'href')).toContain(list)
  expect(await listTitles('/map/pictures/?q=above')).toEqual(['From above'])
  expect(await listTitles(`/map/pictures/?q=above&point=${bridgePoint}`)).toEqual([])
  expect(parsePage((await open('/map/?q=%26')).text).texts('.in-view .title')).toEqual([])
  expect((await open(`/map/?q=${'x'.repeat(501)}`)).status).toBe(400)
})

test('shows what a contributor placed, also as a list', async () => {
  const page = parsePage((await open('/map/?georeferenced_by=7001')).text)
  expect(page.has('[aria-label="Remove the filter ada"]')).toBe(true)
  const hidden = 'input[type=hidden][name=georeferenced_by]'
  expect(page.attributes(hidden, 'value')).toContain('7001')
  const list = `${server.baseUrl}/map/pictures/?georeferenced_by=7001`
  expect(page.attributes('a', 'href')).toContain(list)
  expect(await listTitles('/map/pictures/?georeferenced_by=7001')).toEqual(['Bridge'])
})

test('shows what others found incorrect, also as a list', async () => {
  const page = parsePage((await open(`/map/?verdict=refuted&${TOWN}&lang=de`)).text)
  expect(page.value('verdict')).toBe('refuted')
  expect(page.text('.chips a')).toBe('Für falsch befunden ×')
  expect(page.attribute('.map-container', 'data-tiles')).toMatch(/\.mvt\?verdict=refuted$/)
  const list = `${server.baseUrl}/map/pictures/?verdict=refuted`
  expect(page.attributes('a', 'href')).toContain(list)
  expect(await listTitles('/map/pictures/?verdict=refuted')).toEqual(['Market'])
})

test.each([
  [`/collections/${collection}/`, `collection=${collection}`],
  ['/contributors/7001/', 'georeferenced_by=7001'],
])('leads from the small map of %s to the large one', async (path, query) => {
  const page = parsePage((await open(path)).text)
  const tiles = page.attribute('.map-container[data-enhance=overview-map]', 'data-tiles')
  expect(tiles?.split('?')).toEqual([expect.stringMatching(/\.mvt$/), query])
  expect(page.text(`a[href="${server.baseUrl}/map/?${query}"]`)).toBe('Open the map')
})

test('shows no small map of a collection without places', async () => {
  const empty = await seed.collection()
  const page = parsePage((await open(`/collections/${empty}/`)).text)
  expect(page.has('[data-enhance]')).toBe(false)
})

test('keeps the view in the form and when a filter is removed', async () => {
  const page = parsePage((await open(`/map/?year_min=1900&${TOWN}`)).text)
  expect(page.attributes('input[type=hidden][name=map]', 'value')).toContain('14/47.56/7.59')
  expect(page.attributes('a', 'href')).toContain(`${server.baseUrl}/map/?map=14%2F47.56%2F7.59`)
})

test('shows the image of a point or of an area, if it is public', async () => {
  expect(await listTitles(`/map/pictures/?point=${bridgePoint}`)).toEqual(['Bridge'])
  expect(await listTitles(`/map/pictures/?area=${area}`)).toEqual(['From above'])
  expect((await open(`/map/pictures/?point=${secretPoint}`)).status).toBe(404)
  expect((await open('/map/pictures/?point=x')).status).toBe(404)
})

test('says where the images of a list are', async () => {
  const { text } = await open('/map/pictures/?in_bbox=7,47,8,48')
  const places = parsePage(text).attributes('.pictures > li', 'data-place')
  expect(places).toEqual(expect.arrayContaining([`point/${bridgePoint}`, `area/${area}`]))
  const boxes = parsePage(text).attributes('.pictures > li', 'data-box')
  expect(boxes).toContain('7.591,47.561,7.591,47.561')
})

test('lists the images of a box page by page', async () => {
  expect(await listTitles('/map/pictures/?in_bbox=7,47,8,48&year_min=1900')).toEqual(['Bridge'])
  expect((await open('/map/pictures/?in_bbox=7,47,8,48&page=2')).status).toBe(404)
})

test.each([
  '/map/?year_min=x',
  '/map/?verdict=wrong',
  '/map/pictures/?year_min=x',
  '/map/?in_bbox=1,2',
  '/map/pictures/?in_bbox=5,9,6,8',
])('rejects %s', async (path) => {
  const { status, text } = await open(path)
  expect(status).toBe(400)
  expect(parsePage(text).has('[data-enhance=map]')).toBe(false)
})
