import { expect, test } from 'vitest'
import {
  extentAround,
  findExtent,
  findMiddle,
  joinExtents,
  type Extent,
} from '../../../../../src/core/model/geometry/extent.ts'

type Position = readonly [number, number]

test.each<[string, Position[], Extent | null]>([
  ['no position', [], null],
  ['one position', [[7, 50]], [7, 50, 7, 50]],
  [
    'both sides of Greenwich',
    [
      [-1, 50],
      [1, 51],
    ],
    [-1, 50, 1, 51],
  ],
  [
    'both sides of the antimeridian',
    [
      [179, -17],
      [-179, -16],
      [178, -18],
    ],
    [178, -18, 181, -16],
  ],
  [
    'an outline that runs on past 180 degrees',
    [
      [170, 0],
      [190, 1],
    ],
    [170, 0, 190, 1],
  ],
  [
    'the whole world',
    [
      [-180, -90],
      [-60, 0],
      [60, 0],
      [180, 90],
    ],
    [-180, -90, 180, 90],
  ],
])('finds the extent of %s', (_, positions, extent) => {
  expect(findExtent(positions)).toEqual(extent)
})

test.each<[Extent, Extent, Extent]>([
  [
    [1, 2, 3, 4],
    [2, 1, 5, 3],
    [1, 1, 5, 4],
  ],
  [
    [178, 0, 179, 1],
    [-179, 0, -178, 1],
    [178, 0, 182, 1],
  ],
  [
    [-179, 0, -178, 1],
    [178, 0, 179, 1],
    [178, 0, 182, 1],
  ],
  [
    [179, 0, 181, 1],
    [-178, 0, -177, 1],
    [179, 0, 183, 1],
  ],
])('joins %j and %j', (one, other, joined) => {
  expect(joinExtents(one, other)).toEqual(joined)
})

test.each<[Extent, number]>([
  [[10, 40, 20, 60], 15],
  [[179, 40, 183, 60], -179],
  [[-185, 40, -179, 60], 178],
])('finds the middle of %j', (extent, longitude) => {
  expect(findMiddle(extent)).toEqual({ latitude: 50, longitude })
})

test('is as wide as high around a position, in meters', () => {
  const [west, south, east, north] = extentAround({ latitude: 60, longitude: 10 }, 1000)
  expect((east - west) / (north - south)).toBeCloseTo(2, 2)
})
