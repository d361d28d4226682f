import { expect, test } from 'vitest'
import {
  parseTypedPolygon,
  parseTypedRings,
} from '../../../../../src/core/model/geometry/typed-polygon.ts'

const SQUARE = '52.5, 13.3\n52.5, 13.4\n52.6, 13.4'
const RING = [
  [13.3, 52.5],
  [13.4, 52.5],
  [13.4, 52.6],
  [13.3, 52.5],
]

test.each([
  ['a position in each line', SQUARE],
  ['a closed ring', `${SQUARE}\n52.5, 13.3`],
  ['lines of a form', SQUARE.replaceAll('\n', '\r\n')],
  ['degrees with letters', SQUARE.replace('52.5, 13.3', "52°30' N 13°18'0\" E")],
  ['GeoJSON', JSON.stringify({ type: 'Polygon', coordinates: [RING] })],
  [
    'a feature',
    JSON.stringify({ type: 'Feature', geometry: { type: 'Polygon', coordinates: [RING] } }),
  ],
])('parses %s', (_, text) => {
  expect(parseTypedPolygon(text)).toEqual({ type: 'Polygon', coordinates: [RING] })
})

test('parses holes after an empty line', () => {
  const text = `${SQUARE}\n \n52.51, 13.35\n52.51, 13.36\n52.52, 13.36\n\n`
  expect(parseTypedPolygon(text)).toMatchObject({
    coordinates: [RING, [[13.35, 52.51], [13.36, 52.51], [13.36, 52.52], [13.35, 52.51]]], // prettier-ignore
  })
})

test('runs on past 180 degrees where the area crosses the antimeridian', () => {
  const text =
    '-17, 179.9\n-17, -179.9\n-17.1, -179.9\n\n-17.01, -179.99\n-17.02, -179.98\n-17.02, 179.99'
  expect(parseTypedPolygon(text)).toMatchObject({
    coordinates: [
      [[179.9, -17], [180.1, -17], [180.1, -17.1], [179.9, -17]],
      [[180.01, -17.01], [180.02, -17.02], [179.99, -17.02], [180.01, -17.01]],
    ], // prettier-ignore
  })
})

test.each(['', 'Berlin', `${SQUARE}\nBerlin`, '{', '52.5, 13.3, 7'])('refuses %j', (text) => {
  expect(parseTypedPolygon(text)).toBeUndefined()
})

test.each([
  SQUARE,
  JSON.stringify({ type: 'Polygon', coordinates: [RING] }),
  JSON.stringify({ geometry: { coordinates: [RING] } }),
])('lists the corners of %j once', (text) => {
  expect(parseTypedRings(text)).toEqual([RING.slice(0, -1)])
})

test.each([
  'Berlin',
  '{',
  '{}',
  '{"coordinates":[]}',
  '{"coordinates":[[["1",2]]]}',
  '{"coordinates":[[[1]]]}',
])('lists no corners of %j', (text) => {
  expect(parseTypedRings(text)).toBeUndefined()
})
