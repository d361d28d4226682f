import { afterAll, describe, expect, test } from 'vitest'
import { PLACE_SEARCHES_PER_MINUTE } from '../../../src/core/base/limits.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { sendJson, sendStatus, startService } from '../../support/service-server.ts'
import { startTestServer } from '../../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const image = await seed.image({ title: 'Vine Street, looking north' })
await seed.point(image, { latitude: 47.5, longitude: 7.5 })
const subject = await seed.subject({ title: 'Vine Street Bridge' })
await seed.outline(subject, 'way/1')
await seed.tag(image, subject)
const hidden = await seed.subject({ title: 'Vine Street Prison' })
await seed.outline(hidden, 'way/2')

await seed.gazetteer([
  { name: 'Vine Street', extent: [20, 47.5, 20.25, 47.75] },
  { name: 'Vine Street', extent: [7.5, 47.5, 7.75, 47.75] },
  { name: 'Oak Street', extent: [7.6, 47, 7.6, 48] },
  { name: 'Date Road', extent: [-179.9, 47, -179.9, 48] },
  { name: 'Line Road', extent: [179.875, 47.5, 180.125, 47.75] },
  { name: 'Lexington Avenue', extent: [-73.98, 40.7, -73.97, 40.8] },
  { name: 'East 53rd Street', extent: [-73.98, 40.75, -73.96, 40.76] },
  { name: 'West 53rd Street', extent: [-74, 40.75, -73.99, 40.76] },
  { name: 'Grand Boulevard', extent: [-73.98, 40.79, -73.96, 40.8] },
  { name: 'Hauptstraße', extent: [8.5, 48, 8.5, 48.25] },
  { name: 'Bahnhofstraße', extent: [8.25, 48.125, 8.75, 48.125] },
  { name: 'Rue de Rivoli', extent: [2.25, 48.125, 2.75, 48.125] },
  { name: 'Boulevard Voltaire', extent: [2.5, 48, 2.5, 48.25] },
  { name: 'Calle Mayor', extent: [-3.75, 40.125, -3.25, 40.125] },
  { name: 'Avenida de la Paz', extent: [-3.5, 40, -3.5, 40.25] },
])

async function search(query: Record<string, string>) {
  return server.get(`/api/v2/search/places/?${new URLSearchParams(query)}`)
}

test('finds subjects, placed images and entries of gazetteers, the nearest first', async () => {
  const found = await search({ q: 'vine street', lat: '47', lon: '7' })
  expect(found.complete).toBe(true)
  expect(found.results).toEqual([
    expect.objectContaining({ source: 'subject', title: 'Vine Street Bridge', id: subject }),
    {
      source: 'image',
      title: 'Vine Street, looking north',
      kind: null,
      latitude: 47.5,
      longitude: 7.5,
      extent: [7.5, 47.5, 7.5, 47.5],
      id: image,
      credit: null,
    },
    {
      source: 'gazetteer',
      title: 'Vine Street',
      kind: 'street',
      latitude: 47.625,
      longitude: 7.625,
      extent: [7.5, 47.5, 7.75, 47.75],
      id: null,
      credit: '© Town',
    },
    expect.objectContaining({ source: 'gazetteer', longitude: 20.125 }),
  ])
})

test('finds crossings, and the street of an address', async () => {
  const { results } = await search({ q: '12 Oak Street & Vine Street' })
  const streets = results.filter(({ source }: { source: string }) => source === 'gazetteer')
  expect(streets).toMatchObject([
    { title: 'Oak Street & Vine Street', extent: [7.6, 47.5, 7.6, 47.75], latitude: 47.625 },
  ])
  const address = await search({ q: '16-18 Oak Street' })
  expect(address.results.at(-1)).toMatchObject({ title: 'Oak Street' })
})

const MIDTOWN = 'Lexington Avenue & East 53rd Street'

test.each([
  ['Lexington Avenue 53rd Street', MIDTOWN],
  ['Lexington Ave & 53 st', MIDTOWN],
  ['Lexington Ave 53 st', MIDTOWN],
  ['53rd Street Lexington', 'East 53rd Street & Lexington Avenue'],
  ['Lexington 53rd', MIDTOWN],
  ['Grand Blvd. Lexington Ave', 'Grand Boulevard & Lexington Avenue'],
  ['Hauptstr Bahnhofstr', 'Hauptstraße & Bahnhofstraße'],
  ['Rue de Rivoli bd Voltaire', 'Rue de Rivoli & Boulevard Voltaire'],
  ['Calle Mayor Avda de la Paz', 'Calle Mayor & Avenida de la Paz'],
])('finds the crossing of %s', async (q, title) => {
  expect((await search({ q })).results).toMatchObject([{ source: 'gazetteer', title }])
})

