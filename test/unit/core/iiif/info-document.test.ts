import { expect, test } from 'vitest'
import { describeFullImage } from '../../../../src/core/iiif/full-image.ts'
import { buildInfo2, buildInfo3 } from '../../../../src/core/iiif/info-document.ts'
import { withLimits } from './plan.ts'

const SERVICE = {
  id: 'https://example.org/iiif/3/7-a1b2',
  image: withLimits({ width: 6001, height: 4001 }),
  license: 'https://creativecommons.org/licenses/by/4.0/',
}

const SIZES = [
  { width: 376, height: 251 },
  { width: 751, height: 501 },
  { width: 1501, height: 1001 },
  { width: 3001, height: 2001 },
  { width: 6001, height: 4001 },
]

test('describes a service of version 3', () => {
  expect(buildInfo3(SERVICE)).toEqual({
    '@context': 'http://iiif.io/api/image/3/context.json',
    id: 'https://example.org/iiif/3/7-a1b2',
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width: 6001,
    height: 4001,
    maxWidth: 16_383,
    maxArea: 25_000_000,
    sizes: SIZES,
    tiles: [{ width: 512, height: 512, scaleFactors: [1, 2, 4, 8, 16] }],
    rights: 'http://creativecommons.org/licenses/by/4.0/',
    extraFormats: ['webp'],
    extraQualities: ['color', 'gray', 'bitonal'],
    extraFeatures: ['canonicalLinkHeader', 'mirroring', 'sizeUpscaling'],
  })
})

test('describes a service of version 2', () => {
  expect(buildInfo2(SERVICE)).toEqual({
    '@context': 'http://iiif.io/api/image/2/context.json',
    '@id': 'https://example.org/iiif/3/7-a1b2',
    '@type': 'iiif:Image',
    protocol: 'http://iiif.io/api/image',
    width: 6001,
    height: 4001,
    sizes: SIZES,
    tiles: [{ width: 512, height: 512, scaleFactors: [1, 2, 4, 8, 16] }],
    profile: [
      'http://iiif.io/api/image/2/level2.json',
      {
        formats: ['webp'],
        maxWidth: 16_383,
        maxArea: 25_000_000,
        supports: ['canonicalLinkHeader', 'mirroring', 'regionSquare'],
      },
    ],
    license: 'http://creativecommons.org/licenses/by/4.0/',
  })
})

test.each([
  [{ width: 1000, height: 800 }, 2, { maxWidth: 2000, maxArea: 3_200_000 }],
  [{ width: 1500, height: 1500 }, 2, { maxWidth: 3000, maxArea: 4_000_000 }],
  [{ width: 6000, height: 4000 }, 2, { maxWidth: 12_000, maxArea: 24_000_000 }],
  [{ width: 20_000, height: 10_000 }, 2, { maxWidth: 16_383, maxArea: 25_000_000 }],
  [{ width: 1000, height: 800 }, 1, { maxWidth: 1000, maxArea: 800_000 }],
])('of %j, which may be enlarged %i times, the limits are %j', (size, maxUpscaling, limits) => {
  const info = buildInfo3({ ...SERVICE, image: describeFullImage(size, maxUpscaling) })
  expect(info).toMatchObject(limits)
  expect(info.extraFeatures.includes('sizeUpscaling')).toBe(maxUpscaling > 1)
})

test('starts with the context', () => {
  expect(Object.keys(buildInfo3(SERVICE))[0]).toBe('@context')
  expect(Object.keys(buildInfo2(SERVICE))[0]).toBe('@context')
})

test.each([null, 'https://example.org/terms'])('has no rights for the license %j', (license) => {
  expect(buildInfo3({ ...SERVICE, license })).not.toHaveProperty('rights')
  expect(buildInfo2({ ...SERVICE, license })).not.toHaveProperty('license')
})
