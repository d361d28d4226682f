/** Truncated pictures, and pictures altered at seeded positions. */

import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { fourColors } from '../pictures.ts'
import { gifFile } from './gif-file.ts'
import { deflatedRows, pngFile } from './png-file.ts'
import { numbersFrom } from '../seeded-numbers.ts'
import type { Below } from '../seeded-numbers.ts'
import type { Specimen, Verdict } from './specimen.ts'
import { packed, pictureTags, quarterRows, tiffFile } from './tiff-file.ts'
import { QUARTERS } from '../pictures.ts'

/** A noisy picture, so that every part of the file matters. */
function grainy(width = 300, height = 200): Sharp {
  const below = numbersFrom(7)
  const data = Buffer.from(Array.from({ length: width * height * 3 }, () => 60 + below(130)))
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function tiffByHand(): Buffer {
  const pixels = packed(quarterRows(QUARTERS), 8)
  const picture = { width: 96, height: 64, bits: 8, samples: 3, photometric: 2, pixels }
  return tiffFile({ tags: pictureTags(picture), data: pixels })
}

interface Kind {
  name: string
  type: string
  make: () => Promise<Buffer>
  /** The verdict if the file is cut within its pixels; absent if it depends on the position. */
  cut: Verdict
}

const KINDS: Kind[] = [
  { name: 'JPEG', type: 'jpeg', make: () => grainy().jpeg().toBuffer(), cut: 'damaged' },
  {
    name: 'progressive JPEG',
    type: 'jpeg',
    make: () => grainy().jpeg({ progressive: true }).toBuffer(),
    cut: 'damaged',
  },
  {
    name: 'gray JPEG',
    type: 'jpeg',
    make: () => grainy().toColorspace('b-w').jpeg().toBuffer(),
    cut: 'damaged',
  },
  {
    name: 'CMYK JPEG',
    type: 'jpeg',
    make: () => grainy().toColorspace('cmyk').jpeg().toBuffer(),
    cut: 'damaged',
  },
  { name: 'PNG', type: 'png', make: () => grainy().png().toBuffer(), cut: 'damaged' },
  {
    name: '16-bit PNG',
    type: 'png',
    make: () => grainy().toColorspace('rgb16').png().toBuffer(),
    cut: 'damaged',
  },
  {
    name: 'interlaced PNG',
    type: 'png',
    make: () => grainy().png({ progressive: true }).toBuffer(),
    cut: 'failed',
  },
  { name: 'GIF', type: 'gif', make: () => grainy().gif().toBuffer(), cut: 'damaged' },
  {
    name: 'TIFF whose directory comes last',
    type: 'tiff',
    make: () => grainy().tiff({ compression: 'lzw' }).toBuffer(),
    cut: 'refused at the commit',
  },
  {
    name: 'tiled TIFF',
    type: 'tiff',
    make: () =>
      grainy().tiff({ compression: 'jpeg', tile: true, tileWidth: 64, tileHeight: 64 }).toBuffer(),
    cut: 'refused at the commit',
  },
  {
    name: 'WebP',
    type: 'webp',
    make: () => grainy().webp().toBuffer(),
    cut: 'refused at the commit',
  },
  {
    name: 'lossless WebP',
    type: 'webp',
    make: () => grainy().webp({ lossless: true }).toBuffer(),
    cut: 'refused at the commit',
  },
  {
    name: 'AVIF',
    type: 'avif',
    make: () => grainy().avif({ effort: 0 }).toBuffer(),
    cut: 'failed',
  },
]

/** Uncompressed with its directory first, so that a part of the strip can be decoded. */
const SINGLE_STRIP: Kind = {
  name: 'TIFF of one strip',
  type: 'tiff',
  make: () => Promise.resolve(tiffByHand()),
  cut: 'damaged',
}

function cut({ name, type, make, cut: verdict }: Kind): Specimen[] {
  return [0.4, 0.6, 0.8, 0.97].map((share) => ({
    name: `${name} cut at ${share * 100} %`,
    contentType: `image/${type}`,
    async make() {
      const bytes = await make()
      return bytes.subarray(0, Math.floor(bytes.length * share))
    },
    verdict: name === SINGLE_STRIP.name && share < 0.5 ? 'failed' : verdict,
    says: /damaged/,
  }))
}

const ALTERATIONS: Record<string, (bytes: Buffer, below: Below) => Buffer> = {
  'a bit turned'(bytes, below) {
    const altered = Buffer.from(bytes)
    altered[below(bytes.length)]! ^= 1 << below(8)
    return altered
  },
  'twenty bytes altered'(bytes, below) {
    const altered = Buffer.from(bytes)
    for (let left = 20; left > 0; left -= 1) altered[below(bytes.length)] = below(256)
    return altered
  },
  'numbers of the header altered'(bytes, below) {
    const altered = Buffer.from(bytes)
    for (let left = 1 + below(6); left > 0; left -= 1)
      altered[8 + below(Math.min(300, bytes.length - 8))] = [0, 1, 0x7f, 0x80, 0xff][below(5)]!
    return altered
  },
  'a piece missing'(bytes, below) {
    const at = below(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(40))])
  },
  'a piece twice'(bytes, below) {
    const at = below(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - 200))])
  },
}

/** Their verdicts are recorded. */
function altered(kind: Kind, index: number): Specimen[] {
  return Object.entries(ALTERATIONS).map(([what, alter], alteration) => ({
    name: `${kind.name}, ${what}`,
    contentType: `image/${kind.type}`,
    make: async () => alter(await kind.make(), numbersFrom(index * 100 + alteration)),
  }))
}

/** Pictures damaged in whole rows or strips, whose other parts have to decode correctly. */
function brokenInPart(): Specimen[] {
  const rows = quarterRows(QUARTERS).map((row) => Buffer.from(row))
  const pixels = deflatedRows(rows)
  const half = pixels.subarray(0, pixels.length - 40)
  const halfRows = deflatedRows(rows.slice(0, 32))
  const indices = quarterRows([[0], [1], [2], [3]])
    .flat()
    .slice(0, 96 * 40)
  const frame = { width: 96, height: 64, pixels: indices }
  const palette = [...QUARTERS, ...QUARTERS] as (readonly [number, number, number])[]
  const damaged = { verdict: 'damaged', says: /damaged/ } as const
  return [
    {
      name: 'PNG with half of its rows',
      contentType: 'image/png',
      make: () => pngFile({ width: 96, height: 64, color: 2, pixels: [halfRows] }),
      ...damaged,
    },
    {
      name: 'PNG whose stream ends early',
      contentType: 'image/png',
      make: () => pngFile({ width: 96, height: 64, color: 2, pixels: [half] }),
      ...damaged,
    },
    {
      name: 'GIF with half of its pixels',
      contentType: 'image/gif',
      make: () => gifFile({ screen: [96, 64], frames: [frame], palette }),
      verdict: undefined,
    },
    {
      name: 'JPEG without its last marker',
      contentType: 'image/jpeg',
      make: async () => (await fourColors().jpeg().toBuffer()).subarray(0, -2),
      ...damaged,
    },
    {
      name: 'JPEG of another height in its header',
      contentType: 'image/jpeg',
      async make() {
        const bytes = await fourColors().jpeg().toBuffer()
        bytes.writeUInt16BE(640, bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5)
        return bytes
      },
      ...damaged,
    },
  ]
}

export function brokenPictures(): Specimen[] {
  return [...[...KINDS, SINGLE_STRIP].flatMap(cut), ...KINDS.flatMap(altered), ...brokenInPart()]
}
