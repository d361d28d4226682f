import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCanonicalRequest } from '../../../../src/core/iiif/canonical-request.ts'
import type { FullImage } from '../../../../src/core/iiif/full-image.ts'
import type { ImageApiVersion } from '../../../../src/core/iiif/size.ts'
import { anyImage, anyRequest } from './arbitraries.ts'
import { isValid, plan, withLimits } from './plan.ts'

const IMAGE = withLimits({ width: 6000, height: 4000 })
const SQUARE = withLimits({ width: 400, height: 400 })
const LARGE = withLimits({ width: 10_000, height: 10_000 })

test.each([
  [IMAGE, 'full/max/0/default.jpg', 'full/max/0/default.jpg'],
  [IMAGE, '0,0,6000,4000/pct:100/360/color.jpg', 'full/max/0/default.jpg'],
  [IMAGE, '0,0,9999,9999/6000,4000/0/default.jpg', 'full/max/0/default.jpg'],
  [IMAGE, 'pct:0,0,50,50/max/!90.0/gray.png', '0,0,3000,2000/max/!90/gray.png'],
  [IMAGE, 'square/max/0/default.jpg', '1000,0,4000,4000/max/0/default.jpg'],
  [IMAGE, 'full/3000,/0/default.jpg', 'full/3000,2000/0/default.jpg'],
  [IMAGE, 'full/^3000,/0/default.jpg', 'full/3000,2000/0/default.jpg'],
  [IMAGE, 'full/!1000,1000/0/bitonal.webp', 'full/1000,667/0/bitonal.webp'],
  [IMAGE, '0,0,100,100/^200,/0/default.jpg', '0,0,100,100/^200,200/0/default.jpg'],
  [IMAGE, '0,0,100,100/^200,50/0/default.jpg', '0,0,100,100/^200,50/0/default.jpg'],
  [IMAGE, '0,0,100,100/^500,500/0/default.jpg', '0,0,100,100/^max/0/default.jpg'],
  [SQUARE, 'square/400,400/0/default.jpg', 'full/max/0/default.jpg'],
  [LARGE, 'full/^max/0/default.jpg', 'full/max/0/default.jpg'],
  [LARGE, 'full/5000,/0/default.jpg', 'full/max/0/default.jpg'],
])(
  'version 3: of $width × $height pixels, the canonical form of %s is %s',
  (image, path, canonical) => {
    expect(canonize(3, path, image)).toBe(canonical)
  },
)

test.each([
  [IMAGE, 'full/full/0/default.jpg', 'full/full/0/default.jpg'],
  [IMAGE, 'full/max/0/default.jpg', 'full/full/0/default.jpg'],
  [IMAGE, 'full/6000,4000/0/default.jpg', 'full/full/0/default.jpg'],
  [IMAGE, 'full/3000,2000/0/color.jpg', 'full/3000,/0/default.jpg'],
  [IMAGE, 'full/,2000/0/default.jpg', 'full/3000,/0/default.jpg'],
  [IMAGE, 'full/pct:50/0/default.jpg', 'full/3000,/0/default.jpg'],
  [IMAGE, 'full/3000,100/0/default.jpg', 'full/3000,100/0/default.jpg'],
  [SQUARE, 'square/full/0/default.jpg', 'full/full/0/default.jpg'],
  [LARGE, 'full/max/0/default.jpg', 'full/5000,/0/default.jpg'],
  [LARGE, 'full/10000,1/0/default.jpg', 'full/10000,1/0/default.jpg'],
])(
  'version 2: of $width × $height pixels, the canonical form of %s is %s',
  (image, path, canonical) => {
    expect(canonize(2, path, image)).toBe(canonical)
  },
)

test.each([2, 3] as const)(
  'version %i: a canonical request is its own canonical form, with the same plan',
  (version) => {
    fc.assert(
      fc.property(anyImage(), anyRequest(version), (image, toPath) => {
        const path = toPath(image)
        fc.pre(isValid(version, path, image))
        const canonical = canonize(version, path, image)
        expect(plan(version, canonical, image)).toEqual(plan(version, path, image))
        expect(canonize(version, canonical, image)).toBe(canonical)
      }),
      { numRuns: 500 },
    )
  },
)

function canonize(version: ImageApiVersion, path: string, image: FullImage): string {
  return formatCanonicalRequest(version, plan(version, path, image), image)
}
