import { expect, test } from 'vitest'
import {
  findPlacedExtent,
  type BoxColumns,
} from '../../../../../src/core/model/tiles/placed-extent.ts'

function pointsAt(positions: readonly (readonly [number, number])[]): BoxColumns {
  const [west, south] = [0, 1].map((axis) => Float64Array.from(positions, (one) => one[axis] ?? 0))
  return { west: west!, east: west!, south: south!, north: south! }
}

const TOWN = [0, 1, 2, 3, 4, 5].map((n) => [7.5 + n / 100, 47.5 + n / 200] as const)
const TOWN_BOUNDS = { west: 7.5, east: 7.55, south: 47.5, north: 47.525 }

test('leaves out what is far away from most georeferences', () => {
  expect(findPlacedExtent([pointsAt([...TOWN, [-70, -30], [151, -33]])])).toEqual({
    main: TOWN_BOUNDS,
    all: { west: -70, east: 151, south: -33, north: 47.525 },
  })
  // Far away in one direction only.
  expect(findPlacedExtent([pointsAt([...TOWN, [7.52, -10]])])?.main).toEqual(TOWN_BOUNDS)
})

test('keeps what is scattered', () => {
  const country = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n, (n * 3) % 8] as const)
  const bounds = { west: 0, east: 7, south: 0, north: 7 }
  expect(findPlacedExtent([pointsAt(country)])).toEqual({ main: bounds, all: bounds })
})

test('shows the surroundings if most georeferences have the same position', () => {
  const spot = Array.from({ length: 9 }, () => [7.5, 47.5] as const)
  expect(findPlacedExtent([pointsAt([...spot, ...TOWN])])?.main).toEqual(TOWN_BOUNDS)
})

test('crosses the antimeridian where that is shorter', () => {
  const bounds = { west: 179.5, east: 180.5, south: -17, north: -16 }
  const harbor = pointsAt([
    [179.5, -17],
    [-179.5, -16],
  ])
  expect(findPlacedExtent([harbor])).toEqual({ main: bounds, all: bounds })
  const [one, other] = [-180.5, 179.75].map((west) => Float64Array.of(west))
  const [south, north] = [Float64Array.of(-17), Float64Array.of(-16)]
  const areas = [
    { west: one!, east: Float64Array.of(-180.25), south, north },
    { west: other!, east: Float64Array.of(180.25), south, north },
  ]
  expect(findPlacedExtent(areas)?.all).toEqual({
    west: 179.5,
    east: 180.25,
    south: -17,
    north: -16,
  })
})

test('finds nothing without georeferences', () => {
  expect(findPlacedExtent([pointsAt([])])).toBeNull()
})

test('samples a large catalog', () => {
  const many = Array.from({ length: 50_000 }, (_, n) => [(n % 100) / 100, (n % 77) / 77] as const)
  expect(findPlacedExtent([pointsAt([...many, [90, 60]])])?.main).toEqual({
    west: 0,
    east: 0.99,
    south: 0,
    north: 76 / 77,
  })
})
