import { expect, test } from 'vitest'
import { moveBy } from '../../../../../src/core/model/geometry/estimate-distance.ts'
import {
  computeGeodesic,
  type Coordinate,
} from '../../../../../src/core/model/geometry/geodesic.ts'
import { followNumbers } from '../../../../../src/core/model/placing/follow-numbers.ts'

const HERE = { latitude: 48, longitude: 8 }
const BLOCK = 80

/** A position in a grid: some meters along a street with a number, the numbers of which rise to the northeast. */
function inGrid(number: number, along: number): { position: Coordinate; number: number } {
  const side = Math.SQRT1_2
  const up = number * BLOCK
  const position = moveBy(HERE, { east: side * (up - along), north: side * (up + along) })
  return { position, number }
}

const GRID = [inGrid(1, 300), inGrid(3, -500), inGrid(4, 0), inGrid(6, 400), inGrid(8, -100)]

test.each([5, 7, 12, -2])('follows the numbers of a grid from a street, to %i', (sought) => {
  const start = inGrid(2, 100).position
  const found = followNumbers(start, GRID, sought)
  const { position } = inGrid(sought, 100)
  expect(computeGeodesic(found ?? HERE, position).distance).toBeLessThan(20)
})

test('follows no numbers that are few, far away, or in no order', () => {
  const start = inGrid(2, 100).position
  expect(followNumbers(start, GRID.slice(0, 3), 5)).toBeUndefined()
  expect(followNumbers(inGrid(2, 5000).position, GRID, 5)).toBeUndefined()
  expect(followNumbers(start, GRID, 60)).toBeUndefined()
  const mixed = GRID.map(({ position }, index) => ({
    position,
    number: [7, 1, 8, 2, 5][index] ?? 0,
  }))
  expect(followNumbers(start, mixed, 5)).toBeUndefined()
  const one = GRID.map(({ position }) => ({ position, number: 4 }))
  expect(followNumbers(start, one, 4)).toBeUndefined()
})
