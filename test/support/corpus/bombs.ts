/** Small files that claim a huge size, or expand to one. */

import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { fourColors, largeProgressiveJpeg, plain, pngBomb, pngChunk, RED } from '../pictures.ts'
import { gifFile } from './gif-file.ts'
import { deflatedZeros, pngFile } from './png-file.ts'
import type { Specimen, Verdict } from './specimen.ts'
import { LONG, LONG8, pictureTags, place, SHORT, tag, tiffFile } from './tiff-file.ts'
import type { Tag, TiffFile } from './tiff-file.ts'

function bomb(
  name: string,
  contentType: string,
  make: Specimen['make'],
  expected: readonly [Verdict, RegExp?],
): Specimen {
  const [verdict, says] = expected
  return { name: `bomb: ${name}`, contentType, make, verdict, says }
}

const TOO_LARGE = ['refused at the commit', /more pixels than the server accepts/] as const
const TOO_MUCH_TEXT = ['refused at the commit', /text and profile in the header/] as const
const PROGRESSIVE = ['refused at the commit', /Save it as a baseline JPEG or a TIFF/] as const
const NO_HEADER = ['refused at the commit', /damaged/] as const
const DAMAGED = ['failed', /damaged/] as const
const UNREADABLE = ['refused at the commit', /which cannot be decoded/] as const
const IN_PART = ['damaged', /damaged/] as const
const MEMORY = ['failed', /more memory than one picture may use/] as const
const FINE = ['complete'] as const

function pngs(): Specimen[] {
  const made = (
    name: string,
    make: Specimen['make'],
    expected: readonly [Verdict, RegExp?],
    isHeavy?: boolean,
  ) => ({ ...bomb(name, 'image/png', make, expected), isHeavy })
  const zeros = (
    side: number,
    bytesPerPixel: number,
    file: { color: number; depth?: number; interlaced?: boolean },
  ) =>
    pngFile({
      width: side,
      height: side,
      ...file,
      pixels: [deflatedZeros(side * (1 + side * bytesPerPixel))],
    })
  const red = () => plain(40, 40, RED).png().toBuffer()
  const carrying = async (...chunks: Buffer[]) => {
    const bytes = await red()
    const at = 8 + 25
    return Buffer.concat([bytes.subarray(0, at), ...chunks, bytes.subarray(at)])
  }
  const unfolding = () => deflatedZeros(400 * 1024 ** 2)
  return [
    made('PNG of 40,000 × 40,000 in 100 bytes', () => pngBomb(40_000, 40_000), TOO_LARGE),
    made('PNG of 1 × 2,147,483,647', () => pngBomb(1, 0x7fff_ffff), NO_HEADER),
    made('PNG of 4,294,967,295 squared', () => pngBomb(0xffff_ffff, 0xffff_ffff), NO_HEADER),
    made('PNG of 0 × 0', () => pngBomb(0, 0), NO_HEADER),
    made(
      'PNG of 30,000 × 30,000 with a kilobyte of pixels',
      () => pngBomb(30_000, 30_000),
      DAMAGED,
    ),
    made('PNG of 900 million black pixels', () => zeros(30_000, 1, { color: 0 }), FINE, true),
    made(
      'PNG of 225 million pixels of 16 bits',
      () => zeros(15_000, 8, { color: 6, depth: 16 }),
      FINE,
      true,
    ),
    made(
      'interlaced PNG of 900 million pixels',
      () => zeros(30_000, 3, { color: 2, interlaced: true }),
      MEMORY,
      true,
    ),
    made(
      'PNG whose stream goes on for 400 MB after the pixels',
      () => pngFile({ width: 40, height: 40, color: 0, pixels: [unfolding()] }),
      FINE,
    ),
    made(
      'PNG with a profile that unfolds to 400 MB',
      () => carrying(pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), unfolding()]))),
      TOO_MUCH_TEXT,
    ),
    made(
      'PNG with a text that unfolds to 400 MB',
      () => carrying(pngChunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), unfolding()]))),
      TOO_MUCH_TEXT,
    ),
    made(
      'PNG with 20,000 texts',
      () => carrying(...Array<Buffer>(20_000).fill(pngChunk('tEXt', Buffer.from('a\0b')))),
      FINE,
    ),
    made(
      'PNG with 100,000 empty chunks of pixels',
      async () => carrying(...Array<Buffer>(100_000).fill(pngChunk('vpAg', Buffer.alloc(0)))),
      FINE,
    ),
    made(
      'PNG of 15 pixels each way with a chunk of 2 GB announced',
      async () => {
        const bytes = await red()
        bytes.writeUInt32BE(0x7fff_fff0, bytes.indexOf('IDAT') - 4)
        return bytes
      },
      DAMAGED,
    ),
  ]
}

