import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkStructure } from '../../../../../src/cli/import/check/check-structure.ts'
import { openPicture } from '../../../../../src/cli/import/check/open-picture.ts'
import type { PictureFormatName } from '../../../../../src/core/model/picture-format.ts'
import { LONG, pictureTags, place, tag, tiffFile } from '../../../../support/corpus/tiff-file.ts'
import { createPictureFolder } from '../../../../support/pictures.ts'
import { numbersFrom } from '../../../../support/seeded-numbers.ts'

/** Returns the finding codes for each file. */
async function codesOf(format: PictureFormatName, files: readonly Buffer[]): Promise<string[]> {
  await using folder = await createPictureFolder()
  const codes: string[] = []
  const take = (code: string): undefined => {
    codes.push(code)
  }
  const report = { error: take, warning: take }
  for (const [index, bytes] of files.entries()) {
    const path = await folder.write(String(index), bytes)
    const before = codes.length
    await using picture = await openPicture(path, bytes.length)
    await checkStructure(format, picture, report)
    if (codes.length === before) codes.push('none')
  }
  return codes
}

/** Creates a noisy picture, whose file is larger than one read. */
function grainy(width = 300, height = 200) {
  const below = numbersFrom(7)
  const data = Buffer.from(Array.from({ length: width * height * 3 }, () => below(256)))
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Adds EXIF data with a thumbnail, whose end marker is not that of the picture. */
async function withThumbnail(jpeg: Buffer): Promise<Buffer> {
  const thumbnail = await grainy(16, 16).jpeg().toBuffer()
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), thumbnail])
  segment.writeUInt16BE(thumbnail.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

function pages(big: boolean): Buffer {
  const pixels = Buffer.alloc(96 * 64, 90)
  const picture = { width: 96, height: 64, bits: 8, samples: 1, photometric: 1, pixels }
  const first = tiffFile({ big, tags: pictureTags(picture), data: pixels })
  const header = big ? 16 : 8
  // Offsets count from the beginning of the file.
  const tags = pictureTags(picture, place(273, LONG, first.length - header))
  const second = tiffFile({ big, tags, data: pixels }).subarray(header)
  const linked = tiffFile({ big, tags: pictureTags(picture), data: pixels, next: first.length })
  return Buffer.concat([linked, second])
}

const KINDS: [string, PictureFormatName, () => Promise<Buffer>][] = [
  ['a JPEG', 'jpeg', () => grainy().jpeg({ quality: 95 }).toBuffer()],
  ['a progressive JPEG', 'jpeg', () => grainy().jpeg({ progressive: true }).toBuffer()],
  ['a JPEG with a thumbnail', 'jpeg', async () => withThumbnail(await grainy().jpeg().toBuffer())],
  ['a PNG', 'png', () => grainy().png().toBuffer()],
  ['an interlaced PNG', 'png', () => grainy(100, 80).png({ progressive: true }).toBuffer()],
  ['a TIFF in strips', 'tiff', () => grainy().tiff({ compression: 'lzw' }).toBuffer()],
  ['an uncompressed TIFF', 'tiff', () => grainy().tiff({ compression: 'none' }).toBuffer()],
  [
    'a tiled pyramid',
    'tiff',
    () => grainy().tiff({ tile: true, pyramid: true, tileWidth: 64, tileHeight: 64 }).toBuffer(),
  ],
  [
    'a BigTIFF pyramid',
    'tiff',
    () => grainy().tiff({ tile: true, pyramid: true, bigtiff: true }).toBuffer(),
  ],
  ['a TIFF of two pages', 'tiff', () => Promise.resolve(pages(false))],
  ['a BigTIFF of two pages', 'tiff', () => Promise.resolve(pages(true))],
]

test.each(KINDS)(
  'accepts %s, and finds it truncated wherever it is cut',
  async (_, format, make) => {
    const whole = await make()
    expect((await codesOf(format, [whole]))[0]).toMatch(/^(?:none|file\.multipage)$/)
    const lengths = fc.sample(fc.integer({ min: 8, max: whole.length - 2 }), {
      numRuns: 60,
      seed: 5,
    })
    const cuts = [...lengths, 8, whole.length - 2].map((length) => whole.subarray(0, length))
    expect(new Set(await codesOf(format, cuts))).toEqual(new Set(['file.truncated']))
  },
)

test('ignores bytes after the end of a picture', async () => {
  const jpeg = await grainy().jpeg().toBuffer()
  const png = await grainy().png().toBuffer()
  const film = Buffer.concat([Buffer.from('....ftypmp42'), Buffer.alloc(300_000, 0xff)])
  const second = await grainy(40, 40).jpeg().toBuffer()
  const behind = [Buffer.alloc(100_000), film, second, second.subarray(0, 900), Buffer.from('\n')]
  const after = (picture: Buffer) => behind.map((more) => Buffer.concat([picture, more]))
  expect(await codesOf('jpeg', after(jpeg))).toEqual(behind.map(() => 'none'))
  expect(await codesOf('png', after(png))).toEqual(behind.map(() => 'none'))
})

test('reports a JPEG without its end marker as truncated, as the server does', async () => {
  const jpeg = await grainy().jpeg({ progressive: true }).toBuffer()
  expect(await codesOf('jpeg', [jpeg.subarray(0, -2)])).toEqual(['file.truncated'])
})

const PIXELS = Buffer.alloc(96 * 64, 90)
const PICTURE = { width: 96, height: 64, bits: 8, samples: 1, photometric: 1, pixels: PIXELS }

test('does not report a wrong strip length or directory offset as truncation', async () => {
  const tags = pictureTags(PICTURE, tag(279, LONG, 10_000_000))
  const files = [
    tiffFile({ tags, data: PIXELS }),
    tiffFile({ tags: pictureTags(PICTURE), data: PIXELS, next: 900 }),
  ]
  expect(await codesOf('tiff', files)).toEqual(['none', 'none'])
})

test.each([
  ['a strip', pictureTags(PICTURE, place(273, LONG, 10))],
  ['a sub-directory', pictureTags(PICTURE, place(330, LONG, 1_000_000))],
  ['a profile', pictureTags(PICTURE, { tag: 34675, type: 7, values: () => [1], count: 900_000 })],
])('%s of a TIFF that lies beyond the end is missing', async (_, tags) => {
  expect(await codesOf('tiff', [tiffFile({ tags, data: PIXELS })])).toEqual(['file.truncated'])
})
