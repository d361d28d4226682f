/** The kinds of TIFF that the decoder shows right; docs/pictures.md has them as tables. */

import { MAX_TIFF_PART_BYTES } from '../base/limits.ts'
import {
  BLACK_IS_ZERO,
  CIELAB,
  CMYK,
  COLOR_CHANNELS,
  LOG_LUV,
  MAX_CHANNELS,
  PALETTE,
  RGB,
  WHITE_IS_ZERO,
  YCBCR,
  type TiffSamples,
} from './tiff-samples.ts'

/** Colors that the decoder shows right. */
interface ColorKind {
  name: string
  /** Bits of a sample, by sample format. */
  unsigned: readonly number[]
  signed?: readonly number[]
  float?: readonly number[]
}

const DEPTHS_OF_TONES = {
  unsigned: [8, 16, 32],
  signed: [8, 16, 32],
  float: [16, 32],
} as const

const COLOR_KINDS: Partial<Record<number, ColorKind>> = {
  [WHITE_IS_ZERO]: { name: 'white-is-zero gray', unsigned: [1, 2, 4, 8, 16] },
  [BLACK_IS_ZERO]: { name: 'gray', ...DEPTHS_OF_TONES, unsigned: [1, 2, 4, 8, 16, 32] },
  [RGB]: { name: 'RGB', ...DEPTHS_OF_TONES },
  [PALETTE]: { name: 'palette', unsigned: [1, 2, 4, 8, 16] },
  [CMYK]: { name: 'CMYK', unsigned: [8, 16] },
  [YCBCR]: { name: 'YCbCr', unsigned: [8] },
  [CIELAB]: { name: 'CIELab', unsigned: [8, 16], float: [32] },
  [LOG_LUV]: { name: 'LogLuv', unsigned: [8, 16, 32], signed: [16], float: [32] },
}

const OTHER_COLORS: Partial<Record<number, string>> = {
  4: 'a transparency mask instead of colors',
  9: 'ICCLab colors',
  10: 'ITULab colors',
  32_803: 'the raw data of a camera (CFA)',
  32_844: 'LogL colors',
  34_892: 'the raw data of a camera (LinearRaw)',
  51_177: 'a depth map instead of colors',
}

const JPEG = 7
const GRAYS = [WHITE_IS_ZERO, BLACK_IS_ZERO]

/** Compressions that the decoder reads, and the only samples that each can store. */
const COMPRESSIONS: Partial<
  Record<number, { name: string; depths?: number[]; colors?: readonly number[] }>
> = {
  1: { name: 'no' },
  2: { name: 'CCITT RLE', depths: [1], colors: GRAYS },
  3: { name: 'CCITT Group 3', depths: [1], colors: GRAYS },
  4: { name: 'CCITT Group 4', depths: [1], colors: GRAYS },
  5: { name: 'LZW' },
  [JPEG]: { name: 'JPEG', depths: [8], colors: [...GRAYS, RGB, CMYK, YCBCR] },
  8: { name: 'Deflate' },
  32_766: { name: 'NeXT', depths: [2], colors: GRAYS },
  32_771: { name: 'CCITT RLE', depths: [1], colors: GRAYS },
  32_773: { name: 'PackBits' },
  32_809: { name: 'ThunderScan', depths: [4], colors: GRAYS },
  32_946: { name: 'Deflate' },
  34_676: { name: 'SGI Log', colors: [LOG_LUV] },
  34_677: { name: 'SGI Log', colors: [LOG_LUV] },
  50_001: { name: 'WebP', depths: [8], colors: [RGB] },
}

const PREDICTED = [5, 8, 32_946]

const OTHER_COMPRESSIONS: Partial<Record<number, string>> = {
  6: 'old-style JPEG',
  9: 'JBIG',
  10: 'JBIG',
  32_908: 'PixarFilm',
  32_909: 'PixarLog',
  32_947: 'Kodak DCS',
  33_003: 'JPEG 2000',
  33_005: 'JPEG 2000',
  34_661: 'JBIG',
  34_712: 'JPEG 2000',
  34_715: 'JBIG2',
  34_887: 'LERC',
  34_892: 'lossy JPEG',
  34_925: 'LZMA',
  50_000: 'Zstandard',
  50_002: 'JPEG XL',
  52_546: 'JPEG XL',
}

/**
 * Explains why the decoder cannot show a TIFF, or would show it in wrong colors, with what to do.
 * @returns undefined if it shows the picture right
 */
export function explainUnreadableTiff(samples: TiffSamples): string | undefined {
  const reason = findUnreadable(samples)
  return reason === undefined
    ? undefined
    : `The file is a TIFF with ${reason}, which cannot be decoded. Save it as gray or RGB with 8 or 16 bits and with LZW compression.`
}

function findUnreadable(samples: TiffSamples): string | undefined {
  const { isPreview, photometric } = samples
  if (isPreview) return 'only a preview as its first picture, as in the raw files of cameras'
  if (photometric === undefined) return 'no photometric interpretation'
  const kind = COLOR_KINDS[photometric]
  if (!kind)
    return OTHER_COLORS[photometric] ?? `the unknown photometric interpretation ${photometric}`
  const { bits, format } = samples
  if (bits === undefined) return 'channels of different depths'
  if (format === undefined) return 'channels of different sample formats'
  const pixels = { ...samples, photometric, bits, format, kind }
  return RULES.find(([applies]) => applies(pixels))?.[1](pixels)
}

