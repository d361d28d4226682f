import { expect, test } from 'vitest'
import { parseTypedPosition } from '../../../../../src/core/model/geometry/typed-position.ts'

test.each([
  ['52.5163, 13.3777', 52.5163, 13.3777],
  ['52.5163 13.3777', 52.5163, 13.3777],
  [' -33.8568; 151.2153 ', -33.8568, 151.2153],
  ['−33.8568, −70.5', -33.8568, -70.5],
  ['52.5163°, 13.3777°', 52.5163, 13.3777],
  ['geo:52.5163,13.3777;u=35', 52.5163, 13.3777],
  ['52.5163 N 13.3777 E', 52.5163, 13.3777],
  ['40°26\'46"N 79°58\'56"W', 40.446111, -79.982222],
  ['40° 26.7667′ N, 79° 58.9333′ W', 40.446111, -79.982222],
  ['N 40.5 W 79.5', 40.5, -79.5],
  ['S 33°51\'24", E 151°12\'55"', -33.856667, 151.215278],
])('reads %s', (text, latitude, longitude) => {
  const position = parseTypedPosition(text)
  expect(position?.latitude).toBeCloseTo(latitude, 5)
  expect(position?.longitude).toBeCloseTo(longitude, 5)
})

test.each([
  '',
  'Market Street 12, 14',
  '1905',
  '12 14 16',
  '91, 0',
  '0, 181',
  '52.5',
  'N 95 E 3',
  '40.7 N 3.7 O',
  '#12',
])('takes "%s" for something else', (text) => {
  expect(parseTypedPosition(text)).toBeUndefined()
})
