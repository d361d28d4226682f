import { expect, test } from 'vitest'
import { parseAngle } from '../../../../../src/core/model/geometry/parse-angle.ts'

test.each([
  ['52.374', 'latitude', 52.374],
  ['-73.99', 'longitude', -73.99],
  ['−73.99', 'longitude', -73.99],
  ['73.99 W', 'longitude', -73.99],
  ['W 73° 59.13′', 'longitude', -73.9855],
  ['40°45\'28.8"N', 'latitude', 40.758],
  ['40° 45′ 28.8″ s', 'latitude', -40.758],
  ["40°45'28.8''N", 'latitude', 40.758],
  ['40 45 28.8 N', 'latitude', 40.758],
  ['-40:45:28.8', 'latitude', -40.758],
  ['40°', 'latitude', 40],
  ['180', 'longitude', 180],
] as const)('reads %s as a %s', (text, axis, degrees) => {
  expect(parseAngle(text, axis)).toBeCloseTo(degrees, 12)
})

test.each([
  ['', 'latitude'],
  ['N', 'latitude'],
  ['90.1', 'latitude'],
  ['181', 'longitude'],
  ["40°60'", 'latitude'],
  ['40.5 30', 'latitude'],
  ['40 45 S', 'longitude'],
  ['N 40 N', 'latitude'],
  ['-40 N', 'latitude'],
  ['40 E', 'latitude'],
  ['52,374', 'latitude'],
  ['1e1', 'latitude'],
  ['Amsterdam', 'latitude'],
  [`40${' '.repeat(100_000)}x`, 'latitude'],
] as const)('does not read %j as a %s', (text, axis) => {
  expect(parseAngle(text, axis)).toBeUndefined()
})
