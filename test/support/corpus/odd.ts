/** Rare but valid files, and files of two formats at once. */

import { deflateSync } from 'node:zlib'
import { fourColors, pngChunk, QUARTERS, withExif } from '../pictures.ts'
import type { Color } from '../pictures.ts'
import { gifFile } from './gif-file.ts'
import { deflatedRows, pngFile } from './png-file.ts'
import type { Specimen } from './specimen.ts'
import { LONG, packed, pictureTags, quarterRows, SHORT, tag, tiffFile } from './tiff-file.ts'

const SIZE = [96, 64] as const
const [width, height] = SIZE

const LEVELS = [0, 1, 2, 3]
const graysOf = (values: readonly number[]): Color[] => values.map((value) => [value, value, value])
const FOUR_GRAYS = graysOf([0, 85, 170, 255])

function odd(
  name: string,
  contentType: string,
  make: Specimen['make'],
  more: Partial<Specimen> = {},
): Specimen {
  const right = { verdict: 'complete', size: SIZE, shows: QUARTERS, tolerance: 12 } as const
  return { name: `odd ${contentType.slice(6)}: ${name}`, contentType, make, ...right, ...more }
}

function rgb(bits: number, order: 'II' | 'MM' = 'II') {
  const scale = bits === 16 ? 257 : 1
  const rows = quarterRows(QUARTERS.map((color) => color.map((value) => value * scale)))
  const pixels = packed(rows, bits, order)
  return { width, height, bits, samples: 3, photometric: 2, pixels }
}

function levels(bits: number, photometric = 1) {
  const most = 2 ** bits - 1
  const values = LEVELS.map((level) => Math.round((level / 3) * most))
  const of = photometric === 0 ? values.map((value) => most - value) : values
  const pixels = packed(quarterRows(of.map((value) => [value])), bits)
  return { width, height, bits, samples: 1, photometric, pixels }
}

function palette(bits: number) {
  const entries = 2 ** bits
  const channel = (index: number) =>
    Array.from({ length: entries }, (_, entry) => (QUARTERS[entry]?.[index] ?? 0) * 257)
  const pixels = packed(quarterRows(LEVELS.map((level) => [level])), bits)
  const map = tag(320, SHORT, ...[0, 1, 2].flatMap(channel))
  return {
    tags: pictureTags({ width, height, bits, samples: 1, photometric: 3, pixels }, map),
    data: pixels,
  }
}

function tiffs(): Specimen[] {
  const made = (name: string, file: Parameters<typeof tiffFile>[0], more?: Partial<Specimen>) =>
    odd(name, 'image/tiff', () => tiffFile(file), more)
  const plainFile = (picture: ReturnType<typeof rgb>, ...others: ReturnType<typeof tag>[]) => ({
    tags: pictureTags(picture, ...others),
    data: picture.pixels,
  })
  const gray = { shows: FOUR_GRAYS }
  const strips = height / 4
  const stripBytes = width * 3 * 4
  const planes = [0, 1, 2].map((index) =>
    packed(quarterRows(QUARTERS.map((color) => [color[index]!])), 8),
  )
  return [
    made('big endian', { order: 'MM', ...plainFile(rgb(8)) }),
    made('big endian, 16 bits', { order: 'MM', ...plainFile(rgb(16, 'MM')) }),
    made('BigTIFF by hand', { big: true, ...plainFile(rgb(8)) }),
    made('BigTIFF, big endian', { big: true, order: 'MM', ...plainFile(rgb(8)) }),
    made('a strip of four rows each', {
      tags: pictureTags(
        rgb(8),
        tag(278, LONG, 4),
        {
          tag: 273,
          type: LONG,
          values: (at) => Array.from({ length: strips }, (_, index) => at + index * stripBytes),
        },
        tag(279, LONG, ...Array<number>(strips).fill(stripBytes)),
      ),
      data: rgb(8).pixels,
    }),
    made('no RowsPerStrip', plainFile(rgb(8), tag(278, LONG, 0xffff_ffff))),
    made('planes apart', {
      tags: pictureTags(
        { ...rgb(8), pixels: planes[0]! },
        tag(284, SHORT, 2),
        {
          tag: 273,
          type: LONG,
          values: (at) => [0, 1, 2].map((plane) => at + plane * width * height),
        },
        tag(279, LONG, ...Array<number>(3).fill(width * height)),
      ),
      data: Buffer.concat(planes),
    }),
    ...[2, 4, 8, 16].map((bits) => made(`gray of ${bits} bits`, plainFile(levels(bits)), gray)),
    ...[2, 4, 8].map((bits) =>
      made(`gray of ${bits} bits, white is zero`, plainFile(levels(bits, 0)), gray),
    ),
    ...[4, 8].map((bits) => made(`palette of ${bits} bits`, palette(bits))),
    made(
      'private and unknown tags',
      plainFile(rgb(8), tag(33_550, 12, 0, 0, 0), tag(42_113, 2, 45, 0), tag(65_000, LONG, 7)),
    ),
    made('orientation 6', plainFile(rgb(8), tag(274, SHORT, 6)), {
      size: [64, 96],
      shows: [2, 0, 3, 1].map((quarter) => QUARTERS[quarter]!),
    }),
    made('an orientation that does not exist', plainFile(rgb(8), tag(274, SHORT, 77)), {
      verdict: 'damaged',
      says: /Bad value 77 for "Orientation"/,
    }),
    made('bytes after the end', {
      ...plainFile(rgb(8)),
      data: Buffer.concat([rgb(8).pixels, Buffer.alloc(5000)]),
    }),
  ]
}

