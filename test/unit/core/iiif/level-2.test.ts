/**
 * The rules of compliance level 2 as the validator of the IIIF project tests them: requests for an image of 1000 × 1000
 * pixels. Its tests of pixels and of HTTP need a server.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plan, request, withLimits } from './plan.ts'

const IMAGE = withLimits({ width: 1000, height: 1000 })
const VERSIONS = [2, 3] as const
const square = fc.integer({ min: 0, max: 9 })
const bad400 = { kind: 'invalid' }

/** Characters from `0` to `z` that do not end a segment. */
function anyText(length: number): fc.Arbitrary<string> {
  const character = fc.integer({ min: 48, max: 122 }).map((code) => String.fromCharCode(code))
  return fc
    .array(character, { minLength: length, maxLength: length })
    .map((characters) => characters.join('').replaceAll(/[?#/]/g, '$'))
}

test.each([
  ['region', (text: string) => request({ region: text }), 6],
  ['size', (text: string) => request({ size: text }), 6],
  ['quality', (text: string) => request({ name: `${text}.jpg` }), 6],
  ['format', (text: string) => request({ name: `default.${text}` }), 3],
] as const)('rejects a random %s', (_, toPath, length) => {
  fc.assert(
    fc.property(anyText(length), (text) => {
      fc.pre(!['jpg', 'png', 'tif', 'gif', 'jp2', 'pdf'].includes(text))
      for (const version of VERSIONS)
        expect(() => plan(version, toPath(text), IMAGE)).toThrow(expect.objectContaining(bad400))
    }),
  )
})

test('rejects a random rotation that is no angle', () => {
  fc.assert(
    fc.property(anyText(4), (rotation) => {
      expect(() => plan(3, request({ rotation }), IMAGE)).toThrow(expect.objectContaining(bad400))
    }),
  )
})

test('crops regions by pixels', () => {
  fc.assert(
    fc.property(square, square, (x, y) => {
      const [left, top] = [x * 100 + 13, y * 100 + 13]
      const { region, size } = plan(3, request({ region: `${left},${top},74,74` }), IMAGE)
      expect(region).toEqual({ x: left, y: top, width: 74, height: 74 })
      expect(size).toEqual({ width: 74, height: 74 })
    }),
  )
})

test('crops regions by percent', () => {
  fc.assert(
    fc.property(square, square, (x, y) => {
      const region = `pct:${x * 10 + 1},${y * 10 + 1},9,9`
      expect(plan(3, request({ region }), IMAGE).region).toEqual({
        x: x * 100 + 10,
        y: y * 100 + 10,
        width: 90,
        height: 90,
      })
    }),
  )
})

test('crops the largest square', () => {
  expect(plan(3, request({ region: 'square' }), IMAGE).size).toEqual({ width: 1000, height: 1000 })
})

test.each([
  ['w,', (side: number) => `${side},`],
  [',h', (side: number) => `,${side}`],
  ['w,h', (side: number) => `${side},${side}`],
  ['!w,h', (side: number) => `!${side},${side + 100}`],
])('scales to %s', (_, toSize) => {
  fc.assert(
    fc.property(fc.integer({ min: 450, max: 750 }), (side) => {
      for (const version of VERSIONS) {
        const { size } = plan(version, request({ size: toSize(side) }), IMAGE)
        expect(size).toEqual({ width: side, height: side })
      }
    }),
  )
})

test('scales by percent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 45, max: 75 }), (percent) => {
      const { size } = plan(3, request({ size: `pct:${percent}` }), IMAGE)
      expect(size).toEqual({ width: percent * 10, height: percent * 10 })
    }),
  )
})

test('scales a region', () => {
  fc.assert(
    fc.property(square, square, fc.integer({ min: 35, max: 90 }), (x, y, side) => {
      const path = request({ region: `${x * 100},${y * 100},100,100`, size: `${side},${side}` })
      expect(plan(3, path, IMAGE).size).toEqual({ width: side, height: side })
    }),
  )
})

test('the size full exists in version 2 only', () => {
  expect(plan(2, request({ size: 'full' }), IMAGE).size).toEqual({ width: 1000, height: 1000 })
  expect(() => plan(3, request({ size: 'full' }), IMAGE)).toThrow(expect.objectContaining(bad400))
})

test.each(['1100,1100', ',1100', '1100,', 'pct:200'])(
  'version 3 does not enlarge to %s without ^',
  (size) => {
    expect(() => plan(3, request({ size }), IMAGE)).toThrow(expect.objectContaining(bad400))
  },
)

test('a box larger than the image gets the image in its own size', () => {
  const { size } = plan(3, request({ size: '!2000,3000' }), IMAGE)
  expect(size).toEqual({ width: 1000, height: 1000 })
})

test.each(['0', '90', '180', '270', '!0', '!180'])('rotates by %s', (rotation) => {
  const { size } = plan(3, request({ region: '13,13,76,76', rotation }), IMAGE)
  expect(size).toEqual({ width: 76, height: 76 })
})

test.each(['default.jpg', 'color.jpg', 'gray.jpg', 'bitonal.jpg', 'default.png', 'default.webp'])(
  'offers %s',
  (name) => {
    for (const version of VERSIONS)
      expect(plan(version, request({ name }), IMAGE).size).toEqual({ width: 1000, height: 1000 })
  },
)
