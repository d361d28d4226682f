import { expect, test } from 'vitest'
import { describeFullImage } from '../../../../src/core/iiif/full-image.ts'
import { MAX_UPSCALING } from '../../../../src/core/base/limits.ts'
import { plan, request, withLimits } from './plan.ts'

/** The image of the specification's examples. */
const SMALL = withLimits({ width: 300, height: 200 })
const ODD = withLimits({ width: 1025, height: 701 })

test.each([
  ['full', [0, 0, 300, 200]],
  ['square', [50, 0, 200, 200]],
  ['125,15,120,140', [125, 15, 120, 140]],
  ['pct:41.6,7.5,40,70', [125, 15, 120, 140]],
  ['125,15,200,200', [125, 15, 175, 185]],
  ['pct:41.6,7.5,66.6,100', [125, 15, 175, 185]],
  ['0,0,9007199254740991,1', [0, 0, 300, 1]],
  ['299,199,1,1', [299, 199, 1, 1]],
  ['pct:0,0,1000,1000', [0, 0, 300, 200]],
])('the region %s of 300 × 200 pixels is %j', (region, [x, y, width, height]) => {
  const result = plan(3, request({ region }), SMALL)
  expect(result.region).toEqual({ x, y, width, height })
  expect(result.size).toEqual({ width, height })
})

test.each([
  ['square', [162, 0, 701, 701]],
  // 512.5 and 350.5 are rounded up.
  ['pct:50,50,50,50', [513, 351, 512, 350]],
  ['pct:0,0,50,50', [0, 0, 513, 351]],
  // 0.04878 % of 1025 is 0.499995, and .04879 % is 0.5000975.
  ['pct:0.04878,0,100,100', [0, 0, 1025, 701]],
  ['pct:.04879,0,100,100', [1, 0, 1024, 701]],
  ['pct:33.3333333333333333,0,0.1,0.1', [342, 0, 1, 1]],
])('the region %s of 1025 × 701 pixels is %j', (region, [x, y, width, height]) => {
  expect(plan(3, request({ region }), ODD).region).toEqual({ x, y, width, height })
})

test.each([
  '300,0,1,1',
  '0,200,1,1',
  '0,0,0,10',
  '0,0,10,0',
  '9007199254740991,0,10,10',
  'pct:100,0,10,10',
  'pct:0,100,10,10',
  'pct:0,0,0,10',
  'pct:0,0,10,0',
  'pct:0,0,0.1,10',
])('the region %s of 300 × 200 pixels is empty or outside', (region) => {
  for (const version of [2, 3] as const)
    expect(() => plan(version, request({ region }), SMALL)).toThrow(
      expect.objectContaining({ kind: 'invalid' }),
    )
})

test.each([
  ['max', 300, 200],
  ['150,', 150, 100],
  [',150', 225, 150],
  ['pct:50', 150, 100],
  ['pct:33.3', 100, 67],
  ['225,100', 225, 100],
  ['!225,100', 150, 100],
  ['!225,150', 225, 150],
  ['!1000,1000', 300, 200],
  ['!1000,100', 150, 100],
  ['300,', 300, 200],
  ['pct:100', 300, 200],
  ['1,', 1, 1],
  ['300,1', 300, 1],
  ['^300,', 300, 200],
  ['^150,', 150, 100],
  ['^360,', 360, 240],
  ['^,240', 360, 240],
  ['^pct:120', 360, 240],
  ['^360,360', 360, 360],
  ['^!360,360', 360, 240],
  ['^!60,60', 60, 40],
])('the size %s of 300 × 200 pixels is %i × %i', (size, width, height) => {
  expect(plan(3, request({ size }), SMALL).size).toEqual({ width, height })
})

test.each([
  '0,',
  ',0',
  '0,0',
  '0,100',
  '100,0',
  '!0,100',
  '^0,',
  'pct:0',
  'pct:0.1',
  '^pct:0',
  '301,',
  ',201',
  '301,200',
  '300,201',
  'pct:100.1',
  'pct:101',
  'pct:100.0000001',
  '^16384,',
  '^,16384',
  '^16384,1',
  '^9000,9000',
  '^pct:10000',
  '^9007199254740991,',
])('rejects the size %s of 300 × 200 pixels in version 3', (size) => {
  expect(() => plan(3, request({ size }), SMALL)).toThrow(
    expect.objectContaining({ kind: 'invalid' }),
  )
})

test.each([
  ['full', 300, 200],
  ['max', 300, 200],
  ['150,', 150, 100],
  [',150', 225, 150],
  ['pct:50', 150, 100],
  ['225,100', 225, 100],
  ['!225,100', 150, 100],
  ['!1000,1000', 300, 200],
])('the size %s of 300 × 200 pixels is %i × %i in version 2', (size, width, height) => {
  expect(plan(2, request({ size }), SMALL).size).toEqual({ width, height })
})