function pngs(): Specimen[] {
  const rows = QUARTERS_ROWS.map((row) => Buffer.from(row))
  const pixels = deflatedRows(rows)
  const made = (
    name: string,
    file: Partial<Parameters<typeof pngFile>[0]>,
    more?: Partial<Specimen>,
  ) =>
    odd(
      name,
      'image/png',
      () => pngFile({ width, height, color: 2, pixels: [pixels], ...file }),
      more,
    )
  const gray = (depth: number) => {
    const values = LEVELS.map((level) => [Math.round((level / 3) * (2 ** depth - 1))])
    const packedRows = quarterRows(values).map((row) => packed([row], depth, 'MM'))
    return { depth, color: 0, pixels: [deflatedRows(packedRows)] }
  }
  const tiny = Array.from(pixels, (byte) => Buffer.from([byte]))
  return [
    ...[2, 4, 8, 16].map((depth) =>
      made(`gray of ${depth} bits`, gray(depth), { shows: FOUR_GRAYS }),
    ),
    made('a chunk for each byte', { pixels: tiny }),
    made('empty chunks between', { pixels: [Buffer.alloc(0), pixels, Buffer.alloc(0)] }),
    made('chunks that nobody knows', {
      before: [pngChunk('abCd', Buffer.alloc(100)), pngChunk('qqQq', Buffer.alloc(0))],
    }),
    made('a palette that is not used', { before: [pngChunk('PLTE', Buffer.from([1, 2, 3]))] }),
    made('text', { after: [pngChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))] }),
    made(
      'bytes after the end',
      {},
      {
        make: () =>
          Buffer.concat([
            pngFile({ width, height, color: 2, pixels: [pixels] }),
            Buffer.alloc(5000),
          ]),
      },
    ),
    made(
      'half transparent',
      {
        color: 6,
        pixels: [
          deflatedRows(
            quarterRows(QUARTERS.map((color) => [...color, 128])).map((row) => Buffer.from(row)),
          ),
        ],
      },
      {
        shows: QUARTERS.map(
          (color) => color.map((value) => Math.round((value + 255) / 2)) as unknown as Color,
        ),
      },
    ),
    made(
      'a transparent color of the palette',
      {
        color: 3,
        before: [
          pngChunk('PLTE', Buffer.from(QUARTERS.flat())),
          pngChunk('tRNS', Buffer.from([255, 0])),
        ],
        pixels: [
          deflatedRows(quarterRows(LEVELS.map((level) => [level])).map((row) => Buffer.from(row))),
        ],
      },
      { shows: [QUARTERS[0]!, [255, 255, 255], QUARTERS[2]!, QUARTERS[3]!] },
    ),
    made('a compressed text', {
      before: [
        pngChunk(
          'zTXt',
          Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(1000))]),
        ),
      ],
    }),
  ]
}

const QUARTERS_ROWS = quarterRows(QUARTERS)

