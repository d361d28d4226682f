import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { derivePictures } from '../../../../src/core/imaging/derivatives.ts'
import type { SourceInput } from '../../../../src/core/imaging/source-picture.ts'
import { ACCEPTED_CONTENT_TYPES } from '../../../../src/core/model/picture-format.ts'
import type { Mirror, Rotation } from '../../../../src/core/imaging/orientation.ts'
import {
  CAMERA,
  largestDifference,
  fourColors,
  GREEN,
  createPictureFolder,
  plain,
  QUARTERS,
  readQuarters,
  RED,
  UPRIGHT_QUARTERS,
  withExif,
  WHITE,
} from '../../../support/pictures.ts'
import {
  packed,
  pictureTags,
  quarterRows,
  SHORT,
  tag,
  tiffFile,
} from '../../../support/corpus/tiff-file.ts'
import type { Color } from '../../../support/pictures.ts'

/** Allows for rounding in JPEG; a wrong color or position differs by a hundred. */
const TOLERANCE = 6

/** Makes derivatives of these bytes in a new folder, which it returns. */
async function derive(bytes: Uint8Array, contentType: string, asked: Partial<SourceInput> = {}) {
  const folder = await createPictureFolder()
  const original = await folder.write('original', bytes)
  const input: SourceInput = {
    original,
    contentType,
    rotation: 0,
    mirror: 'none',
    directory: folder.path,
    maxPixels: 1_000_000_000,
    accepted: ACCEPTED_CONTENT_TYPES,
    ...asked,
  }
  try {
    const derived = await derivePictures(input)
    const file = (name: string) => join(folder.path, `${name}.jpg`)
    const look = (name: string) => readQuarters(file(name))
    return { ...folder, derived, original, file, look }
  } catch (error) {
    await folder[Symbol.asyncDispose]()
    throw error
  }
}

test('reports a file that cannot be decoded as damaged instead of making a gray picture', async () => {
  const png = await fourColors().png().toBuffer()
  png.fill(0x55, png.indexOf('IDAT') + 6, png.indexOf('IDAT') + 40)
  await expect(derive(png, 'image/png')).rejects.toMatchObject({
    reason: 'damaged',
    permanent: true,
    message: expect.stringMatching(/^The picture file is damaged and can't be decoded \(.+\)\./),
  })
})

test('reports a TIFF with an excessive size in its header as damaged, not as out of memory', async () => {
  const pixels = packed(quarterRows(QUARTERS), 8)
  const tags = pictureTags({ width: 96, height: 64, bits: 8, samples: 3, photometric: 2, pixels })
  const profile = { ...tag(34_675, 7, 1, 2, 3, 4), count: 2e9 }
  await using made = await derive(
    tiffFile({ tags: [...tags, profile], data: pixels }),
    'image/tiff',
  )
  expect(made.derived.damage).toContain('2000000000 is greater than filesize')
})

test.for([
  ['white', [255, 255, 255]],
  ['black', [0, 0, 0]],
  ['red', RED],
] as const)(
  'makes derivatives of an empty page in %s despite warnings of the decoder',
  async ([, color]) => {
    const jpeg = await plain(96, 64, color).jpeg().toBuffer()
    const at = jpeg.indexOf(Buffer.from([0xff, 0xc4]))
    const remarkable = [jpeg.subarray(0, at), Buffer.alloc(9), jpeg.subarray(at)]
    await using made = await derive(Buffer.concat(remarkable), 'image/jpeg')
    expect(made.derived.damage).toContain('The picture file is damaged (')
    const { quarters } = await made.look('display')
    expect(largestDifference(quarters, [color, color, color, color])).toBeLessThan(TOLERANCE)
  },
)

test.for([
  ['JPEG', () => fourColors(960, 640).jpeg()],
  ['progressive JPEG', () => fourColors(960, 640).jpeg({ progressive: true })],
  ['gray JPEG', () => fourColors(960, 640).toColourspace('b-w').jpeg({ progressive: true })],
] as const)(
  'reports a %s without pixels, or with next to none, as damaged instead of making a gray picture',
  async ([, make]) => {
    const jpeg = await make().toBuffer()
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda])) + 2
    const headers = scan + jpeg.readUInt16BE(scan)
    for (const more of [0, 1, 8]) {
      const cut = derive(jpeg.subarray(0, headers + more), 'image/jpeg')
      await expect(cut, `${more} bytes`).rejects.toMatchObject({ reason: 'damaged' })
    }
  },
)

