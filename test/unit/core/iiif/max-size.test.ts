import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinLimits } from '../../../../src/core/iiif/full-image.ts'
import { anyImage, anyRequest } from './arbitraries.ts'
import { isValid, plan, request } from './plan.ts'

test('no valid request exceeds the limits', () => {
  fc.assert(
    fc.property(anyImage(), anyRequest(3), (image, toPath) => {
      const path = toPath(image)
      fc.pre(isValid(3, path, image))
      expect(isWithinLimits(plan(3, path, image).size, image)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test.each(['max', '^max'])('%s is the largest size within the limits', (size) => {
  fc.assert(
    fc.property(anyImage(), (image) => {
      const result = plan(3, request({ size }), image).size
      expect(isWithinLimits(result, image)).toBe(true)
      const hasFullSize = result.width === image.width && result.height === image.height
      if (size === 'max' && hasFullSize) return
      const larger =
        image.width >= image.height ? `^${result.width + 1},` : `^,${result.height + 1}`
      expect(isValid(3, request({ size: larger }), image)).toBe(false)
    }),
  )
})

test('max keeps the aspect ratio up to the rounding of the shorter side', () => {
  fc.assert(
    fc.property(anyImage(), (image) => {
      const { width, height } = plan(3, request({}), image).size
      const [long, short, fullLong, fullShort] =
        image.width >= image.height
          ? [width, height, image.width, image.height]
          : [height, width, image.height, image.width]
      expect(Math.abs(short - Math.max(1, (fullShort * long) / fullLong))).toBeLessThanOrEqual(0.5)
    }),
  )
})