interface Pixels extends TiffSamples {
  photometric: number
  bits: number
  format: number
  kind: ColorKind
}

/** Pixels that cannot be read, and their description. The first rule that applies gives the reason. */
const RULES: readonly (readonly [(pixels: Pixels) => boolean, (pixels: Pixels) => string])[] = [
  [
    ({ kind, bits, format }) => !listDepths(kind, format).includes(bits),
    ({ kind, bits, format }) =>
      `${FORMAT_NAMES[format] ?? 'unknown'} ${kind.name} samples of ${describeBits(bits)}`,
  ],
  [
    ({ format, bits, isPlanar, samplesPerPixel }) =>
      format === 3 && bits === 16 && isPlanar && samplesPerPixel > 1,
    ({ kind }) => `floating-point ${kind.name} samples of 16 bits in planes`,
  ],
  [({ photometric, inkSet }) => photometric === CMYK && inkSet !== 1, () => 'other inks than CMYK'],
  [(pixels) => countExtra(pixels) < 0, ({ kind }) => `fewer channels than ${kind.name} has`],
  [
    ({ samplesPerPixel }) => samplesPerPixel > MAX_CHANNELS,
    () => `more than ${MAX_CHANNELS} channels`,
  ],
  [
    (pixels) =>
      pixels.samplesPerPixel > USUAL_CHANNELS && computeHeldBytes(pixels) > MAX_TIFF_PART_BYTES,
    ({ samplesPerPixel, isTiled }) =>
      `${samplesPerPixel} channels in ${isTiled ? 'rows of tiles' : 'strips'} of more than ${MAX_TIFF_PART_BYTES / 1024 ** 2} MiB`,
  ],
  [
    (pixels) => countExtra(pixels) > 0 && isColorsOnly(pixels),
    ({ kind, bits }) =>
      `${kind.name} samples of ${describeBits(bits)} and transparency or further channels`,
  ],
  [
    ({ isTiled, isPlanar, samplesPerPixel }) => isTiled && isPlanar && samplesPerPixel > 1,
    () => 'tiles in separate planes',
  ],
  [
    ({ compression }) => !COMPRESSIONS[compression],
    ({ compression }) =>
      `${OTHER_COMPRESSIONS[compression] ?? `unknown (${compression})`} compression`,
  ],
  [
    isWrongCompression,
    ({ kind, bits, compression }) =>
      `${kind.name} samples of ${describeBits(bits)} in ${COMPRESSIONS[compression]?.name} compression`,
  ],
  [
    ({ photometric, compression, subsampling }) =>
      photometric === YCBCR && compression !== JPEG && subsampling.every((step) => step === 1),
    () => 'YCbCr colors without subsampling or JPEG compression',
  ],
  [
    isWrongPredictor,
    ({ kind, bits, predictor }) =>
      `predictor ${predictor} for ${kind.name} samples of ${describeBits(bits)}`,
  ],
]

/** CMYK and transparency. */
const USUAL_CHANNELS = 5

/** libvips reads interleaved strips of more rows than this row by row. */
const MAX_ROWS_AT_ONCE = 128

/** The least that libvips holds at once: all channels of a strip, or of a row of tiles. */
function computeHeldBytes({ width, bits, samplesPerPixel, isTiled, isPlanar, part }: Pixels) {
  const isByRow = !isTiled && !isPlanar && part.height > MAX_ROWS_AT_ONCE
  const rows = isByRow ? 1 : part.height
  return (Math.max(width, part.width) * rows * samplesPerPixel * bits) / 8
}

function describeBits(bits: number): string {
  return bits === 1 ? '1 bit' : `${bits} bits`
}

const UNDEFINED_FORMAT = 4
const FORMAT_NAMES: Partial<Record<number, string>> = {
  1: 'unsigned',
  2: 'signed',
  3: 'floating-point',
  [UNDEFINED_FORMAT]: 'unsigned',
  5: 'complex',
  6: 'complex',
}

function listDepths({ unsigned, signed = [], float = [] }: ColorKind, format: number) {
  if (format === 1 || format === UNDEFINED_FORMAT) return unsigned
  return format === 2 ? signed : format === 3 ? float : []
}

function countExtra({ photometric, samplesPerPixel }: Pixels): number {
  return samplesPerPixel - (COLOR_CHANNELS[photometric] ?? 0)
}

/** Whether no further channels can be read beside the colors. */
function isColorsOnly({ photometric, bits, format, isPlanar }: Pixels): boolean {
  const isScaled = bits > 16 || format === 2 || format === 3
  const isAlone = COLOR_CHANNELS[photometric] === 1 && (isPlanar || bits < 8)
  return isScaled || isAlone || photometric === YCBCR || photometric === LOG_LUV
}

function isWrongCompression({ photometric, bits, compression }: Pixels): boolean {
  const { depths, colors } = COMPRESSIONS[compression] ?? {}
  const isOnlyForOthers = photometric === LOG_LUV && colors === undefined
  return (
    isOnlyForOthers || depths?.includes(bits) === false || colors?.includes(photometric) === false
  )
}

function isWrongPredictor({ compression, predictor, bits, format }: Pixels): boolean {
  if (!PREDICTED.includes(compression) || predictor === 1) return false
  return predictor === 2 ? bits < 8 : predictor !== 3 || format !== 3
}