test.for([
  ['image/jpeg', () => fourColors(960, 640).jpeg()],
  ['image/png', () => fourColors(960, 640).png({ compressionLevel: 0 })],
  ['image/gif', () => fourColors(960, 640).gif()],
] as const)(
  'makes derivatives of the readable part of a truncated %s, and reports the damage',
  async ([type, make]) => {
    const whole = await make().toBuffer()
    await using made = await derive(whole.subarray(0, whole.length * 0.6), type, { mirror: 'h' })
    expect(made.derived).toMatchObject({ width: 960, height: 640, corrected: { width: 960 } })
    expect(made.derived.damage).toMatch(
      /^The picture file is damaged \(.+\)\. Its derived pictures show what could be decoded; /,
    )
    for (const name of ['display', 'thumbnail', 'corrected']) {
      const { quarters } = await made.look(name)
      expect(largestDifference(quarters.slice(0, 2), [GREEN, RED])).toBeLessThanOrEqual(TOLERANCE)
    }
  },
)

test('does not decode a picture with too many pixels', async () => {
  const png = await plain(101, 100, RED).png().toBuffer()
  const derived = derive(png, 'image/png', { maxPixels: 10_000 })
  await expect(derived).rejects.toMatchObject({ reason: 'too_large', permanent: true })
})

test('reports a missing folder as a temporary storage error', async () => {
  const png = await fourColors().png().toBuffer()
  const derived = derive(png, 'image/png', { directory: join(import.meta.dirname, 'missing') })
  await expect(derived).rejects.toMatchObject({ reason: 'storage', permanent: false })
})

type Quarters = readonly number[]
const pick = (quarters: Quarters, order: Quarters) => order.map((place) => quarters[place]!)
const MIRRORED: Record<Mirror, Quarters> = { none: [0, 1, 2, 3], h: [1, 0, 3, 2], v: [2, 3, 0, 1] }
const QUARTER_TURN: Quarters = [2, 0, 3, 1]

function expectedQuarters(orientation: number, mirror: Mirror, rotation: Rotation): Color[] {
  let quarters = pick(UPRIGHT_QUARTERS[orientation]!, MIRRORED[mirror])
  for (let turned = 0; turned < rotation; turned += 90) quarters = pick(quarters, QUARTER_TURN)
  return quarters.map((quarter) => QUARTERS[quarter]!)
}

const TURNS = (['none', 'h', 'v'] as const).flatMap((mirror) =>
  ([0, 90, 180, 270] as const).map((rotation) => ({ mirror, rotation })),
)

test.for([1, 2, 3, 4, 5, 6, 7, 8])(
  'applies EXIF orientation %i first, then mirror, then clockwise rotation',
  async (orientation) => {
    const jpeg = withExif(await fourColors().jpeg({ quality: 95 }).toBuffer(), orientation)
    for (const { mirror, rotation } of TURNS) {
      await using made = await derive(jpeg, 'image/jpeg', { mirror, rotation })
      const lying = orientation < 5 === (rotation % 180 === 0)
      const size = lying ? { width: 96, height: 64 } : { width: 64, height: 96 }
      expect(made.derived).toMatchObject(size)
      const isCorrected = orientation > 1 || mirror !== 'none' || rotation !== 0
      expect(made.derived.corrected !== null).toBe(isCorrected)
      for (const name of ['display', 'thumbnail', ...(isCorrected ? ['corrected'] : [])]) {
        const { quarters, ...seen } = await made.look(name)
        expect(seen).toEqual(size)
        const meant = expectedQuarters(orientation, mirror, rotation)
        expect(largestDifference(quarters, meant)).toBeLessThanOrEqual(TOLERANCE)
      }
    }
  },
)

