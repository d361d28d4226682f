import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { derivePictures } from '../../../../src/core/imaging/derivatives.ts'
import type { Mirror, Rotation } from '../../../../src/core/imaging/orientation.ts'
import type { SourceInput } from '../../../../src/core/imaging/source-picture.ts'
import { makeTiles } from '../../../../src/core/imaging/tiles.ts'
import { ACCEPTED_CONTENT_TYPES } from '../../../../src/core/model/picture-format.ts'
import {
  BLUE,
  CAMERA,
  GREEN,
  RED,
  WHITE,
  createPictureFolder,
  fourColors,
  largestDifference,
  plain,
  pngBomb,
  readQuarters,
  withExif,
  type Color,
} from '../../../support/pictures.ts'
import { runsOf } from '../../../support/property-runs.ts'
import { readTileFile, type StoredTile } from '../../../support/tile-file.ts'
import { anySide } from '../iiif/arbitraries.ts'

/** Allows for rounding in JPEG; a wrong color or position differs by far more. */
const TOLERANCE = 6

async function writeSource(bytes: Uint8Array, contentType: string, asked: Partial<SourceInput>) {
  const folder = await createPictureFolder()
  const input: SourceInput = {
    original: await folder.write('original', bytes),
    contentType,
    rotation: 0,
    mirror: 'none',
    directory: folder.path,
    maxPixels: 1_000_000_000,
    accepted: ACCEPTED_CONTENT_TYPES,
    ...asked,
  }
  return { ...folder, input }
}

/** Makes and reads the tiles of a picture with these bytes. */
async function tile(bytes: Uint8Array, contentType: string, asked: Partial<SourceInput> = {}) {
  await using source = await writeSource(bytes, contentType, asked)
  const made = await makeTiles(source.input)
  expect((await readdir(source.path)).toSorted()).toEqual(['original', 'tiles.bin'])
  return { made, ...(await readTileFile(join(source.path, 'tiles.bin'))) }
}

