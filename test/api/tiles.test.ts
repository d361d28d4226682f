import { afterAll, expect, test } from 'vitest'
import { getFirstDayOfYear } from '../../src/core/edtf/days.ts'
import { cutTile } from '../../src/core/queries/tiles/cut-tile.ts'
import { countOnTile, decodeTile } from '../support/decode-tile.ts'
import { parsePage } from '../support/parse-page.ts'
import { createSeed } from '../support/seed.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const below = numbersFrom(14)

interface Position {
  longitude: number
  latitude: number
}

/** Crowded and lonely ones, at the edges of tiles and of the world. */
const PLACES: readonly Position[] = [
  { longitude: 7.59, latitude: 47.56 },
  { longitude: 7.6, latitude: 47.56 },
  { longitude: 0, latitude: 0 },
  { longitude: -180, latitude: -90 },
  { longitude: 180, latitude: 90 },
  { longitude: 12.5, latitude: 86.2 },
  { longitude: -74.25, latitude: 40.5 },
]

const collections: number[] = []
for (const isPublic of [1, 1, 0] as const) {
  collections.push(await seed.collection({ public: isPublic }))
}
const users = [await seed.user(), await seed.user()]
const subject = await seed.subject()
const pick = <T>(values: readonly T[]): T => values[below(values.length)]!
const placed: Position[] = []

for (let n = 0; n < 90; n++) {
  const { longitude, latitude } = PLACES[Math.min(below(9), below(9)) % PLACES.length]!
  const moved = {
    longitude: Math.abs(longitude) === 180 ? longitude : longitude + below(300) / 10_000,
    latitude: Math.abs(latitude) === 90 ? latitude : latitude + below(300) / 10_000,
  }
  const at = n % 3 === 0 ? { longitude, latitude } : moved
  const year = 1880 + below(60)
  const [from, to] = [getFirstDayOfYear(year), getFirstDayOfYear(year + 1) - 1]
  const from_above = n % 5 === 0 ? 1 : 0
  const image = await seed.image({
    collection_id: pick(collections),
    from_above,
    ...(n % 4 > 0 && { fuzzy_from: from, fuzzy_to: to }),
  })
  const made = { user_id: pick(users), confidence: pick(['low', 'medium', 'high'] as const) }
  await seed.point(image, { ...made, ...at, direction: pick([null, 0, 359.7]) })
  if (from_above === 1)
    await seed.area(image, { ...made, polygon: squareAt(at, pick([0.001, 0.2])) })
  if (n % 6 === 0) await seed.tag(image, subject)
  placed.push(at)
}

function squareAt({ longitude, latitude }: Position, size: number): string {
  const south = Math.min(latitude, 90 - size)
  const [east, north] = [longitude + size, south + size]
  const ring = [
    [longitude, south],
    [east, south],
    [east, north],
    [longitude, north],
    [longitude, south],
  ]
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] })
}

const FILTERS = [
  '',
  'from_above=false',
  'confidence=high',
  `georeferenced_by=${users[0]}`,
  'year_min=1890&year_max=1899',
  `collection=${collections[1]}&year_min=1900`,
  `subject=${subject}`,
  'in_bbox=7,47,8,48',
  'in_bbox=170,-90,-170,90',
  `image=1,2,3,4,5,6,7,8,9`,
]

async function readTile(address: string, query: string, init?: RequestInit) {
  const response = await server.fetch(`/api/v2/tiles/${address}.mvt?${query}`, init)
  return decodeTile(new Uint8Array(await response.arrayBuffer()))
}

/** Reads all tiles of a zoom level, or those around points if there are many. */
async function readTiles(z: number, query: string, init?: RequestInit) {
  const tiles = z < 3 ? listAll(z) : placed.flatMap((at) => listAround(z, at))
  const distinct = new Map(tiles.map((tile) => [tile.join('/'), tile]))
  const features = [...distinct.values()].map(([x, y]) => readTile(`${z}/${x}/${y}`, query, init))
  return (await Promise.all(features)).flat()
}

type Address = [x: number, y: number]

function listAll(z: number): Address[] {
  const all = Array.from({ length: 2 ** z }, (_, index) => index)
  return all.flatMap((x) => all.map((y): Address => [x, y]))
}

/** The tile of a position by the usual formula, and its neighbors if the position is near them. */
function listAround(z: number, { longitude, latitude }: Position): Address[] {
  const radians = (Math.min(85.0511, Math.max(-85.0511, latitude)) * Math.PI) / 180
  const x = ((longitude + 180) / 360) * 2 ** z
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z
  const near = [-1e-4, 1e-4]
  const inWorld = (tile: number): number => Math.min(2 ** z - 1, Math.max(0, Math.floor(tile)))
  return near.flatMap((dx) => near.map((dy): Address => [inWorld(x + dx), inWorld(y + dy)]))
}