test('finds places across the antimeridian', async () => {
  const [road] = (await search({ q: 'line road' })).results
  expect(road).toMatchObject({ longitude: 180, extent: [179.875, 47.5, 180.125, 47.75] })
  const [crossing] = (await search({ q: 'date road & line road' })).results
  expect(crossing).toMatchObject({ longitude: -179.9, title: 'Date Road & Line Road' })
})

test('takes coordinates and addresses of maps before names', async () => {
  const place = { source: 'position', latitude: 52.5, longitude: 13.4 }
  expect(await search({ q: '52,5 N 13,4 O', lang: 'de' })).toMatchObject({ results: [place] })
  expect(await search({ q: 'https://www.openstreetmap.org/#map=17/52.5/13.4' })).toMatchObject({
    results: [place],
  })
  expect(await search({ q: '52,5 N 13,4 O' })).toEqual({ results: [], complete: true })
})

test('completes short plus codes by the place after them, or by the position nearby', async () => {
  const at = async (query: Record<string, string>) => {
    const { results } = await search(query)
    return results.map(({ source, title }: { source: string; title: string }) => [source, title])
  }
  const cell = [['position', '47.641312, 7.658687']]
  expect(await at({ q: '8FV9JMR5+GF' })).toEqual(cell)
  expect(await at({ q: 'JMR5+GF, Oak Street' })).toEqual(cell)
  expect(await at({ q: 'jmr5+gf', lat: '47.5', lon: '7.5' })).toEqual(cell)
  expect(await at({ q: 'JMR5+GF Nowhere', lat: '47.5', lon: '7.5' })).toEqual([])
  expect(await at({ q: 'JMR5+GF' })).toEqual([])
})

test.each(['q=', `q=${'x'.repeat(2001)}`, 'q=%00', 'q=vine&lat=91&lon=0'])(
  'refuses %s',
  async (query) => {
    expect((await server.fetch(`/api/v2/search/places/?${query}`)).status).toBe(400)
  },
)

describe('the editor without scripts', () => {
  const entered = {
    position: 'there',
    direction: 'uphill',
    confidence: 'low',
    confidence_notes: 'The\r\nhills',
    scope: 'collection=9',
  }

  async function find(image: number, fields: Record<string, string>) {
    const body = new URLSearchParams({ ...entered, ...fields })
    const response = await server.fetch(`/georeference/${image}/find/`, { method: 'POST', body })
    expect(response.status).toBe(200)
    return parsePage(await response.text())
  }

  function valuesOf(page: ReturnType<typeof parsePage>) {
    const names = ['position', 'direction', 'confidence_notes', 'scope']
    return Object.fromEntries(names.map((name) => [name, page.value(name)]))
  }

  test('finds places, and keeps what was entered', async () => {
    const open = await seed.image()
    const page = await find(open, { where: ' vine street ' })
    expect(page.value('where')).toBe('vine street')
    expect(page.attributes('.where-results button', 'value')).toEqual([
      '47.550000, 7.550000',
      '47.500000, 7.500000',
      '47.625000, 20.125000',
      '47.625000, 7.625000',
    ])
    const kept = { ...entered, confidence_notes: 'The\nhills', confidence: undefined }
    expect({ ...valuesOf(page), confidence: undefined }).toEqual(kept)
    expect(page.has('[name=confidence][value=low][checked]')).toBe(true)
    const chosen = await find(open, { where: 'vine street', chosen_position: '47.5, 7.5' })
    expect(valuesOf(chosen)).toMatchObject({ position: '47.5, 7.5', direction: 'uphill' })
    expect(chosen.texts('.where-results bdi')).toEqual([])
    const nothing = await find(open, { where: '\0nowhere<b' })
    expect(nothing.texts('.where-results [role=status]')).toEqual(['Nothing found.'])
  })

  test('offers what the texts of an image mention', async () => {
    const open = await seed.image({
      title: 'Oak Street - Vine Street, looking <east>',
      description: 'Oak Street, looking east',
    })
    const response = await server.fetch(`/georeference/?image=${open}`)
    const page = parsePage(await response.text())
    expect(page.attributes('.chips [name=where]', 'value')).toEqual(['Oak Street & Vine Street', 'Oak Street', 'Vine Street']) // prettier-ignore
    expect(page.attributes('.chips [name=chosen_direction]', 'value')).toEqual(['90'])
    const started = await find(open, { chosen_direction: '90' })
    expect(valuesOf(started)).toMatchObject({ position: 'there', direction: '90' })
  })

  test('keeps the outline of an area', async () => {
    const open = await seed.image({ from_above: 1 })
    const page = await find(open, { polygon: '50, 7\n51, 7', where: 'vine street' })
    expect(page.value('polygon')).toBe('50, 7\n51, 7')
    expect(page.texts('.where-results bdi')).toHaveLength(4)
  })

  test('takes no form of another site', async () => {
    const body = new URLSearchParams(entered)
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    const path = `/georeference/${image}/find/`
    expect((await server.fetch(path, { method: 'POST', body, headers })).status).toBe(403)
    const missing = await server.fetch('/georeference/9999/find/', { method: 'POST', body })
    expect(missing.status).toBe(404)
  })
})

