import { expect, test } from 'vitest'
import { encodeTile, type TileFeature } from '../../../../../src/core/model/mvt/encode-tile.ts'
import { decodeTile } from '../../../../support/decode-tile.ts'

const point = (x: number, y: number, properties: TileFeature['properties'] = {}): TileFeature => ({
  properties,
  geometry: { type: 'point', position: [x, y] },
})

test('encodes layers, ids, properties and points', () => {
  const bytes = encodeTile([
    {
      name: 'points',
      features: [
        {
          ...point(0, 4095, { id: 12, year: -44, confidence: 'low', direction: undefined }),
          id: 12,
        },
        { ...point(7, 9, { id: 2 ** 50, year: 0, confidence: 'low' }), id: 2 ** 50 },
      ],
    },
    { name: 'nothing', features: [] },
    { name: 'clusters', features: [point(2048, 1, { count: 1_000_000 })] },
  ])
  expect(decodeTile(bytes)).toMatchObject([
    { layer: 'points', id: 12, coordinates: [0, 4095] },
    { layer: 'points', id: 2 ** 50, properties: { id: 2 ** 50, year: 0, confidence: 'low' } },
    { layer: 'clusters', properties: { count: 1_000_000 }, coordinates: [2048, 1] },
  ])
  expect(decodeTile(bytes)[0]!.properties).toEqual({ id: 12, year: -44, confidence: 'low' })
})

test('encodes a tile without features as no bytes', () => {
  expect(encodeTile([{ name: 'points', features: [] }])).toHaveLength(0)
})

test('orients the rings of polygons, so that holes stay holes', () => {
  const square = (from: number, to: number) =>
    [
      [from, from],
      [from, to],
      [to, to],
      [to, from],
    ] as const
  const rings = [square(0, 100), square(10, 20)]
  for (const given of [rings, rings.map((ring) => ring.toReversed())]) {
    const geometry = { type: 'polygon', rings: given } as const
    const [area] = decodeTile(
      encodeTile([{ name: 'areas', features: [{ properties: {}, geometry }] }]),
    )
    // Two outlines would make a MultiPolygon.
    expect(area).toMatchObject({ type: 'Polygon', ends: [10, 20] })
  }
})
