/** TIFFs of every photometric interpretation, sample format, depth and layout, and the colors that they show. */

import type { Color } from '../pictures.ts'
import { LONG, pictureTags, SHORT, tag, tiffFile, type Tag } from './tiff-file.ts'

export interface TiffKind {
  photometric: number
  /** Bits of a sample. */
  bits: number
  /** SampleFormat: 1 unsigned, 2 signed, 3 floating point, 4 undefined, 5 and 6 complex. */
  format: number
  isPlanar: boolean
  /** `alpha` is opaque; `other` is a channel of zeros that is no transparency. */
  extra: 'none' | 'alpha' | 'other'
}

/** Quarters that are whole blocks of a JPEG. */
const WIDTH = 32
const HEIGHT = 32

const STEPS = [0, 1 / 3, 2 / 3, 1]
const GRAYS = STEPS.map((step): Color => [step * 255, step * 255, step * 255])
const BLACK_AND_WHITE = STEPS.map((step): Color => (step < 0.5 ? [0, 0, 0] : [255, 255, 255]))

const PRIMARIES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 1],
]
const PRIMARY_COLORS = PRIMARIES.map(([r = 0, g = 0, b = 0]): Color => [r * 255, g * 255, b * 255])

const INKS = [
  [0, 1, 1, 0],
  [1, 0, 1, 0],
  [1, 1, 0, 0],
  [0, 0, 0, 0],
]
/** As the decoder's profile of a press has them. */
const PRINTED: Color[] = [
  [232, 0, 0],
  [0, 141, 45],
  [32, 6, 116],
  [255, 255, 255],
]

const LIGHTNESS = [0, 0.534, 1, 0.534]
const LIGHTNESS_GRAYS = [0, 127, 255, 127].map((gray): Color => [gray, gray, gray])

/** Samples of the quarters from 0 to 1, and the colors that they mean. */
function quartersOf({ photometric, bits, format }: TiffKind): {
  samples: number[][]
  shows: readonly Color[]
} {
  const grays = bits === 1 ? BLACK_AND_WHITE : GRAYS
  if (photometric === 0) return { samples: STEPS.map((step) => [1 - step]), shows: grays }
  if (photometric === 3) {
    const entries = 2 ** bits
    const indexes = [0, 1, 2, 3].map((index) => index % entries)
    return {
      samples: indexes.map((index) => [index / (entries - 1)]),
      shows: indexes.map((index) => PRIMARY_COLORS[index]!),
    }
  }
  if (photometric === 5) return { samples: INKS, shows: PRINTED }
  if (photometric === 8) {
    const scale = format === 3 ? 100 : 1
    return { samples: LIGHTNESS.map((step) => [step * scale, 0, 0]), shows: LIGHTNESS_GRAYS }
  }
  if (photometric === 2 || photometric === 6 || photometric > 8)
    return { samples: PRIMARIES, shows: PRIMARY_COLORS }
  return { samples: STEPS.map((step) => [step]), shows: grays }
}

/** Writes a TIFF of one strip for each plane. */
export function tiffOfKind(
  kind: TiffKind,
  others: readonly Tag[] = [],
): { bytes: Buffer; shows: readonly Color[] } {
  const { samples: colors, shows } = quartersOf(kind)
  const extra = { none: [], alpha: [kind.format === 2 ? 0.5 : 1], other: [0] }[kind.extra]
  const samples = colors.map((color) => [...color, ...extra])
  const channels = samples[0]!.length
  const planes = kind.isPlanar
    ? Array.from({ length: channels }, (_, channel) =>
        packQuarters(
          samples.map((color) => [color[channel]!]),
          kind,
        ),
      )
    : [packQuarters(samples, kind)]
  const data = Buffer.concat(planes)
  const picture = { ...kind, width: WIDTH, height: HEIGHT, samples: channels, pixels: data }
  const tags = [
    tag(339, SHORT, ...Array<number>(channels).fill(kind.format)),
    tag(284, SHORT, kind.isPlanar ? 2 : 1),
    tag(530, SHORT, 1, 1),
    ...(extra.length > 0 ? [tag(338, SHORT, kind.extra === 'alpha' ? 2 : 0)] : []),
    ...(kind.photometric === 3 ? [colorMap(kind.bits)] : []),
    ...placePlanes(planes),
    ...others,
  ]
  return { bytes: tiffFile({ tags: pictureTags(picture, ...tags), data }), shows }
}