test.each(['301,', ',201', '301,201', 'pct:101', '301,1'])(
  'does not implement the upscaling to %s in version 2',
  (size) => {
    expect(() => plan(2, request({ size }), SMALL)).toThrow(
      expect.objectContaining({ kind: 'not_implemented' }),
    )
  },
)

test.each([
  [{ maxWidth: 200 }, 'max', 200, 133],
  [{ maxWidth: 360 }, '^max', 360, 240],
  [{ maxArea: 15_000 }, 'max', 150, 100],
  [{ maxArea: 14_999 }, 'max', 149, 99],
  [{ maxArea: 240_000 }, '^max', 600, 400],
  [{ maxArea: 15_000 }, '!200,200', 150, 100],
  [{ maxWidth: 200, maxArea: 15_000 }, '^!1000,1000', 150, 100],
  [{ maxWidth: 120, maxArea: 15_000 }, '^max', 120, 80],
])('with the limits %j, the size %s is %i × %i', (limits, size, width, height) => {
  const image = withLimits(SMALL, limits)
  expect(plan(3, request({ size }), image).size).toEqual({ width, height })
})

test.each([
  [{ maxWidth: 200 }, '201,'],
  [{ maxWidth: 199 }, ',200'],
  [{ maxArea: 14_999 }, '150,'],
  [{ maxArea: 14_999 }, 'pct:50'],
  [{ maxArea: 59_999 }, 'pct:100'],
])('with the limits %j, the size %s is too large', (limits, size) => {
  expect(() => plan(3, request({ size }), withLimits(SMALL, limits))).toThrow(/too large/)
})

test.each([
  ['full/^max', [1000, 800], [2000, 1600]],
  ['full/^2000,1600', [1000, 800], [2000, 1600]],
  ['full/^!9999,9999', [1000, 800], [2000, 1600]],
  ['full/^max', [1500, 1500], [2000, 2000]],
  ['full/^max', [3000, 2000], [3000, 2000]],
  ['0,0,2,2/^max', [6000, 4000], [4, 4]],
  ['0,0,2,2/^3,4', [6000, 4000], [3, 4]],
  ['0,0,3000,2000/^max', [6000, 4000], [3000, 2000]],
  ['0,0,1500,1500/^!16000,16000', [6000, 4000], [2000, 2000]],
])('enlarges %s of %j pixels to %j by default', (path, [width = 0, height = 0], enlarged) => {
  const image = describeFullImage({ width, height }, MAX_UPSCALING)
  const { size } = plan(3, `${path}/0/default.jpg`, image)
  expect([size.width, size.height]).toEqual(enlarged)
})

test.each([
  ['full/^2001,1600', 2, 'invalid'],
  ['0,0,2,2/^5,2', 2, 'not_implemented'],
  ['0,0,2,2/^pct:300', 2, 'not_implemented'],
  ['0,0,2,2/^3,2', 1, 'not_implemented'],
  ['full/^1001,800', 1, 'invalid'],
])('rejects %s of 1000 × 800 pixels with the factor %i as %s', (path, maxUpscaling, kind) => {
  const image = describeFullImage({ width: 1000, height: 800 }, maxUpscaling)
  expect(() => plan(3, `${path}/0/default.jpg`, image)).toThrow(expect.objectContaining({ kind }))
})

test('the size full of version 2 ignores the limits, and so fails beyond them', () => {
  const image = withLimits({ width: 10_000, height: 10_000 })
  expect(() => plan(2, request({ size: 'full' }), image)).toThrow(/too large.*Use max/)
  expect(plan(2, request({ size: 'max' }), image).size).toEqual({ width: 5000, height: 5000 })
})

test('scales a thin image to at least one pixel', () => {
  const image = withLimits({ width: 99_999, height: 17 })
  expect(plan(3, request({ size: '391,' }), image).size).toEqual({ width: 391, height: 1 })
  expect(plan(3, request({ size: '!100,100' }), image).size).toEqual({ width: 100, height: 1 })
  expect(plan(3, request({ size: 'max' }), image).size).toEqual({ width: 16_383, height: 3 })
})

test('passes rotation, quality and format on, and scales before it rotates', () => {
  expect(plan(3, '0,0,100,50/50,/!90/gray.png', SMALL)).toEqual({
    region: { x: 0, y: 0, width: 100, height: 50 },
    size: { width: 50, height: 25 },
    rotation: { mirror: true, degrees: 90 },
    quality: 'gray',
    format: 'png',
  })
})
