import { expect, test } from 'vitest'
import {
  formatStatedPosition,
  parseStatedPosition,
} from '../../../../../src/core/model/geometry/stated-position.ts'

test.each([
  [{ latitude: 52.374, longitude: 4.8896, direction: 118.5 }, '52.374, 4.8896, 118.5'],
  [{ latitude: -33, longitude: 100, direction: null }, '-33, 100'],
  [{ latitude: 51.4779, longitude: 0.0000005, direction: null }, '51.4779, 0.0000005'],
])('a stated position is written so that it can be read', (position, text) => {
  expect(formatStatedPosition(position)).toBe(text)
  expect(parseStatedPosition(text)).toEqual(position)
})