describe('the geocoder', () => {
  const point = { type: 'Point', coordinates: [13.4, 52.5] }
  const photon = {
    geometry: point,
    properties: { name: 'Vine', city: 'Town', extent: [13, 53, 14, 52] },
  }
  const nominatim = {
    geometry: point,
    bbox: [13, 52, 14, 53],
    properties: { display_name: 'Vine, Town' },
  }

  test.each([
    ['api', photon, '?q=vine&limit=5&lat=52&lon=13'],
    ['search', nominatim, '?q=vine&limit=5&format=geojson&viewbox=12%2C51%2C14%2C53'],
  ])('is asked last, and once for the same text: /%s', async (path, feature, query) => {
    await using service = await startService(sendJson({ features: [feature] }))
    const geocoderUrl = service.url.replace('/api', `/${path}`)
    await using other = await startTestServer({ geocoderUrl })
    for (const near of ['lat=52.1&lon=13.2', 'lat=52.2&lon=13.1']) {
      const found = await other.get(`/api/v2/search/places/?q=vine&${near}`)
      expect(found).toEqual({
        results: [
          {
            source: 'geocoder',
            title: 'Vine, Town',
            kind: null,
            latitude: 52.5,
            longitude: 13.4,
            extent: [13, 52, 14, 53],
            id: null,
            credit: '© OpenStreetMap contributors',
          },
        ],
        complete: true,
      })
    }
    expect(service.requests.map(({ url }) => url.search)).toEqual([query])
    expect(service.requests[0]!.headers['user-agent']).toMatch(/^catalog \(/)
  })

  test('may send an extent across the antimeridian', async () => {
    const fiji = { ...nominatim, bbox: [177, -19, -178, -16] }
    await using service = await startService(sendJson({ features: [fiji] }))
    await using other = await startTestServer({ geocoderUrl: service.url })
    const { results } = await other.get('/api/v2/search/places/?q=fiji')
    expect(results).toMatchObject([{ extent: [177, -19, 182, -16] }])
  })

  test('is asked by pages of users only', async () => {
    await using service = await startService(sendJson({ features: [photon] }))
    await using other = await startTestServer({ geocoderUrl: service.url })
    const open = await createSeed(other).image()
    const body = new URLSearchParams({ where: 'vine' })
    const path = `/georeference/${open}/find/`
    const anonymous = await other.fetch(path, { method: 'POST', body })
    expect(parsePage(await anonymous.text()).texts('.where-results bdi')).toEqual([])
    const ada = await signedInBrowser(other, 'Ada')
    const editor = await ada.open(`georeference/?image=${open}`)
    const page = parsePage((await ada.submit(editor, 'Find', { where: 'vine' })).text)
    expect(page.texts('.where-results bdi')).toEqual(['Vine, Town'])
    expect(service.requests).toHaveLength(1)
  })

  test.each([
    ['fails', sendStatus(500)],
    ['is no geocoder', sendJson({ features: [{ geometry: { coordinates: [200, 0] } }] })],
  ])('may be left out if it %s', async (_, answer) => {
    await using service = await startService(answer)
    await using other = await startTestServer({ geocoderUrl: service.url })
    const found = await other.get('/api/v2/search/places/?q=vine')
    expect(found).toEqual({ results: [], complete: false })
  })
})

test('limits the searches of the API and of pages together', async () => {
  await using own = await startTestServer()
  const request = (path: string) => own.fetch(path, { headers: { Accept: 'text/html' } })
  for (let n = 0; n < PLACE_SEARCHES_PER_MINUTE; n += 1) {
    // Repeated pages come from the cache, and do not count.
    const path = n % 2 === 0 ? '/api/v2/search/places/?' : '/search/?mode=in-view&'
    const response = await request(`${path}q=vine${n}`)
    await response.text()
    expect(response.status).toBe(200)
  }
  const refused = await request('/search/?mode=in-view&q=vine&lang=de')
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  const inApi = await own.fetch('/api/v2/search/places/?q=vine')
  expect([inApi.status, await inApi.json()]).toEqual([429, { detail: expect.any(String) }])
})