/** The marker and length of a segment. */
function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** Another size in the frame header: T.81 B.2.2. */
function resized(bytes: Buffer, marker: number, width: number, height: number): Buffer {
  const at = bytes.indexOf(Buffer.from([0xff, marker]))
  bytes.writeUInt16BE(height, at + 5)
  bytes.writeUInt16BE(width, at + 7)
  return bytes
}

function jpegs(): Specimen[] {
  const made = (
    name: string,
    make: Specimen['make'],
    expected: readonly [Verdict, RegExp?],
    isHeavy?: boolean,
  ) => ({ ...bomb(name, 'image/jpeg', make, expected), isHeavy })
  const baseline = () => fourColors().jpeg().toBuffer()
  const progressive = () => fourColors().jpeg({ progressive: true }).toBuffer()
  const SOF0 = 0xc0
  return [
    made(
      'JPEG of 65,500 × 65,500',
      async () => resized(await baseline(), SOF0, 65_500, 65_500),
      TOO_LARGE,
    ),
    made('JPEG of 0 × 64', async () => resized(await baseline(), SOF0, 0, 64), NO_HEADER),
    made(
      'JPEG whose height comes later',
      async () => resized(await baseline(), SOF0, 96, 0),
      NO_HEADER,
    ),
    made(
      'JPEG of 30,000 × 30,000 with a kilobyte of pixels',
      async () => resized(await baseline(), SOF0, 30_000, 30_000),
      // What is decoded is less than a pixel of the derivatives.
      DAMAGED,
      true,
    ),
    made(
      'progressive JPEG of 31,000 × 31,000 with a kilobyte of pixels',
      () => largeProgressiveJpeg(31_000, 31_000),
      PROGRESSIVE,
    ),
    made(
      'progressive JPEG of 12,000 × 12,000',
      () => plain(12_000, 12_000, RED).jpeg({ progressive: true }).toBuffer(),
      FINE,
      true,
    ),
    made(
      'progressive JPEG with two thousand scans',
      async () => withScans(await progressive(), 2000),
      DAMAGED,
    ),
    made('JPEG of 12 bits', async () => changed(await baseline(), SOF0, 4, 12), UNREADABLE),
    made('JPEG of 255 components', async () => changed(await baseline(), SOF0, 9, 255), NO_HEADER),
    made('JPEG without loss', async () => remarked(await baseline(), SOF0, 0xc3), DAMAGED),
    made('JPEG with arithmetic coding', async () => remarked(await baseline(), SOF0, 0xc9), FINE),
    made(
      'JPEG of a quarter of a gigabyte of segments',
      async () => {
        const bytes = await baseline()
        const part = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.alloc(65_520)]))
        return Buffer.concat([
          bytes.subarray(0, 2),
          ...Array<Buffer>(4000).fill(part),
          bytes.subarray(2),
        ])
      },
      FINE,
      true,
    ),
    made(
      'JPEG with a profile in 255 parts',
      async () => {
        const bytes = await baseline()
        const parts = Array.from({ length: 255 }, (_, index) =>
          segment(
            0xe2,
            Buffer.concat([
              Buffer.from('ICC_PROFILE\0'),
              Buffer.from([index + 1, 255]),
              Buffer.alloc(65_000, index),
            ]),
          ),
        )
        return Buffer.concat([bytes.subarray(0, 2), ...parts, bytes.subarray(2)])
      },
      FINE,
    ),
  ]
}

function changed(bytes: Buffer, marker: number, offset: number, value: number): Buffer {
  bytes[bytes.indexOf(Buffer.from([0xff, marker])) + offset] = value
  return bytes
}

function remarked(bytes: Buffer, from: number, to: number): Buffer {
  return changed(bytes, from, 1, to)
}

/** The last scan of a progressive picture, many times over. */
function withScans(bytes: Buffer, count: number): Buffer {
  const at = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = bytes.subarray(at, -2)
  return Buffer.concat([
    bytes.subarray(0, at),
    ...Array<Buffer>(count).fill(scan),
    bytes.subarray(-2),
  ])
}

