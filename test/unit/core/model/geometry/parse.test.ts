import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  serializeGeometry,
  type Position,
} from '../../../../../src/core/model/geometry/geometry.ts'
import {
  MAX_POSITIONS,
  parseArea,
  parsePolygon,
} from '../../../../../src/core/model/geometry/parse.ts'

const polygon = (...rings: unknown[]): unknown => ({ type: 'Polygon', coordinates: rings })
const square: Position[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
]
const hole: Position[] = [
  [1, 1],
  [1, 2],
  [2, 2],
  [2, 1],
  [1, 1],
]

test.each([
  ['nothing', undefined, /object with type and coordinates/],
  ['a list', [], /object with type and coordinates/],
  ['a point', { type: 'Point', coordinates: [1, 2] }, /should be a Polygon, not "Point"/],
  ['no coordinates', { type: 'Polygon' }, /coordinates should be a list/],
  ['a member of its own', { ...Object(polygon(square)), crs: 'x' }, /no "crs"/],
  ['no ring', polygon(), /The polygon has no ring/],
  ['a ring that is no list', polygon(7), /Ring 1 should be a list of positions/],
  ['a position of three numbers', polygon([[0, 0, 9]]), /Ring 1, position 1 should be two numbers/],
  ['a text as number', polygon(square, [['1', 2]]), /Ring 2, position 1 should be two numbers/],
  ['too far north', polygon([[0, 90.5]]), /position 1: the latitude.*-90 and 90, not 90.5/],
  [
    'too far east',
    polygon([
      [0, 0],
      [360.1, 0],
    ]),
    /position 2: the longitude.*-360 and 360/,
  ],
  ['infinite', polygon([[Infinity, 0]]), /longitude.*not Infinity/],
  ['not a number', polygon([[NaN, 0]]), /longitude.*not NaN/],
  [
    'two positions',
    polygon([
      [0, 0],
      [1, 1],
    ]),
    /Ring 1 has too few positions/,
  ],
  ['an empty ring', polygon([]), /Ring 1 has too few positions/],
  [
    'a line there and back',
    polygon([
      [0, 0],
      [2, 2],
      [1, 1],
    ]),
    /Ring 1 encloses no area/,
  ],
  [
    'twice around the world',
    polygon([
      [-200, 0],
      [200, 0],
      [0, 50],
    ]),
    /more than once around the world/,
  ],
  [
    'too many positions',
    polygon(Array.from({ length: MAX_POSITIONS + 1 }, () => [0, 0])),
    /It has 10001 positions; at most 10000/,
  ],
])('rejects a polygon: %s', (_, value, reason) => {
  expect(() => parsePolygon(value)).toThrow(reason)
})

test('names the polygon of an invalid ring of a MultiPolygon', () => {
  const value = { type: 'MultiPolygon', coordinates: [[square], [square, [[0, 91]]]] }
  expect(() => parseArea(value)).toThrow(/^Polygon 2, ring 2, position 1: the latitude/)
})

test('closes rings, and orients outer rings counterclockwise and holes clockwise', () => {
  const backwards = square.slice(1).toReversed()
  const wrongHole = hole.toReversed().slice(1)
  const { coordinates } = parsePolygon(polygon(backwards, wrongHole))
  expect(coordinates).toEqual([
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 0],
    ],
    [
      [2, 1],
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 1],
    ],
  ])
})

test('keeps continuous longitudes across the antimeridian', () => {
  const ring = [
    [170, -10],
    [190, -10],
    [190, 10],
    [170, -10],
  ]
  expect(parsePolygon(polygon(ring)).coordinates).toEqual([ring])
})

test('writes no blanks, the shortest numbers and no negative zero', () => {
  const text = serializeGeometry(
    parseArea(
      polygon([
        [-0, 0],
        [1.5, 1e-7],
        [2.0, 10],
      ]),
    ),
  )
  expect(text).toBe('{"type":"Polygon","coordinates":[[[0,0],[1.5,1e-7],[2,10],[0,0]]]}')
})

test('the canonical form is stable', () => {
  const position = fc.tuple(
    fc.double({ min: -170, max: 170, noNaN: true }),
    fc.double({ min: -90, max: 90, noNaN: true }),
  )
  const ring = fc.array(position, { minLength: 3, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), (rings) => {
      const once = canonicalOrNothing(polygon(...rings))
      fc.pre(once !== undefined)
      expect(serializeGeometry(parseArea(JSON.parse(once)))).toBe(once)
    }),
  )
})

function canonicalOrNothing(value: unknown): string | undefined {
  try {
    return serializeGeometry(parsePolygon(value))
  } catch {
    return undefined
  }
}
