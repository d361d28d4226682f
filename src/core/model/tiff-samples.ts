import {
  readTiffDirectory,
  readTiffHeader,
  readTiffNumbers,
  type ByteSource,
} from './tiff-directory.ts'

/** The storage of the pixels of a TIFF: TIFF 6.0, sections 3 to 6, 14, 18 to 23, and the tags of libtiff. */
export interface TiffSamples {
  /** Whether the first picture is a smaller version of another one, as in raw files of cameras. */
  isPreview: boolean
  /** 0 if the required tag is missing. */
  width: number
  /** 0 if the required tag is missing. */
  height: number
  /** 1 to 8, as in EXIF; 1 by default. */
  orientation: number
  /** PhotometricInterpretation; undefined if the required tag is missing. */
  photometric: number | undefined
  /** Bits of a sample; undefined if channels differ. */
  bits: number | undefined
  /** 1 unsigned, 2 signed, 3 floating point, 4 undefined, 5 and 6 complex numbers; undefined if channels differ. */
  format: number | undefined
  samplesPerPixel: number
  /** Kinds of the channels after the colors: 0 unspecified, 1 and 2 alpha. */
  extraSamples: number[]
  /** Whether each channel has a plane of its own. */
  isPlanar: boolean
  /** Whether the picture is divided into tiles instead of strips. */
  isTiled: boolean
  /** Size of a tile or a strip. */
  part: { width: number; height: number }
  compression: number
  /** 1 none, 2 differences of integers, 3 differences of floating-point numbers. */
  predictor: number
  /** InkSet of CMYK: 1 unless the inks are others. */
  inkSet: number
  /** Horizontal and vertical subsampling of YCbCr. */
  subsampling: number[]
}

export const [PHOTOMETRIC, PLANAR_CONFIGURATION] = [262, 284]
const [NEW_SUBFILE_TYPE, ROWS_PER_STRIP, SUB_DIRECTORIES] = [254, 278, 330]
const [TILE_WIDTH, TILE_HEIGHT] = [322, 323]

/** TIFF 6.0, section 8: bit 0 of NewSubfileType marks a reduced version of another image. */
export const REDUCED = 1

/** Photometric interpretations. */
export const [WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, PALETTE] = [0, 1, 2, 3]
export const [CMYK, YCBCR, CIELAB, LOG_LUV] = [5, 6, 8, 32_845]

/** Channels without transparency, by photometric interpretation. */
export const COLOR_CHANNELS: Partial<Record<number, number>> = {
  [WHITE_IS_ZERO]: 1,
  [BLACK_IS_ZERO]: 1,
  [RGB]: 3,
  [PALETTE]: 1,
  [CMYK]: 4,
  [YCBCR]: 3,
  [CIELAB]: 3,
  [LOG_LUV]: 3,
}

/** More channels than any scanner or editor writes. */
export const MAX_CHANNELS = 64

/** Reads the samples of the first picture; undefined if the directory is invalid. */
export async function readTiffSamples(source: ByteSource): Promise<TiffSamples | undefined> {
  const { layout, first } = readTiffHeader(source)
  const directory = await readTiffDirectory(source, layout, first)
  if (typeof directory !== 'object') return undefined
  const readAll = async (tag: number, byDefault: number[]): Promise<number[]> => {
    const field = directory.fields.get(tag)
    return field ? await readTiffNumbers(source, layout, field, { most: MAX_CHANNELS }) : byDefault
  }
  const readOne = async (tag: number, byDefault = 1): Promise<number> =>
    (await readAll(tag, [byDefault]))[0] ?? byDefault
  const [photometric] = await readAll(PHOTOMETRIC, [])
  const hasOthers = directory.next !== 0 || directory.fields.has(SUB_DIRECTORIES)
  const [width, height] = [await readOne(256, 0), await readOne(257, 0)]
  const isTiled = directory.fields.has(TILE_WIDTH)
  return {
    isPreview: hasOthers && ((await readOne(NEW_SUBFILE_TYPE, 0)) & REDUCED) !== 0,
    width,
    height,
    orientation: toOrientation(await readOne(274)),
    photometric,
    bits: findCommon(await readAll(258, [1])),
    format: findCommon(await readAll(339, [1])),
    samplesPerPixel: await readOne(277),
    extraSamples: await readAll(338, []),
    isPlanar: (await readOne(PLANAR_CONFIGURATION)) === 2,
    isTiled,
    part: isTiled
      ? { width: await readOne(TILE_WIDTH), height: await readOne(TILE_HEIGHT) }
      : { width, height: Math.min(height, await readOne(ROWS_PER_STRIP, height)) },
    compression: await readOne(259),
    predictor: await readOne(317),
    inkSet: await readOne(332),
    subsampling: await readAll(530, [2, 2]),
  }
}

/** Decoders ignore other numbers. */
function toOrientation(value: number): number {
  return value >= 1 && value <= 8 ? value : 1
}

function findCommon([first, ...others]: number[]): number | undefined {
  return others.every((other) => other === first) ? first : undefined
}

/** Whether the decoder reads the colors only if they are called RGB: CIELab of 8 bits, in planes, or with other channels. */
export function isLabToConvert(samples: TiffSamples): boolean {
  const { photometric, bits, samplesPerPixel, isPlanar } = samples
  return (
    photometric === CIELAB && (bits === 8 || (bits === 16 && (samplesPerPixel > 3 || isPlanar)))
  )
}

/** Whether the decoder would take an embedded profile for that of the CIELab colors, which need none. */
export function isFloatingLab({ photometric, bits }: TiffSamples): boolean {
  return photometric === CIELAB && bits === 32
}

/** Whether a picture of one channel is said to be in planes, which the decoder takes only for strips of whole bytes. */
export function isNeedlesslyPlanar(samples: TiffSamples): boolean {
  const { bits = 0, samplesPerPixel, isPlanar, isTiled } = samples
  return isPlanar && samplesPerPixel === 1 && (isTiled || bits < 8)
}

/** Whether the decoder would take a channel for transparency that is none, such as a selection or an infrared scan. */
export function hasOtherChannels(samples: TiffSamples): boolean {
  const { photometric = 0, samplesPerPixel, extraSamples } = samples
  const extra = samplesPerPixel - (COLOR_CHANNELS[photometric] ?? samplesPerPixel)
  const [kind = 0] = extraSamples
  return extra > 1 || (extra === 1 && kind === 0)
}

export function isGrayTiff({ photometric }: TiffSamples): boolean {
  return photometric === WHITE_IS_ZERO || photometric === BLACK_IS_ZERO
}