test('limits the longest side to 2048 and 500, and keeps the full size of the corrected picture', async () => {
  const jpeg = await fourColors(2400, 1200).jpeg().toBuffer()
  await using made = await derive(jpeg, 'image/jpeg', { rotation: 90 })
  expect(made.derived).toMatchObject({
    width: 1200,
    height: 2400,
    display: { width: 1024, height: 2048 },
    thumbnail: { width: 250, height: 500 },
    corrected: { width: 1200, height: 2400 },
  })
  for (const name of ['display', 'thumbnail', 'corrected'] as const) {
    const { bytes, ...size } = made.derived[name]!
    expect((await readFile(made.file(name))).length).toBe(bytes)
    expect(await made.look(name)).toMatchObject(size)
  }
})

test.for([
  [1, 1],
  [3000, 1],
  [1, 3000],
  [700, 3],
] as const)('keeps at least one pixel per side of %i × %i pixels', async ([width, height]) => {
  const png = await plain(width, height, RED).png().toBuffer()
  await using made = await derive(png, 'image/png')
  const { display, thumbnail } = made.derived
  expect([display.width, display.height]).toEqual([Math.min(width, 2048), Math.min(height, 2048)])
  const shrink = Math.min(1, 500 / Math.max(width, height))
  const side = (full: number) => Math.max(1, Math.round(full * shrink))
  expect([thumbnail.width, thumbnail.height]).toEqual([side(width), side(height)])
  expect(
    largestDifference((await made.look('thumbnail')).quarters, [RED, RED, RED, RED]),
  ).toBeLessThan(9)
})

test('scales a corrected picture down to the maximum size of a JPEG', async () => {
  const png = await plain(66_000, 2, RED).png().toBuffer()
  await using made = await derive(png, 'image/png', { rotation: 90 })
  expect(made.derived).toMatchObject({ width: 2, height: 66_000 })
  expect(made.derived.corrected).toMatchObject({ width: 2, height: 65_500 })
})

test('removes all metadata, and keeps the original unchanged', async () => {
  const plainJpeg = await fourColors().withIccProfile('p3').jpeg().toBuffer()
  const jpeg = withExif(plainJpeg, 1)
  const before = await sharp(jpeg).metadata()
  expect(before.exif?.includes(CAMERA)).toBe(true)
  expect(before.icc).toBeDefined()
  await using made = await derive(jpeg, 'image/jpeg', { mirror: 'h' })
  for (const name of ['display', 'thumbnail', 'corrected']) {
    const { exif, icc, iptc, xmp, ...rest } = await sharp(made.file(name)).metadata()
    expect([exif, icc, iptc, xmp, rest.orientation]).toEqual(Array(5).fill(undefined))
    expect((await readFile(made.file(name))).includes(CAMERA)).toBe(false)
  }
  expect((await readFile(made.original)).equals(jpeg)).toBe(true)
})

const MUTED: Color = [150, 100, 80]
const ALL_MUTED = [MUTED, MUTED, MUTED, MUTED]

test.for([
  ['a wide-gamut profile', 'image/png', () => plain(40, 40, MUTED).withIccProfile('p3').png()],
  ['16 bits in a PNG', 'image/png', () => plain(40, 40, MUTED).toColorspace('rgb16').png()],
  ['16 bits in a TIFF', 'image/tiff', () => plain(40, 40, MUTED).toColorspace('rgb16').tiff()],
  ['CIE L*a*b* in a TIFF', 'image/tiff', () => plain(40, 40, MUTED).toColorspace('lab').tiff()],
  ['a palette', 'image/png', () => plain(40, 40, MUTED).png({ palette: true })],
  ['WebP', 'image/webp', () => plain(40, 40, MUTED).webp()],
  ['AVIF', 'image/avif', () => plain(40, 40, MUTED).avif({ effort: 0 })],
  ['GIF', 'image/gif', () => plain(40, 40, MUTED).gif()],
] as const)('converts %s to the same color in sRGB', async ([, contentType, make]) => {
  await using made = await derive(await make().toBuffer(), contentType)
  const { quarters } = await made.look('display')
  expect(largestDifference(quarters, ALL_MUTED)).toBeLessThanOrEqual(TOLERANCE)
  const { space, channels, depth } = await sharp(made.file('display')).metadata()
  expect({ space, channels, depth }).toEqual({ space: 'srgb', channels: 3, depth: 'uchar' })
})

