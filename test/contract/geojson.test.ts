import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadDump } from '../../src/core/dump/load.ts'
import { linesOf, SAMPLE, writeSampleDump } from '../support/sample-dump.ts'
import { startTestServer } from '../support/test-server.ts'

type Position = [number, number]

/** Clockwise, not closed, across the antimeridian, with a counterclockwise hole. */
const CARELESS: Position[][] = [
  [
    [170, -5],
    [170, 5],
    [195, 5],
    [195, -5],
  ],
  [
    [178, -1],
    [182, -1],
    [182, 1],
    [178, 1],
    [178, -1],
  ],
]

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
{
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-geojson-'))
  const lines = SAMPLE.map((line) => {
    if (line.type === 'collection') return { ...line, public: true }
    if (line.id === 22) return { ...line, polygon: { type: 'Polygon', coordinates: CARELESS } }
    if (line.type === 'subject_geometry') {
      return { ...line, geometry: { type: 'MultiPolygon', coordinates: [CARELESS] } }
    }
    return line
  })
  await writeSampleDump(folder.path, { lines: linesOf(lines) })
  await loadDump(server.catalog, folder.path, { acceptStaff: true })
}

const AREAS = '/api/v2/from-above-georeferences/'

/** Returns twice the signed area: positive for a counterclockwise ring. */
function signedArea(ring: Position[]): number {
  return ring.slice(1).reduce((sum, [x, y], at) => sum + ring[at]![0] * y - x * ring[at]![1], 0)
}

function expectRightHanded(rings: Position[][]): void {
  for (const [at, ring] of rings.entries()) {
    expect(ring.length).toBeGreaterThanOrEqual(4)
    expect(ring.at(-1)).toEqual(ring[0])
    expect(Math.sign(signedArea(ring))).toBe(at === 0 ? 1 : -1)
  }
}

test('every feature collection conforms to RFC 7946', async () => {
  const addresses = ['/api/v2/georeferences/', AREAS, '/api/v2/subjects/6/geometry/']
  for (const address of addresses) {
    const collection = await server.get(address)
    expect(collection.type).toBe('FeatureCollection')
    expect(collection).not.toHaveProperty('crs')
    expect(collection.features).toHaveLength(1)
    const [feature] = collection.features
    expect(feature.type).toBe('Feature')
    // Section 7.1: members of other types may not be in a feature.
    for (const member of ['coordinates', 'geometries', 'features']) {
      expect(feature).not.toHaveProperty(member)
    }
    expect(feature.properties).toBeTypeOf('object')
    expect(['Point', 'Polygon', 'MultiPolygon']).toContain(feature.geometry.type)
  }
})

test('longitude precedes latitude', async () => {
  const { features } = await server.get('/api/v2/georeferences/')
  expect(features[0].geometry.coordinates).toEqual([180, 0])
})

test('rings are closed and right-handed', async () => {
  const { features } = await server.get(AREAS)
  expectRightHanded(features[0].geometry.coordinates)
  const outline = await server.get('/api/v2/subjects/6/geometry/')
  for (const polygon of outline.features[0].geometry.coordinates) expectRightHanded(polygon)
})

test('an area across the antimeridian is one polygon', async () => {
  const { features } = await server.get(AREAS)
  expect(features[0].geometry.type).toBe('Polygon')
  const longitudes = features[0].geometry.coordinates[0].map(([longitude]: Position) => longitude)
  expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([170, 195])
})

test.each([
  ['171,0,172,1', 1],
  ['-170,0,-166,1', 1],
  ['-165,0,-164,1', 1],
  ['-164.9,0,-164,1', 0],
  ['190,0,191,1', 1],
  ['-190,4,-189,9', 1],
  ['169,0,-170,1', 1],
  ['-170,0,169,1', 1],
  ['-164.9,0,169.9,1', 0],
  ['178.5,-0.5,-178.5,0.5', 0],
  ['177.5,-0.5,178.5,0.5', 1],
  ['-178,-0.5,-178,0.5', 1],
  ['-178.1,-0.5,-178.1,0.5', 0],
  ['-180,-90,180,90', 1],
  ['0,5,360,90', 1],
  ['0,5.1,360,90', 0],
])('it is looked for in %s, and found %i times', async (box, count) => {
  expect((await server.get(`${AREAS}?in_bbox=${box}`)).count).toBe(count)
})

test.each([
  ['180,0,180,0', 1],
  ['-180,0,-180,0', 1],
  ['179,-1,-179,1', 1],
  ['-200,-1,-180,1', 1],
  ['-179,-1,179,1', 0],
  ['-180,0.1,180,90', 0],
])('a point on the antimeridian is looked for in %s, and found %i times', async (box, count) => {
  expect((await server.get(`/api/v2/georeferences/?in_bbox=${box}`)).count).toBe(count)
})

test('rejects an invalid box after all other errors', async () => {
  for (const address of ['/api/v2/georeferences/', AREAS]) {
    const response = await server.fetch(`${address}?in_bbox=1,2,3`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      detail: 'in_bbox should be four numbers, west,south,east,north.',
    })
    const both = await server.fetch(`${address}?in_bbox=1,2,3&image=x`)
    expect(await both.json()).toEqual({ image: ['Enter whole numbers, separated by commas.'] })
  }
})
