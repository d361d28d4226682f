import { afterAll, expect, test } from 'vitest'
import {
  areaFeature,
  areaFeatures,
  pointFeature,
  pointFeatures,
} from '../../src/core/contract/feature.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)

const POINTS = '/api/v2/georeferences/'
const AREAS = '/api/v2/from-above-georeferences/'
const ada = await seed.user({ username: 'Ada' })
const ben = await seed.user({ username: 'Ben' })
const source = await seed.source()
const collection_id = await seed.collection({ source_id: source })
const bridge = await seed.image({ collection_id, fuzzy_from: -18262, fuzzy_to: -17898 })
const tower = await seed.image({ title: 'Tower' })
const field = await seed.image({ collection_id, from_above: 1 })
const twin = await seed.image({ collection_id, duplicate_of: bridge })
const subject = await seed.subject({ kb_id: 'Q90' })
await seed.tag(tower, subject)

const earlier = await seed.point(bridge, { user_id: ada, created_at: 10, confidence: 'low' })
const onBridge = await seed.point(bridge, {
  user_id: ben,
  created_at: 20,
  confidence: 'medium',
  direction: 271.5,
})
const onTower = await seed.point(tower, { user_id: ada, created_at: 30, longitude: 180 })
const onField = await seed.point(field, { user_id: ada, created_at: 20, confidence: 'low' })
await seed.point(twin, { user_id: ada, created_at: 99 })
const overField = await seed.area(field, { user_id: ben, created_at: 5, confidence: 'low' })
await seed.area(bridge, { user_id: ben, created_at: 6 })
await seed.validation({ image: bridge, point: onBridge }, { validated_by: ada })
await seed.validation({ image: bridge, point: onBridge }, { validated_by: ben })
await seed.validation({ image: tower, point: onTower }, { validated_by: ben })
await seed.validation({ image: bridge, point: earlier }, { validated_by: ben })

const ids = async (path: string): Promise<number[]> =>
  (await server.get(path)).features.map(({ id }: { id: number }) => id)

test('reports every invalid filter at once', async () => {
  const bad =
    'image=a&source=b&collection=c&confidence=sure&georeferenced_by=Ada&year_min=x&year_max=y'
  const response = await server.fetch(`${POINTS}?${bad}&from_above=perhaps&page=0`)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    image: ['Enter whole numbers, separated by commas.'],
    source: ['Enter whole numbers, separated by commas.'],
    collection: ['Enter whole numbers, separated by commas.'],
    confidence: ['Enter one of low, medium, high.'],
    georeferenced_by: ['Enter whole numbers, separated by commas.'],
    year_min: ['Enter a number.'],
    year_max: ['Enter a number.'],
    from_above: ['Enter true or false, or 1 or 0.'],
  })
})

test.each([
  [`${POINTS}${earlier}/`, 'its image has a newer georeference'],
  [`${POINTS}${onTower + 100}/`, 'there is no such georeference'],
  [`${POINTS}x/`, 'the id is not a number'],
  [`${AREAS}${overField + 1}/`, 'its image was not taken from above'],
])('%s is not found: %s', async (path) => {
  const response = await server.fetch(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ detail: 'Georeference not found.' })
})

test('a point is a GeoJSON feature at the position of the camera (RFC 7946)', async () => {
  const feature = await server.get(`${POINTS}${onBridge}/`)
  expect(pointFeature.parse(feature)).toEqual({
    type: 'Feature',
    id: onBridge,
    geometry: { type: 'Point', coordinates: [7.59, 47.56] },
    properties: {
      id: onBridge,
      image_id: bridge,
      image_title: `Image ${bridge}`,
      image_thumbnail: null,
      direction: 271.5,
      confidence: 'medium',
      georeferenced_by: 'Ben',
      georeferenced_at: '1970-01-01T00:00:00.000020Z',
      validation_count: 2,
      verdict: 'confirmed',
      score: 0.3424,
    },
  })
})

test('an area has neither a direction nor notes', async () => {
  const feature = await server.get(`${AREAS}${overField}/`)
  expect(areaFeature.parse(feature)).toMatchObject({ id: overField, properties: { id: overField } })
  expect(feature.properties).not.toHaveProperty('direction')
  expect(feature.properties).not.toHaveProperty('confidence_notes')
})

test('a FeatureCollection contains count, next and previous', async () => {
  const page = await server.get(`${POINTS}?page_size=1&page=2`)
  expect(pointFeatures.parse(page)).toMatchObject({
    type: 'FeatureCollection',
    count: 3,
    next: `${server.baseUrl}${POINTS}?page_size=1&page=3`,
    previous: `${server.baseUrl}${POINTS}?page_size=1`,
  })
  expect(page).not.toHaveProperty('results')
  expect(areaFeatures.parse(await server.get(AREAS))).toMatchObject({ count: 1, next: null })
  expect((await server.fetch(`${POINTS}?page_size=1&page=4`)).status).toBe(404)
})

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/geo+json', 'application/geo+json'],
  ['Application/Geo+JSON; charset=utf-8', 'application/geo+json'],
  ['application/json, application/geo+json', 'application/geo+json'],
  ['application/json, application/geo+json;q=0.5', 'application/json'],
  ['application/geo+json;q=0', 'application/json'],
  ['application/geo+json;q=0.1, */*;q=0.1', 'application/geo+json'],
])('answers Accept %j with %s', async (accept, type) => {
  for (const path of [POINTS, AREAS, `${AREAS}${overField}/`]) {
    const response = await server.fetch(path, { headers: accept ? { Accept: accept } : {} })
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('Vary')?.split(', ').sort()).toEqual([
      'Accept',
      'Accept-Encoding',
      'Authorization',
    ])
    expect(response.headers.get('ETag')).not.toBeNull()
  }
})

