import { expect, test } from 'vitest'
import { parseBox } from '../../../../../src/core/model/geometry/box.ts'

const FOUR = 'in_bbox should be four numbers, west,south,east,north.'

test.each([
  ['', FOUR],
  ['1,2,3', FOUR],
  ['1,2,3,4,5', FOUR],
  ['1,2,3,', FOUR],
  ['1;2;3;4', FOUR],
  ['a,b,c,d', FOUR],
  ['NaN,0,1,1', FOUR],
  ['0,0,Infinity,1', FOUR],
  ['0,0,1e999,1', FOUR],
  ['0x1,0,1,1', FOUR],
  ['0,-90.1,1,1', 'in_bbox has a latitude that is not between -90 and 90.'],
  ['0,0,1,91', 'in_bbox has a latitude that is not between -90 and 90.'],
  ['0,2,1,1', 'in_bbox has its south above its north.'],
  ['-361,0,1,1', 'in_bbox has a west that is not between -360 and 360.'],
  ['0,0,360.5,1', 'in_bbox has a east that is not between -360 and 360.'],
])('rejects the box %j', (text, message) => {
  expect(() => parseBox(text)).toThrow(message)
})

test.each(['-180,-90,180,90', '-360,0,0,1', '-200,0,300,1', '-360,0,360,1'])(
  '%s covers all longitudes',
  (text) => expect(parseBox(text).spans).toBeNull(),
)

test.each([
  ['1,2,3,4', 1, 3],
  [' 1.50 , +2, 3e0 ,4.', 1.5, 3],
  ['170,0,-170,1', 170, 190],
  ['200,0,220,1', -160, -140],
  ['-190,0,-170,1', 170, 190],
  ['360,0,-360,1', 0, 0],
  ['180,0,-180,1', 180, 180],
  ['7,0,7,0', 7, 7],
  ['0.1,0,0,1', 0.1, 360],
])('%s reaches from %d to %d', (text, west, east) => {
  const { spans } = parseBox(text)
  expect(spans).toContainEqual({ west, east })
  for (const span of spans!) {
    expect((span.west - west) / 360).toBeCloseTo(Math.round((span.west - west) / 360), 12)
    expect(span.east - span.west).toBeCloseTo(east - west, 12)
  }
})
