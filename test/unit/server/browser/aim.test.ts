import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeGeodesic } from '../../../../src/core/model/geometry/geodesic.ts'
import {
  distanceBetween,
  findDirection,
  pointAt,
  type MapPoint,
} from '../../../../src/server/browser/editor/aim.ts'

const RADIUS = 6_378_137
const METERS_PER_DEGREE = 111_320

/** Web Mercator (EPSG:3857). */
function project(latitude: number, longitude: number): MapPoint {
  const radians = Math.PI / 180
  return [
    longitude * radians * RADIUS,
    Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2)) * RADIUS,
  ]
}

function differenceOf(one: number, other: number): number {
  const turn = Math.abs(one - other) % 360
  return Math.min(turn, 360 - turn)
}

test('finds the direction of the ellipsoid within 0.3 degrees, over the distances of photographs', () => {
  const meters = fc.double({ min: -2000, max: 2000, noNaN: true })
  fc.assert(
    fc.property(
      fc.double({ min: -70, max: 70, noNaN: true }),
      fc.double({ min: -179, max: 179, noNaN: true }),
      meters,
      meters,
      (latitude, longitude, north, east) => {
        fc.pre(Math.hypot(north, east) > 20)
        const shrinking = Math.cos((latitude * Math.PI) / 180)
        const target = {
          latitude: latitude + north / METERS_PER_DEGREE,
          longitude: longitude + east / METERS_PER_DEGREE / shrinking,
        }
        const { azimuth } = computeGeodesic({ latitude, longitude }, target)
        const found = findDirection(
          project(latitude, longitude),
          project(target.latitude, target.longitude),
        )
        expect(differenceOf(found!, azimuth)).toBeLessThan(0.3)
      },
    ),
  )
})

test('has no direction from a point to itself', () => {
  expect(findDirection([5, 5], [5, 5])).toBeNull()
})

test('finds a point again by its direction and distance, to the width of a line', () => {
  const coordinate = fc.integer({ min: -1000, max: 1000 })
  fc.assert(
    fc.property(fc.tuple(coordinate, coordinate), fc.tuple(coordinate, coordinate), (from, to) => {
      const direction = findDirection(from, to)
      fc.pre(direction !== null)
      const distance = distanceBetween(from, to)
      const found = pointAt(from, direction, distance)
      expect(distanceBetween(found, to)).toBeLessThanOrEqual(distance * 0.001)
    }),
  )
})
