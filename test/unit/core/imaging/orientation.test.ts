import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findSourceRegion,
  rotatedSize,
  combineOrientation,
} from '../../../../src/core/imaging/orientation.ts'
import type { Mirror, Rotation } from '../../../../src/core/imaging/orientation.ts'

const orientations = fc.integer({ min: 1, max: 8 })
const mirrors = fc.constantFrom<Mirror>('none', 'h', 'v')
const rotations = fc.constantFrom<Rotation>(0, 90, 180, 270)
const sizes = fc.record({
  width: fc.integer({ min: 1, max: 40 }),
  height: fc.integer({ min: 1, max: 40 }),
})

test.for([0, 9, -1, 1.5, Number.NaN])('treats the invalid orientation %d as upright', (value) => {
  expect(combineOrientation(value, 'none', 0)).toEqual({ flop: false, rotation: 0 })
})

test('the regions of all bands cover the stored picture exactly once', () => {
  fc.assert(
    fc.property(
      fc.tuple(orientations, mirrors, rotations),
      sizes,
      fc.integer({ min: 1, max: 12 }),
      ([orientation, mirror, rotation], size, rows) => {
        const turn = combineOrientation(orientation, mirror, rotation)
        const { height } = rotatedSize(size, turn)
        const covered = new Uint8Array(size.width * size.height)
        for (let from = 0; from < height; from += rows) {
          const part = findSourceRegion(turn, size, from, Math.min(rows, height - from))
          for (let y = part.top; y < part.top + part.height; y += 1)
            for (let x = part.left; x < part.left + part.width; x += 1)
              covered[y * size.width + x] = covered[y * size.width + x]! + 1
        }
        expect(covered.every((times) => times === 1)).toBe(true)
      },
    ),
    { numRuns: 100 },
  )
})

test('mirroring in both directions equals a rotation by 180 degrees', () => {
  fc.assert(
    fc.property(orientations, rotations, (orientation, rotation) => {
      const horizontally = combineOrientation(orientation, 'h', rotation)
      const vertically = combineOrientation(orientation, 'v', ((rotation + 180) % 360) as Rotation)
      expect(horizontally).toEqual(vertically)
    }),
    { numRuns: 32 },
  )
})
