import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { derivePictures } from '../../../../src/core/imaging/derivatives.ts'
import { PictureError } from '../../../../src/core/imaging/picture-error.ts'
import {
  progressiveBytes,
  recodeProgressive,
} from '../../../../src/core/imaging/progressive/recode.ts'
import type { Strictness } from '../../../../src/core/imaging/sharp.ts'
import { numbersFrom } from '../../../support/seeded-numbers.ts'
import {
  farthest,
  fourColours,
  pictureFolder,
  QUARTERS,
  readQuarters,
} from '../../../support/pictures.ts'

function grainy(width: number, height: number) {
  const below = numbersFrom(3)
  const data = Buffer.from(Array.from({ length: width * height * 3 }, () => below(256)))
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** The sequential file made of these bytes. */
async function recoded(bytes: Uint8Array, strictness: Strictness = 'strict') {
  await using folder = await pictureFolder()
  const original = await folder.write('original.jpg', bytes)
  const [coefficients, output] = ['coefficients', 'output.jpg'].map((name) =>
    join(folder.path, name),
  )
  await recodeProgressive({ original, coefficients: coefficients!, output: output! }, strictness)
  const { data, info } = await sharp(output, {
    failOn: strictness === 'strict' ? 'warning' : 'none',
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { isProgressive } = await sharp(output).metadata()
  return { data, info, isProgressive }
}

const progressive = { progressive: true, quality: 90 }

test('a picture that ends early is damaged; leniently, the scans that came are shown', async () => {
  const whole = await grainy(300, 200).jpeg(progressive).toBuffer()
  const cut = whole.subarray(0, whole.length * 0.6)
  await expect(recoded(cut)).rejects.toMatchObject({ reason: 'damaged' })
  const { info, data } = await recoded(cut, 'lenient')
  expect(info).toMatchObject({ width: 300, height: 200 })
  expect(new Set(data).size).toBeGreaterThan(50)
})

test('altered scans end in a picture or with a reason, never in anything else', async () => {
  const whole = await grainy(90, 60).jpeg(progressive).toBuffer()
  const scans = whole.indexOf(Buffer.from([0xff, 0xda]))
  const below = numbersFrom(11)
  const ends = { damaged: 0, shown: 0 }
  for (let round = 0; round < 40; round += 1) {
    const altered = Buffer.from(whole)
    for (let left = 1 + below(3); left > 0; left -= 1)
      altered[scans + below(whole.length - scans)] = below(256)
    const error = await recoded(altered).catch((failure: unknown) => failure)
    if (error instanceof Error) expect(error).toMatchObject({ reason: 'damaged' })
    ends[error instanceof PictureError ? 'damaged' : 'shown'] += 1
  }
  expect(ends.shown).toBeGreaterThan(0)
  expect(ends.damaged).toBeGreaterThan(0)
})

test.for([
  ['subsampled chroma', () => grainy(203, 101).jpeg(progressive)],
  ['full chroma', () => grainy(101, 57).jpeg({ ...progressive, chromaSubsampling: '4:4:4' })],
  ['grey', () => grainy(101, 57).toColourspace('b-w').jpeg(progressive)],
  ['CMYK', () => grainy(64, 57).toColourspace('cmyk').jpeg(progressive)],
  ['optimised scans', () => grainy(101, 57).jpeg({ mozjpeg: true })],
  ['the highest quality', () => grainy(101, 57).jpeg({ progressive: true, quality: 100 })],
  ['a single block', () => grainy(3, 5).jpeg(progressive)],
] as const)('%s: recoded without the loss of a single bit', async ([, make]) => {
  const bytes = await make().toBuffer()
  const { data, info, isProgressive } = await recoded(bytes)
  expect(isProgressive).toBe(false)
  const meant = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: meant.info.width, height: meant.info.height })
  expect(data.equals(meant.data)).toBe(true)
})

test('only a progressive picture holds coefficients', async () => {
  await using folder = await pictureFolder()
  const baseline = await folder.write('baseline.jpg', await grainy(64, 64).jpeg().toBuffer())
  expect(await progressiveBytes(baseline)).toBe(0)
  const other = await folder.write('other.jpg', await grainy(64, 64).jpeg(progressive).toBuffer())
  expect(await progressiveBytes(other)).toBe(64 * 64 * 1.5 * 2)
})

test('a progressive picture too large for the memory is derived all the same, profile and orientation included', async () => {
  await using folder = await pictureFolder()
  const jpeg = fourColours(960, 640).withMetadata({ orientation: 6 }).withIccProfile('p3')
  const original = await folder.write('original', await jpeg.jpeg(progressive).toBuffer())
  const made = await derivePictures({
    original,
    contentType: 'image/jpeg',
    rotation: 270,
    mirror: 'none',
    directory: folder.path,
    maxPixels: 1_000_000,
    accepted: ['image/jpeg'],
    memoryBytes: 1024 ** 2,
  })
  expect(made).toMatchObject({ width: 960, height: 640, damage: null })
  for (const name of ['display', 'thumbnail', 'corrected']) {
    const { quarters } = await readQuarters(join(folder.path, `${name}.jpg`))
    expect(farthest(quarters, QUARTERS)).toBeLessThanOrEqual(8)
  }
  expect((await readdir(folder.path)).sort()).toEqual([
    'corrected.jpg',
    'display.jpg',
    'original',
    'thumbnail.jpg',
  ])
})
