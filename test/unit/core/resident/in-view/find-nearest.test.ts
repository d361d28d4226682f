import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeGeodesic,
  type Coordinate,
} from '../../../../../src/core/model/geometry/geodesic.ts'
import { countInView } from '../../../../../src/core/resident/in-view/count-in-view.ts'
import { findNearest } from '../../../../../src/core/resident/in-view/find-nearest.ts'
import { createPointIndex } from '../../../../../src/core/resident/in-view/point-index.ts'
import type { PointColumns } from '../../../../../src/core/resident/in-view/point-tree.ts'
import { createView, type ViewQuery } from '../../../../../src/core/resident/in-view/view.ts'
import { runsOf } from '../../../../support/property-runs.ts'
import { numbersFrom, type Below } from '../../../../support/seeded-numbers.ts'

const POINTS = 5000

/** Where points lie densely: cities, both poles, the antimeridian, and places that are opposite to others. */
const PLACES: Coordinate[] = [
  { latitude: 52.5, longitude: 13.4 },
  { latitude: -52.5, longitude: -166.6 },
  { latitude: 90, longitude: 0 },
  { latitude: -90, longitude: 77 },
  { latitude: -16.8, longitude: 179.999 },
  { latitude: 0, longitude: -78.5 },
  { latitude: 0.2, longitude: 101.6 },
]

const queries = fc.record({
  seed: fc.integer(),
  near: fc.constantFrom(...PLACES),
  viewingCone: fc.constantFrom(0, 0.5, 40, 180, 359, 360, 720),
  limit: fc.constantFrom(1, 21, 300, POINTS),
  /** How many of a thousand points are selected. */
  selected: fc.constantFrom(1000, 900, 450, 10, 0),
})

/** Returns a coordinate near a place. Some are exactly the same, and many have the same latitude or longitude. */
function moveBy(below: Below, { latitude, longitude }: Coordinate): Coordinate {
  const reach = 10 ** -below(7)
  const move = () => ((below(41) - 20) / 20) * reach
  const moved = Math.max(-90, Math.min(90, latitude + move()))
  const turned = longitude + (Math.abs(moved) > 85 ? below(360) : move())
  return { latitude: moved, longitude: ((((turned + 180) % 360) + 360) % 360) - 180 }
}

const pick = <T>(below: Below, values: readonly T[]): T => values[below(values.length)]!

function setPoint(columns: PointColumns, row: number, below: Below, query: ViewQuery): void {
  const anywhere = { latitude: below(181) - 90, longitude: below(361) - 180 }
  const point = below(20) === 0 ? anywhere : moveBy(below, pick(below, PLACES))
  const { azimuth } = computeGeodesic(point, query.searched)
  const offset = pick(below, [1, -1]) * (query.viewingCone / 2)
  const edge = (azimuth + offset + pick(below, [0, 0, 1e-4, -1e-4]) + 720) % 360
  columns.latitude[row] = point.latitude
  columns.longitude[row] = point.longitude
  columns.direction[row] = pick(below, [Number.NaN, edge, below(3600) / 10])
}

/** Measures every point. */
function search(columns: PointColumns, query: ViewQuery, selected: Uint8Array) {
  return [...columns.latitude.keys()]
    .filter((row) => selected[row] === 1)
    .flatMap((row) => {
      const point = { latitude: columns.latitude[row]!, longitude: columns.longitude[row]! }
      const { distance, azimuth } = computeGeodesic(point, query.searched)
      const direction = columns.direction[row]!
      const turn = Math.abs(((azimuth - direction + 900) % 360) - 180)
      const isSeen = distance === 0 || !(turn > query.viewingCone / 2 + 1e-9)
      return isSeen && distance <= query.radius ? [{ row, distance }] : []
    })
    .sort((a, b) => a.distance - b.distance || a.row - b.row)
}

test('finds and counts the same points as measuring all of them does, after any changes', () => {
  fc.assert(
    fc.property(queries, ({ seed, near, viewingCone, limit, selected: share }) => {
      const below = numbersFrom(seed)
      const searched = moveBy(below, near)
      const unbounded = { searched, viewingCone, radius: Infinity }
      const columns = {
        latitude: new Float64Array(POINTS),
        longitude: new Float64Array(POINTS),
        direction: new Float64Array(POINTS),
      }
      const rows = Uint32Array.from(columns.latitude.keys())
      for (const row of rows) setPoint(columns, row, below, unbounded)
      const index = createPointIndex({ getColumns: () => columns, listRows: () => rows })
      const changed = Array.from({ length: pick(below, [0, 40, 3000]) }, () => below(POINTS))
      for (const row of changed) setPoint(columns, row, below, unbounded)
      index.invalidate(changed)

      const selected = Uint8Array.from(rows, () => Number(below(1000) < share))
      const all = search(columns, unbounded, selected)
      const edge = all.length > 0 ? pick(below, all).distance : 0
      for (const radius of [Infinity, edge, edge - 1e-7, 50_000]) {
        const query = { ...unbounded, radius }
        const view = createView(query)
        const points = index.select(selected.slice())
        const expected = all.filter(({ distance }) => distance <= radius)
        expect(countInView(view, points)).toBe(expected.length)
        const found = findNearest(view, points, { limit, idOf: (row) => row })
        expect(found).toEqual(expected.slice(0, limit))
      }
    }),
    { numRuns: runsOf(25), seed: 11 },
  )
})
