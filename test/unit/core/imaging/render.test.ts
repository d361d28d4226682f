import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { ImagePlan } from '../../../../src/core/iiif/image-plan.ts'
import type { Size } from '../../../../src/core/iiif/full-image.ts'
import { countTiles, generateTiles } from '../../../../src/core/iiif/pyramid.ts'
import { buildTileIndex, computeTileIndexEnd } from '../../../../src/core/iiif/tile-file.ts'
import { renderImage } from '../../../../src/core/imaging/render.ts'
import { createRandom } from '../../../support/campaign.ts'
import { createPictureFolder, plain } from '../../../support/pictures.ts'
import { createSquares, openRaw } from '../../../support/squares.ts'
import { encodeTiles, joinTiles } from '../../../support/tile-file.ts'
import { isValid, plan, withLimits } from '../iiif/plan.ts'

const folder = await createPictureFolder()
afterAll(() => folder[Symbol.asyncDispose]())

const picture = createSquares({ width: 1301, height: 1090 }, 60)
const image = withLimits(picture, { maxArea: 600_000 })
const tiles = await folder.write('tiles.bin', await encodeTiles(picture))

const random = createRandom(11)
const pick = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1))
const pickOne = <T>(values: readonly T[]): T => values[pick(0, values.length - 1)]!

function pickRequest(): string {
  const [x, y] = [pick(0, image.width - 1), pick(0, image.height - 1)]
  const [width, height] = [pick(1, 700), pick(1, 700)]
  const region = pickOne(['full', 'square', `${x},${y},${width},${height}`])
  const [w, h] = [pick(1, 700), pick(1, 700)]
  const size = pickOne([`${w},${h}`, `^${w},${h}`, `${w},`, '^max', 'max', `pct:${pick(1, 99)}`])
  const rotation = pickOne(['0', '90', '180', '270', '!0', '!90', '!180', '!270'])
  const name = pickOne(['default.jpg', 'color.png', 'gray.webp', 'bitonal.png', 'default.webp'])
  const path = `${region}/${size}/${rotation}/${name}`
  return isValid(3, path, image) ? path : pickRequest()
}

/** Applies a plan to the picture itself. */
async function renderModel({ region, size, rotation, quality }: ImagePlan) {
  const { x: left, y: top, width, height } = region
  const scaled = await openRaw(picture)
    .extract({ left, top, width, height })
    .resize({ ...size, fit: 'fill' })
    .png()
    .toBuffer()
  const turned = sharp(scaled).flop(rotation.mirror).rotate(rotation.degrees)
  if (quality === 'gray') turned.grayscale()
  if (quality === 'bitonal') turned.threshold()
  return readPixels(await turned.png().toBuffer())
}

async function readPixels(bytes: Buffer) {
  const { data, info } = await sharp(bytes)
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function meanDifference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length
}

const TYPES = { jpg: 'jpeg', png: 'png', webp: 'webp' }

/** Compression blurs the edges of small squares, but a picture in a wrong orientation differs by more than 60. */
const TOLERANCE = 20

test.each(Array.from({ length: 40 }, pickRequest))(
  'renders %s as the picture shows it',
  async (path) => {
    const asked = plan(3, path, image)
    const [bytes, expected] = [await renderImage({ tiles, plan: asked }), await renderModel(asked)]
    const { data, ...size } = await readPixels(bytes)
    expect(size).toEqual({ width: expected.width, height: expected.height })
    expect((await sharp(bytes).metadata()).format).toBe(TYPES[asked.format])
    expect(meanDifference(data, expected.data)).toBeLessThan(TOLERANCE)
  },
)

test.each([
  ['full/max/0/gray.jpg', 1],
  ['full/max/0/bitonal.png', 1],
  ['full/max/0/color.jpg', 3],
])('%s has %i channels', async (path, channels) => {
  const bytes = await renderImage({ tiles, plan: plan(3, path, image) })
  expect((await sharp(bytes).metadata()).channels).toBe(channels)
})

test('a bitonal image is black and white only', async () => {
  const bytes = await renderImage({ tiles, plan: plan(3, 'full/400,/0/bitonal.png', image) })
  const { data } = await readPixels(bytes)
  expect(new Set(data)).toEqual(new Set([0, 255]))
})

test.each([
  'full/max/0/default.jpg',
  'full/300,200/0/color.png',
  'full/400,300/0/default.jpg',
  'full/max/180/gray.webp',
  '0,0,512,400/256,200/0/gray.jpg',
])('an image of a gray picture keeps its values: %s', async (path) => {
  const size = { width: 600, height: 400 }
  const gray = await Promise.all(
    [...generateTiles(size)].map(({ size: { width, height } }) =>
      plain(width, height, [40, 40, 40]).toColorspace('b-w').jpeg().toBuffer(),
    ),
  )
  const file = await folder.write('gray.bin', joinTiles(size, gray))
  const bytes = await renderImage({ tiles: file, plan: plan(3, path, withLimits(size)) })
  const { data } = await readPixels(bytes)
  expect(data.every((value) => Math.abs(value - 40) <= 1)).toBe(true)
})

/** Writes a file of tiles that are all the same. */
async function writeEqualTiles(name: string, size: Size, tile: Size): Promise<string> {
  const jpeg = await openRaw(createSquares(tile)).jpeg().toBuffer()
  const entry = { offset: computeTileIndexEnd(size), length: jpeg.length }
  const entries = Array.from({ length: countTiles(size) }, () => entry)
  return await folder.write(name, Buffer.concat([buildTileIndex(size, entries), jpeg]))
}

test.each([
  ['full/max/0/default.jpg', { width: 1, height: 16_383 }],
  ['full/1,1/0/default.png', { width: 1, height: 1 }],
  ['0,0,1,4/^5,20/0/default.jpg', { width: 5, height: 20 }],
])('renders %s of a picture with 5,000,000 rows of one pixel', async (path, expected) => {
  const size = { width: 1, height: 5_000_000 }
  const thin = await writeEqualTiles('thin.bin', size, { width: 1, height: 512 })
  const bytes = await renderImage({ tiles: thin, plan: plan(3, path, withLimits(size)) })
  expect(await sharp(bytes).metadata()).toMatchObject(expected)
})

test('decodes only a small level for an image that is much narrower than the picture', async () => {
  const size = { width: 20_400, height: 20_400 }
  const huge = await writeEqualTiles('huge.bin', size, { width: 512, height: 512 })
  const asked = plan(3, 'full/1,16000/0/default.jpg', withLimits(size))
  const bytes = await renderImage({ tiles: huge, plan: asked })
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1, height: 16_000 })
})

test.each([
  ['empty', (bytes: Buffer) => bytes.subarray(0, 0)],
  ['cut inside the index', (bytes: Buffer) => bytes.subarray(0, 40)],
  ['cut inside a tile', (bytes: Buffer) => bytes.subarray(0, -100)],
  ['not a file of tiles', (bytes: Buffer) => Buffer.alloc(bytes.length, 7)],
  ['filled with zeros behind the index', (bytes: Buffer) => Buffer.from(bytes).fill(0, 3000)],
])('fails if the file of tiles is %s', async (name, damage) => {
  const path = await folder.write(name, damage(await encodeTiles(picture)))
  const asked = plan(3, 'full/300,/90/color.jpg', image)
  await expect(renderImage({ tiles: path, plan: asked })).rejects.toThrow()
})
