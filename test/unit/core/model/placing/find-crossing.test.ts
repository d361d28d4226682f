import { expect, test } from 'vitest'
import {
  estimateDistance,
  moveBy,
} from '../../../../../src/core/model/geometry/estimate-distance.ts'
import {
  computeGeodesic,
  type Coordinate,
} from '../../../../../src/core/model/geometry/geodesic.ts'
import { findCrossing } from '../../../../../src/core/model/placing/find-crossing.ts'

/** Positions on a line through a crossing, at distances in meters. @param bearing degrees clockwise from north */
function street(crossing: Coordinate, bearing: number, distances: readonly number[]): Coordinate[] {
  const radians = (bearing * Math.PI) / 180
  return distances.map((distance) =>
    moveBy(crossing, { east: distance * Math.sin(radians), north: distance * Math.cos(radians) }),
  )
}

test.each([
  { latitude: 40.7, longitude: -74 },
  { latitude: -33, longitude: 179.999 },
  { latitude: 64, longitude: -180 },
])('finds where the lines of positions cross, at %j', (crossing) => {
  const found = findCrossing(
    street(crossing, 30, [400, 900, 1500]),
    street(crossing, 110, [-1200, -700, 300]),
  )
  expect(computeGeodesic(found ?? { latitude: 0, longitude: 0 }, crossing).distance).toBeLessThan(
    10,
  )
})

test('finds no crossing of lines that are parallel, far apart, short, or not straight', () => {
  const here = { latitude: 48, longitude: 8 }
  const one = street(here, 0, [100, 500, 900])
  const beside = moveBy(here, { east: 300, north: 0 })
  expect(findCrossing(one, street(beside, 10, [100, 500, 900]))).toBeUndefined()
  expect(findCrossing(one, street(here, 90, [4000, 4500, 5000]))).toBeUndefined()
  expect(findCrossing(one, street(here, 90, [100, 110, 120]))).toBeUndefined()
  expect(findCrossing(one, street(here, 90, [100, 900]))).toBeUndefined()
  const bent = [...street(here, 90, [200, 500]), ...street(beside, 0, [300, 700])]
  expect(findCrossing(one, bent)).toBeUndefined()
  expect(findCrossing(one, one)).toBeUndefined()
})

test('estimates distances like geodesics', () => {
  for (const latitude of [-70, 0, 40, 80]) {
    const from = { latitude, longitude: 179.99 }
    for (const to of [
      moveBy(from, { east: 2000, north: 0 }),
      moveBy(from, { east: 50, north: -900 }),
    ]) {
      const exact = computeGeodesic(from, to).distance
      expect(Math.abs(estimateDistance(from, to) / exact - 1)).toBeLessThan(0.01)
    }
  }
})