const POINTS = ['points', 'clusters']

test('tells why there is no such tile', async () => {
  for (const address of ['15/0/0', '2/4/0', '2/0/4', 'a/0/0', '1.5/0/0', '-1/0/0']) {
    const response = await server.fetch(`/api/v2/tiles/${address}.mvt`)
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        detail: 'Tile not found. The zoom level is 0 to 14; column and row are 0 to 2^zoom − 1.',
      },
    ])
  }
})

test('reports invalid filters like the lists', async () => {
  const response = await server.fetch('/api/v2/tiles/0/0/0.mvt?confidence=sure&year_min=x')
  expect(response.status).toBe(400)
  expect(Object.keys(await response.json())).toEqual(['confidence', 'year_min'])
  const boxed = await server.fetch('/api/v2/tiles/0/0/0.mvt?in_bbox=1')
  expect([boxed.status, Object.keys(await boxed.json())]).toEqual([400, ['detail']])
})

test.each(FILTERS)('has as many points on every zoom level as the list with %s', async (query) => {
  const { count } = await server.get(`/api/v2/georeferences/?${query}`)
  const zooms = query === '' ? [0, 1, 2, 3, 5, 8, 11, 13, 14] : [below(3), 3 + below(12)]
  for (const z of zooms) {
    expect([z, countOnTile(await readTiles(z, query), POINTS)]).toEqual([z, count])
  }
})

test.each(['', ...FILTERS.slice(2)])('counts the areas of the list with %s', async (query) => {
  const { count } = await server.get(`/api/v2/from-above-georeferences/?${query}`)
  for (const z of [0, 3, 7, 9]) {
    const areas = (await readTiles(z, query)).filter(({ layer }) => layer === 'areas')
    const drawn = areas.filter(({ type }) => type !== 'Point')
    const counted = countOnTile(
      areas.filter(({ type }) => type === 'Point'),
      ['areas'],
    )
    expect([z, counted + new Set(drawn.map(({ id }) => id)).size]).toEqual([z, count])
    if (z < 8) expect(drawn).toEqual([])
  }
})

test.each(['points', 'areas'])(
  'counts in clusters of %s what the list of their corner shows',
  async (kind) => {
    let clusters = 0
    for (const z of [2, 7, 9, 11]) {
      const layers = kind === 'points' ? ['clusters'] : ['areas']
      for (const { layer, properties } of await readTiles(z, '')) {
        const { bounds, count } = properties
        if (!layers.includes(layer) || typeof bounds !== 'string') continue
        clusters += 1
        const pictures = await server.fetch(`/map/pictures/?in_bbox=${bounds}@${z}-${kind}`)
        const page = parsePage(await pictures.text())
        expect([z, bounds, page.attribute('.total', 'data-total')]).toEqual([
          z,
          bounds,
          String(count),
        ])
      }
    }
    expect(clusters).toBeGreaterThan(0)
  },
)

test('counts the same when the database groups the georeferences', async () => {
  const filter = { visibility: 'public' } as const
  const { count } = await server.get('/api/v2/georeferences/')
  const areas = await server.get('/api/v2/from-above-georeferences/')
  for (const z of [0, 1, 2]) {
    let [onTiles, areasOnTiles] = [0, 0]
    for (const [x, y] of listAll(z)) {
      const query = { tile: { z, x, y }, points: filter, areas: filter }
      const features = decodeTile(await cutTile(server.catalog.reads, query, 0))
      onTiles += countOnTile(features, POINTS)
      areasOnTiles += countOnTile(features, ['areas'])
    }
    expect([z, onTiles, areasOnTiles]).toEqual([z, count, areas.count])
  }
})