/** Allows for the loss of sharp's conversion to CMYK, which makes these files. */
const PRINT_TOLERANCE = 12

test('converts CMYK of every format to sRGB', async () => {
  const cmyk = plain(40, 40, MUTED).toColorspace('cmyk')
  for (const [contentType, picture] of [
    ['image/jpeg', cmyk.clone().jpeg()],
    ['image/tiff', cmyk.clone().tiff()],
  ] as const) {
    const bytes = await picture.toBuffer()
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    await using made = await derive(bytes, contentType)
    const { quarters } = await made.look('display')
    expect(largestDifference(quarters, ALL_MUTED)).toBeLessThanOrEqual(PRINT_TOLERANCE)
  }
})

test.for([
  ['8 bits', () => plain(40, 40, [200, 0, 0, 0.5])],
  ['16 bits', () => plain(40, 40, [200, 0, 0, 0.5]).toColorspace('rgb16')],
] as const)('flattens %s to white', async ([, make]) => {
  await using made = await derive(await make().png().toBuffer(), 'image/png')
  const pink: Color = [228, 127, 127]
  const { quarters } = await made.look('thumbnail')
  expect(largestDifference(quarters, [pink, pink, pink, pink])).toBeLessThanOrEqual(TOLERANCE)
})

test.for([
  ['8 bits of gray', 'image/jpeg', () => fourColors().toColorspace('b-w').jpeg()],
  ['16 bits of gray', 'image/png', () => fourColors().toColorspace('grey16').png()],
  [
    'black and white fax',
    'image/tiff',
    () => bilevel().tiff({ bitdepth: 1, compression: 'ccittfax4' }),
  ],
  ['black and white', 'image/png', () => bilevel().png({ palette: true, colors: 2 })],
] as const)('keeps %s gray', async ([, contentType, make]) => {
  const bytes = await make().toBuffer()
  await using made = await derive(bytes, contentType)
  const { quarters } = await made.look('display')
  const original = await readQuarters(made.original)
  expect(largestDifference(quarters, original.quarters as unknown as Color[])).toBeLessThanOrEqual(
    TOLERANCE,
  )
  for (const [red, green, blue] of quarters) expect([green, blue]).toEqual([red, red])
})

function bilevel() {
  return fourColors().toColorspace('b-w').threshold(128)
}

test('encodes a gray picture in one channel', async () => {
  const gray = await fourColors().toColorspace('b-w').png().toBuffer()
  await using made = await derive(gray, 'image/png', { mirror: 'v' })
  for (const name of ['display', 'thumbnail', 'corrected'])
    expect(await sharp(made.file(name)).metadata()).toMatchObject({ channels: 1, space: 'b-w' })
})

test('uses the first of several pages', async () => {
  const pages = await Promise.all([
    plain(40, 40, MUTED).png().toBuffer(),
    plain(40, 40, WHITE).png().toBuffer(),
  ])
  const both = sharp(pages, { join: { animated: true } })
  for (const [type, file] of [
    ['image/tiff', await both.clone().tiff().toBuffer()],
    ['image/gif', await both.clone().gif().toBuffer()],
  ] as const) {
    await using made = await derive(file, type, { rotation: 180 })
    expect(made.derived).toMatchObject({ width: 40, height: 40 })
    const { quarters } = await made.look('corrected')
    expect(largestDifference(quarters, ALL_MUTED)).toBeLessThanOrEqual(TOLERANCE)
  }
})

