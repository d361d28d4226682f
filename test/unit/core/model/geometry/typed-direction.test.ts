import { describe, expect, test } from 'vitest'
import {
  normalizeDirection,
  parseTypedDirection,
} from '../../../../../src/core/model/geometry/typed-direction.ts'

test.each([
  [370, 10],
  [-10, 350],
  [359.97, 0],
  [-0.01, 0],
  [720, 0],
])('brings a direction of %d degrees to %d', (degrees, expected) => {
  expect(normalizeDirection(degrees)).toBe(expected)
})

describe('a typed direction', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['45', 45],
    [' 45.5 ° ', 45.5],
    ['45,5', 45.5],
    ['360', 0],
    ['-90', 270],
    ['361', undefined],
    ['north', undefined],
    ['1e2', undefined],
  ])('%j is %j', (text, expected) => {
    expect(parseTypedDirection(text)).toBe(expected)
  })
})
