import fc from 'fast-check'
import type { FullImage, Size } from '../../../../src/core/iiif/full-image.ts'
import { locateRegion, parseRegion } from '../../../../src/core/iiif/region.ts'
import type { ImageApiVersion } from '../../../../src/core/iiif/size.ts'

/** A side of a picture: mostly small, often next to a multiple of the tile side, sometimes huge. */
export function anySide(max: number): fc.Arbitrary<number> {
  const nextToTile = fc
    .tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: -1, max: 1 }))
    .map(([tiles, offset]) => Math.min(max, tiles * 512 + offset))
  return fc.oneof(fc.integer({ min: 1, max: 40 }), nextToTile, fc.integer({ min: 1, max }))
}

export function anyImage(): fc.Arbitrary<FullImage> {
  return fc.record({
    width: anySide(100_000),
    height: anySide(100_000),
    maxWidth: fc.integer({ min: 512, max: 20_000 }),
    maxArea: fc.integer({ min: 512 * 512, max: 30_000_000 }),
    maxUpscaling: fc.integer({ min: 1, max: 5 }),
  })
}

/** A path with a valid region, and with a size that is valid for most images. */
export function anyRequest(version: ImageApiVersion): fc.Arbitrary<(image: FullImage) => string> {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const name = fc.constantFrom('default.jpg', 'color.jpg', 'gray.png', 'bitonal.webp')
  const rotation = fc.constantFrom('0', '90', '!180', '270', '!0')
  const form = fc.constantFrom('max', 'w', 'h', 'wh', 'box', 'pct')
  const upscale = version === 3 ? fc.boolean() : fc.constant(false)
  return fc
    .tuple(fc.array(share, { minLength: 6, maxLength: 6 }), form, upscale, rotation, name)
    .map(([shares, form, upscale, rotation, name]) => (image) => {
      const region = pickRegion(shares, image)
      const cropped = locateRegion(parseRegion(region), image)
      const size = pickSize(form, shares, { ...image, ...pickLargest(cropped, image, upscale) })
      return `${region}/${upscale ? '^' : ''}${size}/${rotation}/${name}`
    })
}

function pickRegion([a = 0, b = 0, c = 0, d = 0]: number[], { width, height }: Size): string {
  if (a > 0.9) return 'full'
  if (a > 0.8) return 'square'
  const x = Math.floor(a * width)
  const y = Math.floor(b * height)
  return `${x},${y},${1 + Math.floor(c * width)},${1 + Math.floor(d * height)}`
}

/** A size with the aspect ratio of the region, within the limits. */
function pickLargest(region: Size, image: FullImage, upscale: boolean): Size {
  const longest = Math.max(region.width, region.height)
  const limit = Math.floor(Math.min(image.maxWidth, Math.sqrt(image.maxArea)))
  const scale = upscale ? limit / longest : Math.min(1, limit / longest)
  return {
    width: Math.max(1, Math.floor(region.width * scale)),
    height: Math.max(1, Math.floor(region.height * scale)),
  }
}

function pickSize(form: string, shares: number[], largest: Size): string {
  const [, , , , e = 0, f = 0] = shares
  const width = Math.max(1, Math.floor(e * largest.width))
  const height = Math.max(1, Math.floor(f * largest.height))
  if (form === 'w') return `${width},`
  if (form === 'h') return `,${height}`
  if (form === 'wh') return `${width},${height}`
  if (form === 'box') return `!${width},${height}`
  if (form === 'pct') return `pct:${(e * 100).toFixed(3)}`
  return 'max'
}