type Write = (bytes: Buffer, value: number, at: number) => unknown

/** A TIFF of 96 × 64 pixels whose quarters have these samples, written by `write`. */
function quartersTiff(
  { bits, format, photometric = 1 }: { bits: number; format: number; photometric?: number },
  quarters: readonly (readonly number[])[],
  write: Write,
): Buffer {
  const samples = quarters[0]!.length
  const values = quarterRows(quarters).flat()
  const pixels = Buffer.alloc((values.length * bits) / 8)
  for (const [index, value] of values.entries()) write(pixels, value, (index * bits) / 8)
  const picture = { width: 96, height: 64, bits, samples, photometric, pixels }
  const sampleFormat = tag(339, SHORT, ...Array<number>(samples).fill(format))
  return tiffFile({ tags: pictureTags(picture, sampleFormat), data: pixels })
}

const writeFloat: Write = (bytes, value, at) => bytes.writeFloatLE(value, at)
const writeInt16: Write = (bytes, value, at) => bytes.writeInt16LE(value, at)
const writeInt8: Write = (bytes, value, at) => bytes.writeInt8(value, at)
const writeInt32: Write = (bytes, value, at) => bytes.writeInt32LE(value, at)
const writeUnsigned: Write = (bytes, value, at) => bytes.writeUInt32LE(value, at)

const STEPS = [0, 1 / 3, 2 / 3, 1]
const GRAYS = STEPS.map((step) => [step * 255, step * 255, step * 255] as const)

test.for([
  ['floating-point samples from 0 to 1', { bits: 32, format: 3 }, [0, 1], writeFloat],
  ['floating-point samples of any range', { bits: 32, format: 3 }, [-500, 4000], writeFloat],
  ['signed samples of 8 bits', { bits: 8, format: 2 }, [-128, 127], writeInt8],
  ['signed samples of 16 bits', { bits: 16, format: 2 }, [-3000, 9000], writeInt16],
  ['signed samples of 32 bits', { bits: 32, format: 2 }, [-(2 ** 31), 2 ** 31 - 1], writeInt32],
  ['unsigned samples of 32 bits', { bits: 32, format: 1 }, [0, 2 ** 32 - 1], writeUnsigned],
] as const)('shows a TIFF with %s with rising tones', async ([, kind, [least, most], write]) => {
  const quarters = STEPS.map((step) => [
    kind.format === 3 ? least + step * (most - least) : Math.round(least + step * (most - least)),
  ])
  await using made = await derive(quartersTiff(kind, quarters, write), 'image/tiff')
  expect(made.derived.damage).toBeNull()
  for (const name of ['display', 'thumbnail'])
    expect(largestDifference((await made.look(name)).quarters, GRAYS)).toBeLessThan(TOLERANCE)
})

test('shows the signed samples of a color TIFF, rotated', async () => {
  const quarters = QUARTERS.map((color) => color.map((value) => value * 200 - 25_000))
  const tiff = quartersTiff({ bits: 16, format: 2, photometric: 2 }, quarters, writeInt16)
  await using made = await derive(tiff, 'image/tiff', { rotation: 180 })
  const stretched = [3, 2, 1, 0].map((index) =>
    QUARTERS[index]!.map((value) => ((value - 30) / 225) * 255),
  ) as unknown as Color[]
  for (const name of ['display', 'corrected'])
    expect(largestDifference((await made.look(name)).quarters, stretched)).toBeLessThan(TOLERANCE)
})

test('names a TIFF with samples that are not numbers as unsupported', async () => {
  const quarters = STEPS.map((step) => [step > 0.5 ? Number.NaN : step])
  const made = derive(quartersTiff({ bits: 32, format: 3 }, quarters, writeFloat), 'image/tiff')
  await expect(made).rejects.toMatchObject({ reason: 'unsupported' })
})
