import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { loadSpatialite } from '../../../../../src/core/database/sqlite/spatialite.ts'
import { assembleArea } from '../../../../../src/core/model/geometry/assemble-area.ts'
import { parseArea } from '../../../../../src/core/model/geometry/parse.ts'
import type { Position, Ring } from '../../../../../src/core/model/geometry/geometry.ts'

const db = new Database(':memory:')
loadSpatialite(db)
afterAll(() => db.close())

/** Assembles lines to a valid area. */
function assemble(...lines: Position[][]): Ring[][] {
  const area = assembleArea(lines)
  expect(parseArea(area)).toEqual(area)
  const { valid, reason } = db
    .prepare(
      'select ST_IsValid(g) as valid, ST_IsValidReason(g) as reason from (select GeomFromGeoJSON(?) as g)',
    )
    .get(JSON.stringify(area)) as { valid: number; reason: string }
  expect([valid, reason, area.coordinates]).toEqual([1, reason, area.coordinates])
  return area.coordinates
}

/** A closed square: counterclockwise, from its southwest corner. */
function square(x: number, y: number, side: number): Ring {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ]
}

/** The same as a hole: clockwise. */
function hole(x: number, y: number, side: number): Ring {
  return square(x, y, side).toReversed()
}

test('joins ways in any order and direction', () => {
  const [a, b, c, d] = square(0, 0, 4)
  const ways = [
    [c!, b!],
    [d!, c!],
    [a!, b!],
    [a!, d!],
  ]
  expect(assemble(...ways)).toEqual([[square(0, 0, 4)]])
  expect(assemble(...ways.toReversed())).toEqual([[square(0, 0, 4)]])
})

test('finds holes, islands in holes, and separate parts', () => {
  const [outer, inner, island, other] = [
    square(0, 0, 9),
    square(1, 1, 7),
    square(3, 3, 2),
    square(20, 0, 1),
  ]
  expect(assemble(island, inner, other, outer)).toEqual([[outer, hole(1, 1, 7)], [island], [other]])
})

test('keeps areas apart that touch in one or two points', () => {
  const [left, right] = [square(0, 0, 2), square(2, 2, 2)]
  expect(assemble(left, right)).toEqual([[left], [right]])
  // Two halves of a frame, cut in the middle of its top and its bottom.
  const west: Position[] = [
    [3, 0],
    [0, 3],
    [3, 6],
    [2, 3],
    [3, 0],
  ]
  const east: Position[] = [
    [3, 0],
    [6, 3],
    [3, 6],
    [4, 3],
    [3, 0],
  ]
  expect(assemble(west, east)).toHaveLength(2)
})

test('separates a hole that touches the outline', () => {
  const outline = square(0, 0, 6)
  const notch: Position[] = [
    [0, 0],
    [2, 1],
    [1, 2],
    [0, 0],
  ]
  expect(assemble(outline, notch)).toEqual([[outline, notch.toReversed()]])
  // The same as one line that passes the corner twice.
  expect(assemble([...outline, ...notch.slice(1)])).toEqual([[outline, notch.toReversed()]])
})

test('merges areas that share a border', () => {
  const [west, east] = [square(0, 0, 2), square(2, 0, 2)]
  const [[ring, ...holes] = [], ...others] = assemble(west, east)
  expect([holes, others]).toEqual([[], []])
  expect(ring).toHaveLength(7)
})

test.each<[string, Position[][], RegExp]>([
  ['nothing', [], /has no outline/],
  [
    'a point',
    [
      [
        [1, 1],
        [1, 1],
      ],
    ],
    /has no outline/,
  ],
  [
    'a line',
    [
      [
        [1, 1],
        [2, 2],
      ],
    ],
    /not closed: it ends at longitude 1, latitude 1/,
  ],
  [
    'a ring with a gap',
    [
      square(0, 0, 4).slice(1),
      [
        [0, 0],
        [3, 0],
      ],
    ],
    /not closed/,
  ],
  ['a line twice', [square(0, 0, 4), square(0, 0, 4)], /has no outline/],
  [
    'too many positions',
    [Array.from({ length: 10_002 }, (_, at): Position => [at % 300, Math.floor(at / 300)])],
    /at most 10000/,
  ],
])('refuses %s', (_, lines, message) => expect(() => assembleArea(lines)).toThrow(message))

/** Rings around a center, far enough from each other, without touching points. */
const ringAround = (x: number, y: number, least: number, most: number) =>
  fc.array(fc.integer({ min: least, max: most }), { minLength: 3, maxLength: 12 }).map((radii) => {
    const corners = radii.map((radius, at): Position => {
      const angle = (at / radii.length) * 2 * Math.PI
      return [round(x + radius * Math.cos(angle)), round(y + radius * Math.sin(angle))]
    })
    return [...corners, corners[0]!]
  })

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e7 + 0

/** A large outline around (0, 0), holes along a circle inside it, and a second outline far away. */
const areas = fc
  .tuple(
    ringAround(0, 0, 2000, 3000),
    fc.tuple(
      fc.option(ringAround(500, 0, 50, 100), { nil: null }),
      fc.option(ringAround(-500, 0, 50, 100), { nil: null }),
      fc.option(ringAround(0, 450, 50, 100), { nil: null }),
    ),
    fc.option(ringAround(9000, 0, 50, 100), { nil: null }),
  )
  .map(([outline, holes, other]) => [outline, ...holes, other].filter((ring) => ring !== null))

/** Numbers that decide where rings are cut, which way each piece goes, and their order. */
const choices = fc.infiniteStream(fc.nat(1_000_000))

test('assembles any area from pieces in any order and direction', () => {
  fc.assert(
    fc.property(areas, choices, (rings, stream) => {
      const next = (below: number): number => (stream.next().value as number) % below
      const pieces = rings.flatMap((ring) => cut(ring, next))
      const shuffled = pieces
        .map((piece) => ({ piece: next(2) === 1 ? piece : piece.toReversed(), at: next(1000) }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ piece }) => piece)
      expect(assemble(...shuffled)).toEqual(assemble(...rings))
      const [first] = assemble(...rings)
      expect(first).toHaveLength(rings.filter((ring) => ring[0]![0] < 50).length)
    }),
    { numRuns: 200, seed: 16 },
  )
})

/** Cuts a ring at random corners. Pieces share the corners where they meet. */
function cut(ring: Position[], next: (below: number) => number): Position[][] {
  const corners = ring.slice(0, -1)
  const start = next(corners.length)
  const turned = [...corners.slice(start), ...corners.slice(0, start), corners[start]!]
  const pieces: Position[][] = []
  let piece = [turned[0]!]
  for (const corner of turned.slice(1)) {
    piece.push(corner)
    if (next(3) > 0) continue
    pieces.push(piece)
    piece = [corner]
  }
  return piece.length > 1 ? [...pieces, piece] : pieces
}

/** Cells of a grid touch each other in corners and along sides, as buildings and parcels do. */
test('assembles any set of grid cells to a valid area of the same size', () => {
  const cells = fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(5)), {
    minLength: 1,
    maxLength: 30,
    selector: String,
  })
  fc.assert(
    fc.property(cells, (chosen) => {
      const area = assemble(...chosen.map(([x, y]) => square(x, y, 1)))
      const sizes = db
        .prepare('select ST_Area(GeomFromGeoJSON(?)) as size')
        .get(JSON.stringify({ type: 'MultiPolygon', coordinates: area })) as { size: number }
      expect(sizes.size).toBeCloseTo(chosen.length, 9)
    }),
    { numRuns: 200, seed: 16 },
  )
})
