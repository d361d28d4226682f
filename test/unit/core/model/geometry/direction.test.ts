import { expect, test } from 'vitest'
import { normalizeDirection } from '../../../../../src/core/model/geometry/direction.ts'

test.each([
  [370, 10],
  [-10, 350],
  [359.97, 0],
  [-0.01, 0],
  [720, 0],
])('brings a direction of %d degrees to %d', (degrees, expected) => {
  expect(normalizeDirection(degrees)).toBe(expected)
})