const GRAY = {
  width: 40,
  height: 40,
  bits: 8,
  samples: 1,
  photometric: 1,
  pixels: Buffer.from(Array.from({ length: 1600 }, (_, index) => index % 256)),
}

function tiffs(): Specimen[] {
  const made = (
    name: string,
    file: TiffFile | (() => TiffFile),
    expected: readonly [Verdict, RegExp?],
    isHeavy?: boolean,
  ) => {
    const make = () => tiffFile(typeof file === 'function' ? file() : file)
    return { ...bomb(`TIFF ${name}`, 'image/tiff', make, expected), isHeavy }
  }
  const gray = (...others: Tag[]): TiffFile => ({
    tags: pictureTags(GRAY, ...others),
    data: GRAY.pixels,
  })
  const many = 30_000
  return [
    made('whose directory follows itself', { ...gray(), next: 8 }, IN_PART),
    made('with a sub-directory that is its own', gray(tag(330, LONG, 8)), FINE),
    made(
      'of 4,294,967,295 squared',
      gray(tag(256, LONG, 0xffff_ffff), tag(257, LONG, 0xffff_ffff)),
      NO_HEADER,
    ),
    made(
      'of 40,000 squared',
      gray(tag(256, LONG, 40_000), tag(257, LONG, 40_000), tag(278, LONG, 40_000)),
      TOO_LARGE,
    ),
    made(
      'of 30,000 squared with a kilobyte of pixels',
      gray(tag(256, LONG, 30_000), tag(257, LONG, 30_000), tag(278, LONG, 30_000)),
      DAMAGED,
    ),
    made('of 0 × 0', gray(tag(256, LONG, 0), tag(257, LONG, 0)), NO_HEADER),
    made('with 65,535 samples', gray(tag(277, SHORT, 65_535)), UNREADABLE),
    made('with 65,535 bits', gray(tag(258, SHORT, 65_535)), UNREADABLE),
    made('with 0 bits', gray(tag(258, SHORT, 0)), UNREADABLE),
    made('with rows per strip of 0', gray(tag(278, LONG, 0)), NO_HEADER),
    made('with a strip beyond its end', gray(place(273, LONG, 0x7000_0000)), DAMAGED),
    made('with four billion strips', gray({ ...place(273, LONG, 0), count: 0xffff_ffff }), DAMAGED),
    made('with strips of four billion bytes', gray(tag(279, LONG, 0xffff_ffff)), IN_PART),
    made(
      'with tiles of 0 × 0',
      gray(tag(322, LONG, 0), tag(323, LONG, 0), place(324, LONG, 0), tag(325, LONG, 1600)),
      NO_HEADER,
    ),
    made(
      'with a tile of a gigapixel',
      gray(
        tag(322, LONG, 32_768),
        tag(323, LONG, 32_768),
        place(324, LONG, 0),
        tag(325, LONG, 1600),
      ),
      NO_HEADER,
    ),
    made('with a compression that nobody knows', gray(tag(259, SHORT, 31_337)), UNREADABLE),
    made('with a color space that nobody knows', gray(tag(262, SHORT, 31_337)), UNREADABLE),
    made('with noise for JPEG', gray(tag(259, SHORT, 7)), DAMAGED),
    made('with noise for fax', gray(tag(259, SHORT, 4), tag(258, SHORT, 1)), DAMAGED),
    made(
      'with 2^62 directory entries',
      { big: true, tags: [], data: Buffer.alloc(64, 0x40) },
      NO_HEADER,
    ),
    made('with a strip at 2^63', { big: true, ...gray(tag(273, LONG8, 2 ** 62)) }, DAMAGED),
    made(
      'that unfolds to 900 million pixels',
      () => {
        const pixels = deflatedZeros(many * many)
        const sizes = [
          tag(256, LONG, many),
          tag(257, LONG, many),
          tag(278, LONG, many),
          tag(279, LONG, pixels.length),
        ]
        return {
          tags: pictureTags({ ...GRAY, pixels }, tag(259, SHORT, 8), ...sizes),
          data: pixels,
        }
      },
      FINE,
      true,
    ),
    made(
      'of 900 million pixels in strips',
      () => {
        const strip = deflateSync(Buffer.alloc(many * 100))
        const rows = many / 100
        return {
          tags: pictureTags(
            GRAY,
            tag(256, LONG, many),
            tag(257, LONG, many),
            tag(278, LONG, 100),
            tag(259, SHORT, 8),
            { tag: 273, type: LONG, values: (at) => Array<number>(rows).fill(at) },
            tag(279, LONG, ...Array<number>(rows).fill(strip.length)),
          ),
          data: strip,
        }
      },
      FINE,
      true,
    ),
  ]
}

