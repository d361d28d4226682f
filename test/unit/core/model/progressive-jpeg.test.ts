import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  readMultiScanFrame,
  refuseProgressiveJpeg,
} from '../../../../src/core/model/progressive-jpeg.ts'
import { largeProgressiveJpeg, plain, RED } from '../../../support/pictures.ts'

const reader = (bytes: Buffer) => async (position: number) => bytes.subarray(position)
const frameOf = (bytes: Buffer) => readMultiScanFrame(reader(bytes))
const progressive = { progressive: true }

test.each([
  ['subsampled chroma', { ...progressive }, 1.5],
  ['full chroma', { ...progressive, chromaSubsampling: '4:4:4' }, 3],
])('counts the coefficients of a progressive JPEG with %s', async (_, options, samples) => {
  const bytes = await plain(64, 48, RED).jpeg(options).toBuffer()
  const pixels = 64 * 48
  expect(await frameOf(bytes)).toMatchObject({ pixels, coefficientBytes: pixels * samples * 2 })
})

test('counts whole MCUs if the size is not a multiple of them', async () => {
  const bytes = await plain(17, 1, RED).jpeg(progressive).toBuffer()
  expect(await frameOf(bytes)).toMatchObject({ coefficientBytes: 32 * 16 * 1.5 * 2 })
})

test('counts one component for a gray JPEG and four for CMYK', async () => {
  const gray = plain(64, 48, RED).toColorspace('b-w')
  const cmyk = plain(64, 48, RED).toColorspace('cmyk')
  const sizes = [gray, cmyk].map(async (picture) => {
    const frame = await frameOf(await picture.jpeg(progressive).toBuffer())
    return frame!.coefficientBytes / (64 * 48 * 2)
  })
  expect(await Promise.all(sizes)).toEqual([1, 4])
})

test('finds no multi-scan frame in a baseline JPEG', async () => {
  expect(await frameOf(await plain(64, 48, RED).jpeg().toBuffer())).toBeUndefined()
})

test('counts a baseline JPEG with separate scans like a progressive one', async () => {
  const bytes = await plain(64, 48, RED).jpeg().toBuffer()
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
  bytes[scan + 4] = 1
  expect(await frameOf(bytes)).toMatchObject({ coefficientBytes: 64 * 48 * 1.5 * 2 })
})

test('finds the frame behind large profiles, fill bytes and thumbnails', async () => {
  const bytes = await plain(64, 48, RED).jpeg(progressive).toBuffer()
  const thumbnail = await plain(8, 8, RED).jpeg(progressive).toBuffer()
  const application = Buffer.alloc(4 + 60_000)
  application.writeUInt32BE(0xffe10000 + 60_002)
  thumbnail.copy(application, 4)
  const filled = [bytes.subarray(0, 2), application, application, Buffer.from([0, 0xff, 0xff])]
  const file = Buffer.concat([...filled, bytes.subarray(2)])
  expect(await frameOf(file)).toMatchObject({ pixels: 64 * 48 })
})

test('never throws for a truncated or altered file', async () => {
  const bytes = await plain(64, 48, RED).jpeg(progressive).toBuffer()
  for (let length = 0; length < bytes.length; length += 1)
    await refuseProgressiveJpeg(reader(bytes.subarray(0, length)))
  for (let at = 2; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes)
    altered[at] = 0xff
    await refuseProgressiveJpeg(reader(altered))
  }
})

test.each([
  ['accepts', 17_000, 18_000, undefined],
  [
    'refuses',
    18_000,
    18_000,
    expect.stringMatching(/324 megapixels; .* limit is 314\. Save it as/),
  ],
])('%s a progressive JPEG of %s × %s pixels', async (_, width, height, refusal) => {
  const bytes = await largeProgressiveJpeg(width, height)
  const { isProgressive } = await sharp(bytes, { limitInputPixels: false }).metadata()
  expect(isProgressive).toBe(true)
  expect(await refuseProgressiveJpeg(reader(bytes))).toEqual(refusal)
})
