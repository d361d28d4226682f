import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readModelInput, type ResizeKernel } from '../../../../src/core/imaging/model-input.ts'
import {
  createPictureFolder,
  fourColors,
  QUARTERS,
  UPRIGHT_QUARTERS,
} from '../../../support/pictures.ts'

interface Measured {
  width: number
  height: number
  kernel: ResizeKernel
  steps: 'squash' | 'crop'
  /** In hexadecimal. */
  pixels: string
}

const ORACLE = new URL('../../../../fixtures/oracles/model-inputs.jsonl', import.meta.url)
const measured = readFileSync(ORACLE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Measured)

const SQUARE = { width: 12, height: 12 }
const RESIZE = { squash: SQUARE, crop: { shortestSide: 14 } }

/** Draws the picture that the other library resized. */
function drawMeasured({ width, height }: Measured) {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      data[at++] = Math.floor((x * 255) / width)
      data[at++] = Math.floor((y * 255) / height)
      data[at++] = 255 * ((Math.floor((x * 7) / width) + Math.floor((y * 5) / height)) % 2)
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

test('resizes and crops almost as Pillow does', async () => {
  await using folder = await createPictureFolder()
  for (const row of measured) {
    const path = await folder.write('picture.png', await drawMeasured(row).png().toBuffer())
    const input = { resize: RESIZE[row.steps], crop: SQUARE, kernel: row.kernel }
    const pixels = await readModelInput(path, input)
    const expected = Buffer.from(row.pixels, 'hex')
    expect(pixels.length).toBe(expected.length)
    const differences = Array.from(pixels, (level, at) => Math.abs(level - expected[at]!))
    const mean = differences.reduce((sum, difference) => sum + difference) / differences.length
    expect(mean, `${row.width} × ${row.height}, ${row.kernel}, ${row.steps}`).toBeLessThan(2)
  }
  expect(measured.length).toBe(18)
})

const INPUT = { resize: { shortestSide: 12 }, crop: SQUARE, kernel: 'cubic' } as const

test('turns a picture upright', async () => {
  await using folder = await createPictureFolder()
  const sideways = fourColors(48, 48).jpeg().withMetadata({ orientation: 6 })
  const pixels = await readModelInput(
    await folder.write('sideways.jpg', await sideways.toBuffer()),
    INPUT,
  )
  const corners = [0, 11, 132, 143].map((at) => pixels.subarray(at * 3, at * 3 + 3))
  for (const [at, quarter] of UPRIGHT_QUARTERS[6]!.entries())
    for (const [channel, level] of QUARTERS[quarter]!.entries())
      expect(corners[at]![channel]! - level).toBeCloseTo(0, -1.5)
})

test.for(['gray', 'transparent', 'tiny', 'wide', 'CMYK'])(
  'a %s picture has the size and the channels of any other',
  async (kind) => {
    await using folder = await createPictureFolder()
    const plain = (width: number, height: number) => fourColors(width, height)
    const pictures = {
      gray: plain(40, 20).toColourspace('b-w').jpeg(),
      transparent: plain(20, 40).ensureAlpha(0).png(),
      tiny: plain(2, 2).png(),
      wide: plain(2048, 2).png(),
      CMYK: plain(40, 20).toColourspace('cmyk').jpeg(),
    }
    const bytes = await pictures[kind as keyof typeof pictures].toBuffer()
    const pixels = await readModelInput(await folder.write('picture', bytes), INPUT)
    expect(pixels.length).toBe(12 * 12 * 3)
    if (kind === 'transparent') expect(new Set(pixels)).toEqual(new Set([255]))
  },
)

test('rejects what is no picture, and a truncated one', async () => {
  await using folder = await createPictureFolder()
  const jpeg = await fourColors(400, 400).jpeg().toBuffer()
  for (const bytes of [Buffer.from('text'), jpeg.subarray(0, jpeg.length / 2)]) {
    const path = await folder.write('picture', bytes)
    await expect(readModelInput(path, INPUT)).rejects.toMatchObject({ reason: 'damaged' })
  }
})