/** Red grows from left to right, green from top to bottom. */
function gradient(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      data[at] = Math.floor((256 * x) / width)
      data[at + 1] = Math.floor((256 * y) / height)
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

test('every tile has exactly the expected size, and shows its region', async () => {
  const anySize = fc
    .tuple(anySide(2600), anySide(2600))
    .filter(([width, height]) => width * height < 1_500_000)
  await fc.assert(
    fc.asyncProperty(anySize, async ([width, height]) => {
      const png = await gradient(width, height).png({ compressionLevel: 0 }).toBuffer()
      const { made, image, tiles } = await tile(png, 'image/png')
      expect(made).toEqual({ width, height, damage: null })
      expect(image).toEqual({ width, height })
      for (const stored of tiles) await expectGradient(stored, image)
    }),
    {
      seed: 3,
      numRuns: runsOf(12),
      examples: [[[1, 1]], [[512, 512]], [[513, 513]], [[1025, 1025]], [[5000, 1]], [[3, 700]]],
    },
  )
})

async function expectGradient({ region, size, jpeg }: StoredTile, image: StoredTile['size']) {
  const { width, height } = await sharp(jpeg).metadata()
  expect({ width, height }).toEqual(size)
  const { channels } = await sharp(jpeg).stats()
  const [red = 0, green = 0] = channels.map(({ mean }) => mean)
  const right = (region.x + region.width / 2) / image.width
  const down = (region.y + region.height / 2) / image.height
  const steps = [
    (256 * region.width) / image.width / size.width,
    (256 * region.height) / image.height / size.height,
  ]
  // The last column or row may show less than the others but counts as much, and JPEG blends the colors of neighbors.
  const tolerance = TOLERANCE + Math.max(...steps)
  expect(Math.abs(red - 255 * right)).toBeLessThan(tolerance)
  expect(Math.abs(green - 255 * down)).toBeLessThan(tolerance)
}

const TURNS = (['none', 'h', 'v'] as const).flatMap((mirror) =>
  ([0, 90, 180, 270] as const).map((rotation) => [mirror, rotation] as const),
)

test.for([1, 2, 3, 4, 5, 6, 7, 8])(
  'tiles show a picture with EXIF orientation %i like its display version, in all transformations',
  async (orientation) => {
    const jpeg = withExif(await fourColors().jpeg({ quality: 95 }).toBuffer(), orientation)
    for (const [mirror, rotation] of TURNS) {
      const { image, tiles } = await tile(jpeg, 'image/jpeg', { mirror, rotation })
      const display = await readDisplay(jpeg, mirror, rotation)
      expect(image).toEqual({ width: display.width, height: display.height })
      expect(tiles).toHaveLength(1)
      const { quarters } = await readQuarters(tiles[0]!.jpeg)
      expect(largestDifference(quarters, display.quarters as unknown as Color[])).toBeLessThan(
        TOLERANCE,
      )
    }
  },
)

async function readDisplay(jpeg: Buffer, mirror: Mirror, rotation: Rotation) {
  await using source = await writeSource(jpeg, 'image/jpeg', { mirror, rotation })
  await derivePictures(source.input)
  return await readQuarters(join(source.path, 'display.jpg'))
}

test('the corners of a turned picture are in the tiles at the corners', async () => {
  const jpeg = await fourColors(1200, 800).jpeg({ quality: 95 }).toBuffer()
  const { image, tiles } = await tile(jpeg, 'image/jpeg', { mirror: 'h', rotation: 90 })
  expect(image).toEqual({ width: 800, height: 1200 })
  const corners = tiles.slice(0, 6).filter(({ region }) => region.y !== 512)
  const colors = await Promise.all(
    corners.map(async ({ jpeg }) => (await readQuarters(jpeg)).quarters[0]!),
  )
  expect(largestDifference(colors, [WHITE, GREEN, BLUE, RED])).toBeLessThan(TOLERANCE)
})

const MUTED: Color = [150, 100, 80]

test.for([
  ['a wide-gamut profile', 'image/png', () => plain(40, 40, MUTED).withIccProfile('p3').png()],
  ['16 bits', 'image/tiff', () => plain(40, 40, MUTED).toColorspace('rgb16').tiff()],
  ['a palette', 'image/png', () => plain(40, 40, MUTED).png({ palette: true })],
  ['CMYK', 'image/jpeg', () => plain(40, 40, MUTED).toColorspace('cmyk').jpeg()],
  ['half transparency', 'image/png', () => plain(40, 40, [45, 0, 0, 0.5]).png()],
] as const)('converts %s to opaque sRGB with 8 bits', async ([what, contentType, make]) => {
  const { tiles } = await tile(await make().toBuffer(), contentType)
  const [jpeg] = tiles.map((stored) => stored.jpeg)
  const { space, channels, depth } = await sharp(jpeg).metadata()
  expect({ space, channels, depth }).toEqual({ space: 'srgb', channels: 3, depth: 'uchar' })
  const color = what === 'half transparency' ? ([150, 127, 127] as const) : MUTED
  const { quarters } = await readQuarters(jpeg!)
  // Allows for the loss of sharp's own conversion to CMYK.
  expect(largestDifference(quarters, [color, color, color, color])).toBeLessThan(2 * TOLERANCE)
})

test('keeps gray pictures in one channel', async () => {
  const gray = await fourColors(600, 600).toColorspace('grey16').png().toBuffer()
  const { tiles } = await tile(gray, 'image/png', { rotation: 270 })
  for (const { jpeg } of tiles)
    expect(await sharp(jpeg).metadata()).toMatchObject({ channels: 1, space: 'b-w' })
})

test('tiles have no metadata', async () => {
  const jpeg = withExif(await fourColors().withIccProfile('p3').jpeg().toBuffer(), 1)
  const { tiles } = await tile(jpeg, 'image/jpeg')
  const { exif, icc, iptc, xmp, orientation } = await sharp(tiles[0]!.jpeg).metadata()
  expect([exif, icc, iptc, xmp, orientation]).toEqual(Array(5).fill(undefined))
  expect(tiles[0]!.jpeg.includes(CAMERA)).toBe(false)
})

test.for([
  ['image/jpeg', () => fourColors(1200, 1200).jpeg()],
  ['image/png', () => fourColors(1200, 1200).png({ compressionLevel: 0 })],
] as const)('makes tiles of the readable part of a truncated %s', async ([type, make]) => {
  const whole = await make().toBuffer()
  const { made, tiles } = await tile(whole.subarray(0, whole.length * 0.6), type)
  expect(made).toMatchObject({ width: 1200, height: 1200 })
  expect(made.damage).toContain('The picture file is damaged (')
  const { quarters } = await readQuarters(tiles.at(-1)!.jpeg)
  expect(largestDifference(quarters.slice(0, 2), [RED, GREEN])).toBeLessThan(TOLERANCE)
})

test('reports a picture with too many tiles as too large, before it decodes it', async () => {
  const tiling = tile(pngBomb(60_000_000, 1), 'image/png')
  await expect(tiling).rejects.toMatchObject({
    reason: 'too_large',
    message: expect.stringContaining('tiles for deep zoom'),
  })
})