test('shows importers what their lists show', async () => {
  const headers = bearer(await issueToken(server, { staff: true, scopes: ['read', 'import'] }))
  const { count } = await server.get('/api/v2/georeferences/', { headers })
  expect(countOnTile(await readTiles(2, '', { headers }), POINTS)).toBe(count)
  const response = await server.fetch('/api/v2/tiles/0/0/0.mvt', { headers })
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

test('describes single points, and clusters with their years', async () => {
  const lonely = await seed.image({
    fuzzy_from: getFirstDayOfYear(1900),
    fuzzy_to: getFirstDayOfYear(1911) - 1,
  })
  const at = { longitude: 100, latitude: 10 }
  const readAt = (z: number, images: number[]) => {
    const [[x, y] = [0, 0]] = listAround(z, at)
    return readTile(`${z}/${x}/${y}`, `image=${images.join()}`)
  }
  const id = await seed.point(lonely, { ...at, direction: 359.7, confidence: 'low' })
  const properties = { id, direction: 0, year: 1905, confidence: 'low' }
  expect(await readAt(14, [lonely])).toMatchObject([{ layer: 'points', id, properties }])
  const all = [lonely, await seed.image(), await seed.image({ fuzzy_from: -100, fuzzy_to: -90 })]
  for (const image of all.slice(1)) await seed.point(image, at)
  const [cluster, ...others] = await readAt(14, all)
  expect(cluster).toMatchObject({ layer: 'clusters', type: 'Point' })
  expect(cluster!.properties).toEqual({ count: 3, year_from: 1905, year_to: 1969 })
  expect(others).toEqual([])
  expect((await readAt(13, all)).map(({ layer }) => layer)).toEqual(['points', 'points', 'points'])
})

test('names the box of a cluster, which has its members and no others', async () => {
  for (const z of [0, 2, 5, 7, 9, 11]) {
    const clusters = (await readTiles(z, '')).filter(({ layer }) => layer === 'clusters')
    expect(clusters.length).toBeGreaterThan(0)
    for (const { bounds, count: members } of clusters.map(({ properties }) => properties)) {
      const { count } = await server.get(`/api/v2/georeferences/?in_bbox=${String(bounds)}`)
      expect([z, count]).toEqual([z, members])
    }
  }
})

test('draws an area across the antimeridian on both sides', async () => {
  const image = await seed.image({ from_above: 1 })
  const area = await seed.area(image, {
    polygon: squareAt({ longitude: 179.9, latitude: 0.01 }, 0.2),
  })
  for (const x of [0, 255]) {
    const [drawn] = await readTile(`8/${x}/127`, `image=${image}`)
    expect(drawn).toMatchObject({ layer: 'areas', type: 'Polygon', id: area })
    const columns = drawn!.coordinates.filter((_, index) => index % 2 === 0)
    expect(Math.min(...columns)).toBeGreaterThanOrEqual(-64)
    expect(Math.max(...columns)).toBeLessThanOrEqual(4096 + 64)
  }
  expect(await readTile('8/128/127', `image=${image}`)).toEqual([])
})

test('caches allow a minute, and revalidate with the ETag', async () => {
  const response = await server.fetch('/api/v2/tiles/0/0/0.mvt')
  expect(response.headers.get('Content-Type')).toBe('application/vnd.mapbox-vector-tile')
  expect(response.headers.get('Cache-Control')).toBe(
    'public, max-age=60, stale-while-revalidate=600',
  )
  const headers = { 'If-None-Match': response.headers.get('ETag')! }
  expect((await server.fetch('/api/v2/tiles/0/0/0.mvt', { headers })).status).toBe(304)
  const image = await seed.image()
  await seed.point(image)
  expect((await server.fetch('/api/v2/tiles/0/0/0.mvt', { headers })).status).toBe(200)
})

test('compresses tiles that are not small', async () => {
  const headers = { 'Accept-Encoding': 'gzip' }
  const collection_id = await seed.collection()
  for (let n = 0; n < 70; n++) {
    const image = await seed.image({ collection_id })
    await seed.point(image, { longitude: 100.001, latitude: 20.001 + n / 10_000, direction: n })
  }
  const [[x, y] = [0, 0]] = listAround(14, { longitude: 100.001, latitude: 20.004 })
  const path = `/api/v2/tiles/14/${x}/${y}.mvt?collection=${collection_id}`
  const response = await server.fetch(path, { headers })
  const length = (await response.arrayBuffer()).byteLength
  expect([length > 1024, response.headers.get('Content-Encoding')]).toEqual([true, 'gzip'])
})

test('describes the tiles as TileJSON, with the filters of the request', async () => {
  const described = await server.get('/api/v2/tiles.json?year_min=1900&source=1,2')
  expect(described).toMatchObject({ tilejson: '3.0.0', minzoom: 0, maxzoom: 14 })
  expect(described.tiles).toEqual([
    `${server.baseUrl}/api/v2/tiles/{z}/{x}/{y}.mvt?year_min=1900&source=1,2`,
  ])
  const layers = described.vector_layers.map(({ id }: { id: string }) => id)
  expect(layers).toEqual(['points', 'clusters', 'areas'])
})
