/** The four quarters in every compression that TIFF 6.0 and libtiff name. */

import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { fourColors, QUARTERS, type Color } from '../pictures.ts'
import {
  LONG,
  packed,
  pictureTags,
  place,
  quarterRows,
  SHORT,
  tag,
  tiffFile,
  type Tag,
} from './tiff-file.ts'

export interface CompressedTiff {
  name: string
  make: () => Promise<Buffer>
  shows: readonly Color[]
}

const size = { width: 96, height: 64 }

const LEVELS = [0, 85, 170, 255]
const GRAYS = LEVELS.map((level): Color => [level, level, level])
/** Black and white below white and black. */
const CHECKERED = [0, 255, 255, 0].map((level): Color => [level, level, level])

const RGB_PIXELS = packed(quarterRows(QUARTERS), 8)

function compressed(
  compression: number,
  data: Buffer,
  { bits = 8, samples = 3, photometric = 2 } = {},
  ...others: Tag[]
): Buffer {
  const picture = { ...size, bits, samples, photometric, pixels: data }
  return tiffFile({ tags: pictureTags(picture, tag(259, SHORT, compression), ...others), data })
}

/** The codes of T.4 for half a row of white and of black, and for no white. */
const [WHITE_48, BLACK_48, WHITE_0, END_OF_LINE] = [
  '00001011',
  '000001100100',
  '00110101',
  '000000000001',
]