function others(): Specimen[] {
  const gif = (
    name: string,
    file: Parameters<typeof gifFile>[0],
    expected: readonly [Verdict, RegExp?],
    isHeavy?: boolean,
  ) => ({ ...bomb(`GIF ${name}`, 'image/gif', () => gifFile(file), expected), isHeavy })
  const dot = { width: 1, height: 1 }
  const webp = () => fourColors().webp().toBuffer()
  const extended = (width: number, height: number) => async () => {
    const bytes = await webp()
    const head = Buffer.alloc(18)
    head.write('VP8X\x0a', 'latin1')
    head.writeUIntLE(width - 1, 12, 3)
    head.writeUIntLE(height - 1, 15, 3)
    const whole = Buffer.concat([bytes.subarray(0, 12), head, bytes.subarray(12)])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  }
  return [
    gif('with a screen of 65,535 squared', { screen: [65_535, 65_535], frames: [dot] }, FINE),
    gif('with a screen of 31,000 squared', { screen: [31_000, 31_000], frames: [dot] }, FINE),
    gif('without a frame', { screen: [9, 9], frames: [] }, NO_HEADER),
    gif(
      'with a frame larger than its screen',
      { screen: [4, 4], frames: [{ width: 40, height: 40 }] },
      FINE,
    ),
    gif('with a frame of 0 × 0', { screen: [9, 9], frames: [{ width: 0, height: 0 }] }, FINE),
    gif(
      'with 20,000 frames',
      { screen: [9, 9], frames: Array.from({ length: 20_000 }, () => dot) },
      FINE,
    ),
    gif(
      'with a frame of noise',
      { screen: [40, 40], frames: [{ width: 40, height: 40, data: Buffer.alloc(800, 0x5a) }] },
      DAMAGED,
    ),
    bomb(
      'WebP with a canvas of 16,777,216 squared',
      'image/webp',
      extended(2 ** 24, 2 ** 24),
      NO_HEADER,
    ),
    bomb(
      'WebP with a canvas of 16,000 squared around a small picture',
      'image/webp',
      extended(16_000, 16_000),
      NO_HEADER,
    ),
    bomb(
      'WebP whose length is a lie',
      'image/webp',
      async () => {
        const bytes = await webp()
        bytes.writeUInt32LE(0xffff_fff0, 4)
        return bytes
      },
      NO_HEADER,
    ),
    bomb('AVIF of 65,535 squared', 'image/avif', () => avifSized(65_535, 65_535), TOO_LARGE),
    bomb(
      'AVIF of 30,000 squared around a small picture',
      'image/avif',
      () => avifSized(30_000, 30_000),
      DAMAGED,
    ),
    bomb(
      'AVIF whose boxes are endless',
      'image/avif',
      async () => {
        const bytes = await avif()
        bytes.writeUInt32BE(0xffff_fff0, bytes.indexOf('meta') - 4)
        return bytes
      },
      NO_HEADER,
    ),
    bomb(
      'WebP of 100 frames',
      'image/webp',
      async () => {
        const frames = Array.from({ length: 100 }, (_, index) => ({
          create: {
            width: 40,
            height: 40,
            channels: 3 as const,
            background: { r: index, g: 9, b: 9 },
          },
        }))
        const files = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
        return sharp(files, { join: { animated: true } })
          .webp({ effort: 0 })
          .toBuffer()
      },
      FINE,
    ),
  ]
}

const avif = () => fourColors().avif({ effort: 0 }).toBuffer()

/** The property `ispe` says how large the picture is: ISO/IEC 23008-12, 6.5.3. */
async function avifSized(width: number, height: number): Promise<Buffer> {
  const bytes = await avif()
  const at = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(width, at)
  bytes.writeUInt32BE(height, at + 4)
  return bytes
}

export function bombs(): Specimen[] {
  return [...pngs(), ...jpegs(), ...tiffs(), ...others()]
}