test.each([
  ['', [onTower, onBridge, onField]],
  ['ordering=georeferenced_at', [onBridge, onField, onTower]],
  ['ordering=confidence', [onField, onBridge, onTower]],
  ['ordering=-confidence', [onTower, onBridge, onField]],
  ['ordering=-validation_count', [onBridge, onTower, onField]],
  ['ordering=validation_count', [onField, onTower, onBridge]],
  ['verdict=confirmed', [onTower, onBridge]],
  ['verdict=unchecked', [onField]],
  ['verdict=refuted', []],
  ['ordering=sharpness', [onTower, onBridge, onField]],
  [`image=${bridge},${twin}`, [onBridge]],
  [`source=${source}`, [onBridge, onField]],
  [`collection=${collection_id}`, [onBridge, onField]],
  [`subject=${subject}`, [onTower]],
  ['subject=Q90,Q91', [onTower]],
  ['subject=Q9', []],
  ['confidence=medium', [onBridge]],
  ['confidence=high', [onTower]],
  [`georeferenced_by=${ada}`, [onTower, onField]],
  [`georeferenced_by=${ada},${ben}`, [onTower, onBridge, onField]],
  ['year_min=1920', [onBridge]],
  ['year_max=1919', []],
  ['from_above=false', [onTower, onBridge]],
  ['from_above=1', [onField]],
  [`georeferenced_by=${ben}&confidence=medium&source=${source}&year_min=1900`, [onBridge]],
  ['in_bbox=170,40,-170,50&confidence=high', [onTower]],
])('filters and orders points by %j', async (query, expected) => {
  expect(await ids(`${POINTS}?${query}`)).toEqual(expected)
})

test('filters apply to the newest georeference of an image only', async () => {
  expect(await ids(`${POINTS}?confidence=low&image=${bridge}`)).toEqual([])
  expect(await ids(`${POINTS}?georeferenced_by=${ada}&image=${bridge}`)).toEqual([])
})

test('of two georeferences made at the same time the one with the higher id is the newest', async () => {
  const image = await seed.image()
  const first = await seed.point(image, { user_id: ada, created_at: 7 })
  const second = await seed.point(image, { user_id: ada, created_at: 7 })
  expect(await ids(`${POINTS}?image=${image}`)).toEqual([second])
  await seed.delete('georeference', second)
  expect(await ids(`${POINTS}?image=${image}`)).toEqual([first])
  await seed.delete('image', image)
})

test('returns areas only for images from above, with any filter', async () => {
  expect(await ids(AREAS)).toEqual([overField])
  expect(await ids(`${AREAS}?image=${bridge}`)).toEqual([])
  expect(await ids(`${AREAS}?from_above=false`)).toEqual([overField])
  expect(await ids(`${AREAS}?in_bbox=7.6,47,8,48&confidence=low&source=${source}`)).toEqual([
    overField,
  ])
  expect(await ids(`${AREAS}?in_bbox=7.61,47,8,48`)).toEqual([])
})

test('sends a page of large areas in pieces, complete and with an ETag', async () => {
  const collection = await seed.collection()
  const outline = (west: number): string => {
    const side = Array.from({ length: 4000 }, (_, step) => [west + step / 12_000, -1 / 3])
    const coordinates = [[...side, [west + 1, 0], [west + 1, 1], [west, -1 / 3]]]
    return JSON.stringify({ type: 'Polygon', coordinates })
  }
  const created: number[] = []
  for (let n = 1; n <= 5; n += 1) {
    const image = await seed.image({ collection_id: collection, from_above: 1 })
    created.unshift(await seed.area(image, { polygon: outline(n), created_at: n }))
  }
  const path = `${AREAS}?collection=${collection}`
  const response = await server.fetch(path)
  const page = areaFeatures.parse(await response.json())
  expect(page).toMatchObject({ type: 'FeatureCollection', count: 5, next: null, previous: null })
  expect(page.features.map(({ id }) => id)).toEqual(created)
  expect(page.features[0]?.geometry).toEqual(JSON.parse(outline(5)))
  expect(page.features[4]).toEqual(await server.get(`${AREAS}${created[4]}/`))

  const tag = response.headers.get('ETag') ?? ''
  const again = await server.fetch(path, { headers: { 'If-None-Match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const small = await server.get(`${path}&page_size=1&page=2`)
  expect([small.features.length, small.count]).toEqual([1, 5])
  expect((await server.fetch(path, { method: 'HEAD' })).headers.get('ETag')).toBe(tag)
})