function ccitt(options: { endOfLine?: boolean; alignTo?: number }): Buffer {
  const { endOfLine = false, alignTo = 1 } = options
  const rows = Array.from({ length: size.height }, (_, y) => {
    const isBlackFirst = y < size.height / 2
    const codes = isBlackFirst ? `${WHITE_0}${BLACK_48}${WHITE_48}` : `${WHITE_48}${BLACK_48}`
    const row = endOfLine ? END_OF_LINE + codes : codes
    return row.padEnd(Math.ceil(row.length / alignTo) * alignTo, '0')
  })
  const bits = rows.join('')
  return Buffer.from(bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}

function bilevel(compression: number, data: Buffer): Buffer {
  return compressed(compression, data, { bits: 1, samples: 1, photometric: 0 })
}

function packBits(data: Buffer): Buffer {
  const runs: Buffer[] = []
  for (let at = 0; at < data.length; at += size.width) {
    const run = data.subarray(at, at + size.width)
    runs.push(Buffer.from([run.length - 1]), run)
  }
  return Buffer.concat(runs)
}

const [CLEAR, END] = [256, 257]

/** LZW of literal codes of 9 bits, with a cleared table before a code would need 10. */
function lzw(data: Buffer): Buffer {
  let bits = ''
  const put = (code: number) => (bits += code.toString(2).padStart(9, '0'))
  for (const [index, byte] of data.entries()) {
    if (index % 200 === 0) put(CLEAR)
    put(byte)
  }
  put(END)
  return Buffer.from(bits.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}

function gray(compression: number, bits: number, encode: (row: number[]) => number[]): Buffer {
  const rows = quarterRows([0, 1, 2, 3].map((step) => [(step * (2 ** bits - 1)) / 3]))
  const data = Buffer.from(rows.flatMap(encode))
  return compressed(compression, data, { bits, samples: 1, photometric: 1 })
}

/** A literal row of NeXT. */
const nextRow = (row: number[]) => [0, ...packed([row], 2)]
/** Each pixel as it is. */
const thunderRow = (row: number[]) => row.map((value) => 0xc0 | value)

function ycbcr(compression: 1 | 8, [across, down]: readonly [number, number]): Buffer {
  const toYcbcr = ([r, g, b]: Color): number[] => {
    const y = 0.299 * r + 0.587 * g + 0.114 * b
    return [y, (b - y) / 1.772 + 128, (r - y) / 1.402 + 128].map(Math.round)
  }
  const blocks = quarterRows(
    QUARTERS.map((color) => {
      const [y = 0, cb = 0, cr = 0] = toYcbcr(color)
      return [...Array<number>(across * down).fill(y), cb, cr]
    }),
    size.width / across,
    size.height / down,
  )
  const pixels = Buffer.from(blocks.flat())
  const data = compression === 8 ? deflateSync(pixels) : pixels
  return compressed(compression, data, { photometric: 6 }, tag(530, SHORT, across, down))
}

async function jpeg(chromaSubsampling: '4:4:4' | '4:2:0'): Promise<Buffer> {
  const data = await fourColors().jpeg({ quality: 95, chromaSubsampling }).toBuffer()
  const step = chromaSubsampling === '4:4:4' ? 1 : 2
  return compressed(7, data, { photometric: 6 }, tag(530, SHORT, step, step))
}

async function grayJpeg(): Promise<Buffer> {
  const pixels = packed(quarterRows(LEVELS.map((level) => [level])), 8)
  const picture = sharp(pixels, { raw: { ...size, channels: 1 } })
  const data = await picture.toColourspace('b-w').jpeg({ quality: 95 }).toBuffer()
  return compressed(7, data, { samples: 1, photometric: 1 })
}

const now = (bytes: () => Buffer) => () => Promise.resolve(bytes())

/** Compressions that are shown. */
export const COMPRESSED_TIFFS: readonly CompressedTiff[] = [
  { name: 'none', make: now(() => compressed(1, RGB_PIXELS)), shows: QUARTERS },
  { name: 'CCITT RLE', make: now(() => bilevel(2, ccitt({ alignTo: 8 }))), shows: CHECKERED },
  {
    name: 'CCITT Group 3',
    make: now(() => bilevel(3, ccitt({ endOfLine: true }))),
    shows: CHECKERED,
  },
  {
    name: 'CCITT RLE of words',
    make: now(() => bilevel(32_771, ccitt({ alignTo: 16 }))),
    shows: CHECKERED,
  },
  { name: 'LZW', make: now(() => compressed(5, lzw(RGB_PIXELS))), shows: QUARTERS },
  { name: 'JPEG of YCbCr', make: () => jpeg('4:4:4'), shows: QUARTERS },
  { name: 'JPEG of subsampled YCbCr', make: () => jpeg('4:2:0'), shows: QUARTERS },
  { name: 'JPEG of gray', make: grayJpeg, shows: GRAYS },
  {
    name: 'JPEG of RGB',
    make: () => fourColors().tiff({ compression: 'jpeg', quality: 95 }).toBuffer(),
    shows: QUARTERS,
  },
  { name: 'Deflate', make: now(() => compressed(8, deflateSync(RGB_PIXELS))), shows: QUARTERS },
  {
    name: 'old Deflate',
    make: now(() => compressed(32_946, deflateSync(RGB_PIXELS))),
    shows: QUARTERS,
  },
  { name: 'NeXT', make: now(() => gray(32_766, 2, nextRow)), shows: GRAYS },
  { name: 'PackBits', make: now(() => compressed(32_773, packBits(RGB_PIXELS))), shows: QUARTERS },
  { name: 'ThunderScan', make: now(() => gray(32_809, 4, thunderRow)), shows: GRAYS },
  {
    name: 'SGI Log of LogLuv',
    make: () => fourColors().toColourspace('xyz').tiff({ compression: 'none' }).toBuffer(),
    shows: QUARTERS,
  },
  {
    name: 'WebP',
    make: async () => compressed(50_001, await fourColors().webp({ lossless: true }).toBuffer()),
    shows: QUARTERS,
  },
  {
    name: 'none, marked as reduced without another picture',
    make: now(() => compressed(1, RGB_PIXELS, {}, tag(254, LONG, 1))),
    shows: QUARTERS,
  },
  { name: 'none, with one channel in a plane of tiles', make: now(grayTiles), shows: GRAYS },
  ...([1, 8] as const).flatMap((compression) =>
    (
      [
        [2, 1],
        [2, 2],
      ] as const
    ).map((steps) => ({
      name: `YCbCr subsampled by ${steps.join(' and ')} in compression ${compression}`,
      make: now(() => ycbcr(compression, steps)),
      shows: QUARTERS,
    })),
  ),
]

/** Compressions that are refused, and others with samples that they cannot store. */
export const REFUSED_TIFFS: readonly (readonly [reason: string, bytes: () => Buffer])[] = [
  ...[
    6, 9, 10, 32_895, 32_896, 32_897, 32_898, 32_908, 32_909, 32_947, 33_003, 33_005, 34_661,
    34_712, 34_713, 34_715, 34_718, 34_719, 34_720, 34_887, 34_892, 34_925, 34_926, 34_927, 34_933,
    34_934, 50_000, 50_002, 52_546, 0, 999,
  ].map((compression) => [`compression`, () => compressed(compression, RGB_PIXELS)] as const),
  ['in CCITT Group 4 compression', () => compressed(4, RGB_PIXELS)],
  ['in NeXT compression', () => compressed(32_766, RGB_PIXELS)],
  ['in ThunderScan compression', () => compressed(32_809, RGB_PIXELS)],
  ['in SGI Log compression', () => compressed(34_676, RGB_PIXELS)],
  ['in JPEG compression', () => compressed(7, RGB_PIXELS, { bits: 16 })],
  ['in WebP compression', () => compressed(50_001, RGB_PIXELS, { samples: 1, photometric: 1 })],
  [
    'LogLuv samples of 8 bits in no compression',
    () => compressed(1, RGB_PIXELS, { photometric: 32_845 }),
  ],
  ['without subsampling', () => ycbcr(1, [1, 1])],
  ['predictor 9', () => compressed(8, deflateSync(RGB_PIXELS), {}, tag(317, SHORT, 9))],
  ['predictor 3', () => compressed(8, deflateSync(RGB_PIXELS), {}, tag(317, SHORT, 3))],
  ['different depths', () => compressed(1, RGB_PIXELS, {}, tag(258, SHORT, 5, 6, 5))],
  ['different sample formats', () => compressed(1, RGB_PIXELS, {}, tag(339, SHORT, 1, 2, 1))],
  ['unknown RGB samples', () => compressed(1, RGB_PIXELS, {}, tag(339, SHORT, 9, 9, 9))],
  ['fewer channels than RGB', () => compressed(1, RGB_PIXELS, { samples: 2 })],
  ['fewer channels than CMYK', () => compressed(1, RGB_PIXELS, { photometric: 5 })],
  [
    'other inks',
    () => compressed(1, RGB_PIXELS, { samples: 5, photometric: 5 }, tag(332, SHORT, 2)),
  ],
  ['only a preview', () => compressed(1, RGB_PIXELS, {}, tag(254, LONG, 1), tag(330, LONG, 0))],
  ['tiles in separate planes', tilesInPlanes],
  ['64 channels in rows of tiles of more than 64 MiB', () => manyChannels(1025, 512, 512)],
  ['64 channels in rows of tiles of more than 64 MiB', () => manyChannels(96, 2048, 2048)],
  [
    '64 channels in strips of more than 64 MiB',
    () => compressed(1, RGB_PIXELS, MANY, tag(256, LONG, 8193), tag(278, LONG, 64)),
  ],
  ['photometric interpretation 999', () => compressed(1, RGB_PIXELS, { photometric: 999 })],
  ['no photometric interpretation', withoutPhotometric],
]

/** A tile for each quarter. */
function grayTiles(): Buffer {
  const tiles = LEVELS.map((level) => Buffer.alloc(48 * 32, level))
  const data = Buffer.concat(tiles)
  const tags = pictureTags(
    { ...size, bits: 8, samples: 1, photometric: 1, pixels: data },
    tag(284, SHORT, 2),
    tag(322, SHORT, 48),
    tag(323, SHORT, 32),
    place(324, LONG, ...tiles.map((_, index) => index * 48 * 32)),
    tag(325, LONG, ...tiles.map(({ length }) => length)),
  )
  return tiffFile({ tags: tags.filter(({ tag: number }) => !STRIP_TAGS.has(number)), data })
}

const STRIP_TAGS = new Set([273, 278, 279])

const MANY = { bits: 16, samples: 64 }

function manyChannels(width: number, tileWidth: number, tileHeight: number): Buffer {
  const tile = [tag(322, SHORT, tileWidth), tag(323, SHORT, tileHeight)]
  return compressed(1, RGB_PIXELS, MANY, tag(256, LONG, width), ...tile)
}

function tilesInPlanes(): Buffer {
  const others = [tag(284, SHORT, 2), tag(322, SHORT, 96), tag(323, SHORT, 64)]
  return compressed(1, RGB_PIXELS, {}, ...others)
}

function withoutPhotometric(): Buffer {
  const picture = { ...size, bits: 8, samples: 3, photometric: 2, pixels: RGB_PIXELS }
  const tags = pictureTags(picture).filter((given) => given.tag !== 262)
  return tiffFile({ tags, data: RGB_PIXELS })
}