function gifs(): Specimen[] {
  const colors = [...QUARTERS, ...QUARTERS]
  const pixels = quarterRows(LEVELS.map((level) => [level])).flat()
  const frame = { width, height, pixels }
  const made = (
    name: string,
    file: Partial<Parameters<typeof gifFile>[0]>,
    more?: Partial<Specimen>,
  ) =>
    odd(
      name,
      'image/gif',
      () => gifFile({ screen: SIZE, frames: [frame], palette: colors, ...file }),
      more,
    )
  return [
    made('by hand', {}),
    made(
      'a frame in the middle of the screen',
      { screen: [128, 96], frames: [{ ...frame, left: 16, top: 16 }] },
      { size: [128, 96] },
    ),
    made('a second frame of another size', { frames: [frame, { width: 2, height: 2 }] }),
    made('no trailer', { trailer: false }, { verdict: undefined }),
    made(
      'bytes after the end',
      {},
      {
        make: () =>
          Buffer.concat([
            gifFile({ screen: SIZE, frames: [frame], palette: colors }),
            Buffer.alloc(5000),
          ]),
      },
    ),
  ]
}

const ZIP = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
const SCRIPT = Buffer.from('<html><script>alert(document.cookie)</script></html>')

/** Files of two formats at once, of which only the picture counts. */
function doubles(): Specimen[] {
  const jpeg = () => fourColors().jpeg({ quality: 95 }).toBuffer()
  const after = (name: string, type: string, make: () => Promise<Buffer>, what: Buffer) =>
    odd(name, type, async () => Buffer.concat([await make(), what]))
  const segment = (marker: number, body: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(body.length + 2, 2)
    return Buffer.concat([head, body])
  }
  const inside = (name: string, ...segments: Buffer[]) =>
    odd(name, 'image/jpeg', async () => {
      const bytes = await jpeg()
      return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)])
    })
  return [
    after('and a ZIP archive', 'image/jpeg', jpeg, ZIP),
    after('and a page', 'image/jpeg', jpeg, SCRIPT),
    after('and another JPEG', 'image/jpeg', jpeg, Buffer.from('ffd8ffe000104a46', 'hex')),
    after('and a ZIP archive', 'image/png', () => fourColors().png().toBuffer(), ZIP),
    after('and a PDF', 'image/gif', () => fourColors().gif().toBuffer(), Buffer.from('%PDF-1.7')),
    after('and a page', 'image/webp', () => fourColors().webp().toBuffer(), SCRIPT),
    after('and a page', 'image/avif', () => fourColors().avif({ effort: 0 }).toBuffer(), SCRIPT),
    after('and a page', 'image/tiff', () => fourColors().tiff().toBuffer(), SCRIPT),
    inside('a program as its comment', segment(0xfe, Buffer.from('<?php system($_GET["c"]); ?>'))),
    inside('a PDF in its comment', segment(0xfe, Buffer.from('%PDF-1.7 1 0 obj'))),
    inside(
      'sixteen segments of 64 KB',
      ...Array<Buffer>(16).fill(segment(0xeb, Buffer.alloc(65_533))),
    ),
    inside(
      'a second JFIF header',
      segment(0xe0, Buffer.from('4a46494600010101004800480000', 'hex')),
    ),
    inside(
      'a profile that is none',
      segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(300, 7)])),
    ),
    inside(
      'half a profile',
      segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x09'), Buffer.alloc(300, 7)])),
    ),
    inside('an empty EXIF block', segment(0xe1, Buffer.from('Exif\0\0'))),
    inside(
      'EXIF that points outside',
      segment(0xe1, Buffer.from('Exif\0\0II*\0\xff\xff\xff\x7f', 'latin1')),
    ),
    inside('an EXIF directory that follows itself', segment(0xe1, exifLoop())),
    inside('EXIF with four billion values', segment(0xe1, exifOf([0x0112, 3, 0xffff_ffff, 6]))),
    odd('an orientation of 9', 'image/jpeg', async () => withExif(await jpeg(), 9)),
    odd('an orientation of 0', 'image/jpeg', async () => withExif(await jpeg(), 0)),
  ]
}

function exifOf(...entries: [tag: number, type: number, count: number, value: number][]): Buffer {
  const block = Buffer.alloc(8 + 2 + entries.length * 12 + 4)
  block.write('II*\0\x08', 'latin1')
  block.writeUInt16LE(entries.length, 8)
  for (const [index, [number, type, count, value]] of entries.entries()) {
    const at = 10 + index * 12
    block.writeUInt16LE(number, at)
    block.writeUInt16LE(type, at + 2)
    block.writeUInt32LE(count, at + 4)
    block.writeUInt32LE(value, at + 8)
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block])
}

function exifLoop(): Buffer {
  const block = exifOf([0x8769, LONG, 1, 8])
  block.writeUInt32LE(8, block.length - 4)
  return block
}

export function oddPictures(): Specimen[] {
  return [...tiffs(), ...pngs(), ...gifs(), ...doubles()]
}