function placePlanes(planes: readonly Buffer[]): Tag[] {
  const starts = planes.map((_, index) => index * planes[0]!.length)
  return [
    { tag: 273, type: LONG, values: (dataAt) => starts.map((start) => dataAt + start) },
    tag(279, LONG, ...planes.map(({ length }) => length)),
  ]
}

function colorMap(bits: number): Tag {
  const entries = 2 ** Math.min(bits, 16)
  const values = [0, 1, 2].flatMap((channel) =>
    Array.from({ length: entries }, (_, index) => (PRIMARY_COLORS[index]?.[channel] ?? 0) * 257),
  )
  return { tag: 320, type: SHORT, values: () => values }
}

/** Packs samples from 0 to 1, in little endian; each row begins with a new byte. */
function packQuarters(samples: readonly number[][], { bits, format }: TiffKind): Buffer {
  const encoded = samples.map((color) => color.map((sample) => encodeSample(sample, bits, format)))
  const [top = [], bottom = []] = [encoded.slice(0, 2), encoded.slice(2)].map((pair) =>
    pair.flatMap((color) =>
      Array<string[]>(WIDTH / 2)
        .fill(color)
        .flat(),
    ),
  )
  return Buffer.concat([top, bottom].flatMap((row) => Array<Buffer>(HEIGHT / 2).fill(packRow(row))))
}

function packRow(samples: readonly string[]): Buffer {
  const row = samples.join('')
  const bytes = row.match(/.{1,8}/g)!.map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2))
  return Buffer.from(bytes)
}

/** @returns the bits of a sample, of which those of whole bytes are in little endian */
function encodeSample(sample: number, bits: number, format: number): string {
  const digits = toInteger(sample, bits, format).toString(2).padStart(bits, '0')
  return bits % 8 === 0 ? digits.match(/.{8}/g)!.toReversed().join('') : digits
}

function toInteger(sample: number, bits: number, format: number): bigint {
  if (format === 3 && bits >= 16) return encodeFloat(sample, bits)
  const top = (1n << BigInt(bits)) - 1n
  const scaled = BigInt(Math.round(sample * Number(top)))
  const level = scaled > top ? top : scaled
  return format === 2 ? level ^ (1n << BigInt(bits - 1)) : level
}

const EXPONENT_BITS: Record<number, number> = { 16: 5, 24: 7, 32: 8, 64: 11 }

/** IEEE 754, and the 24 bits of TIFF Technical Note 3. */
function encodeFloat(sample: number, bits: number): bigint {
  if (sample === 0) return 0n
  const double = Buffer.alloc(8)
  double.writeDoubleBE(sample)
  const encoded = double.readBigUInt64BE()
  const exponentBits = EXPONENT_BITS[bits] ?? 8
  const fractionBits = bits - 1 - exponentBits
  const exponent = Number((encoded >> 52n) & 0x7ffn) - 1023 + 2 ** (exponentBits - 1) - 1
  const fraction = (encoded & ((1n << 52n) - 1n)) >> BigInt(52 - fractionBits)
  return (BigInt(exponent) << BigInt(fractionBits)) | fraction
}

const DEPTHS = [1, 2, 4, 6, 8, 10, 12, 14, 16, 24, 32, 64]
const PHOTOMETRICS = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 32_803, 32_844, 32_845, 34_892, 51_177]

const FORMATS = [1, 2, 3, 4, 5, 6]
const EXTRAS = ['none', 'alpha', 'other'] as const
const NEVER_SHOWN = new Set([4, 9, 10, 32_803, 32_844, 34_892, 51_177])

/** Lists every combination, but few large palettes, and further channels only of what is shown without them. */
export function listTiffKinds(): TiffKind[] {
  return PHOTOMETRICS.flatMap((photometric) => {
    const layouts = [false, true].flatMap((isPlanar) =>
      (NEVER_SHOWN.has(photometric) ? EXTRAS.slice(0, 1) : EXTRAS).map((extra) => ({
        isPlanar,
        extra,
      })),
    )
    const depths = DEPTHS.filter((depth) => photometric !== 3 || depth <= 16)
    return depths.flatMap((bits) =>
      FORMATS.slice(0, photometric === 3 && bits > 8 ? 2 : 6).flatMap((format) =>
        layouts.map((layout) => ({ photometric, bits, format, ...layout })),
      ),
    )
  })
}

export function describeTiffKind({ photometric, bits, format, isPlanar, extra }: TiffKind): string {
  return `photometric ${photometric}, ${bits} bits, format ${format}, ${isPlanar ? 'planes' : 'interleaved'}, extra ${extra}`
}
