import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DISPLAY_SIDE, THUMBNAIL_SIDE } from '../limits.ts'
import { nothingDecoded, describeDamage, toPictureError } from './decoder-failure.ts'
import type { PictureError } from './picture-error.ts'
import { probePicture } from './probe.ts'
import type { ProbedPicture } from './probe.ts'
import { openReadable } from './readable.ts'
import { openPicture, openPixels, fitWithin } from './sharp.ts'
import type { Metadata, Pixels, Sharp, Strictness } from './sharp.ts'
import { combineOrientation, rotatedSize } from './orientation.ts'
import type { Mirror, Rotation } from './orientation.ts'
import { openFlattened, writeCorrected } from './corrected.ts'
import type { DerivedFile, Rendering } from './corrected.ts'

export interface DeriveInput {
  /** The original file, which is only read. */
  original: string
  contentType: string
  /** Clockwise degrees, applied after EXIF orientation and mirror. */
  rotation: Rotation
  /** `h` swaps left and right, `v` top and bottom, after EXIF orientation. */
  mirror: Mirror
  /** An existing directory, into which the files are written. */
  directory: string
  maxPixels: number
  /** The content types that this server accepts. */
  accepted: readonly string[]
  /** Memory of a host program; absent where it cannot be limited. */
  memoryBytes?: number
}

export interface DerivedPictures {
  /** Size of the full picture as shown: after EXIF orientation, mirror and rotation. */
  width: number
  height: number
  /** `display.jpg` */
  display: DerivedFile
  /** `thumbnail.jpg` */
  thumbnail: DerivedFile
  /** `corrected.jpg`, full size; null if the stored picture is upright. */
  corrected: DerivedFile | null
  /** Explains to an administrator why only a part could be decoded; null if the file is intact. */
  damage: string | null
}

const DISPLAY_QUALITY = 85
const THUMBNAIL_QUALITY = 80

/**
 * Writes `display.jpg`, `thumbnail.jpg` and, if EXIF orientation, mirror or rotation change the picture,
 * `corrected.jpg`. They are upright, in sRGB or gray, with 8 bits, on white, and without metadata. The thumbnail is made
 * of the pixels of the display version, so that the original is decoded once. A damaged file is decoded a second time,
 * leniently.
 * @throws PictureError
 */
export async function derivePictures(input: DeriveInput): Promise<DerivedPictures> {
  const probed = await probePicture({ ...input, path: input.original })
  try {
    return await convertAndDerive(input, probed, 'strict')
  } catch (error) {
    const failure = toPictureError(error)
    if (failure.reason !== 'damaged') throw failure
    return await salvage(input, probed, failure)
  }
}

interface Derivation extends DeriveInput {
  metadata: Metadata
  strictness: Strictness
  /** Whether a host program wrote `original`, so that libvips cannot see damage of the source. */
  isConverted: boolean
}

async function convertAndDerive(
  input: DeriveInput,
  probed: ProbedPicture,
  strictness: Strictness,
): Promise<DerivedPictures> {
  await using readable = await openReadable(input, probed.format, strictness)
  const { path: original } = readable
  const read = await openPicture(original, input.maxPixels, 'lenient').metadata()
  const metadata = { ...read, orientation: probed.orientation }
  const isConverted = original !== input.original
  return await writePictures({ ...input, original, metadata, strictness, isConverted })
}

async function writePictures(derivation: Derivation): Promise<DerivedPictures> {
  const { metadata, directory } = derivation
  const rendering = chooseRendering(derivation)
  const pixels = await decodeDisplayPixels(derivation, rendering)
  const display = await writeDisplay(pixels, rendering, directory)
  const thumbnail = await writeThumbnail(pixels, rendering, directory)
  const corrected = needsCorrection(derivation)
    ? await writeCorrected(derivation, rendering, metadata)
    : null
  const size = rotatedSize(metadata, rendering.orientation)
  return { ...size, display, thumbnail, corrected, damage: null }
}

/** Reports the failure of the first, strict attempt as damage. */
async function salvage(
  input: DeriveInput,
  probed: ProbedPicture,
  failure: PictureError,
): Promise<DerivedPictures> {
  try {
    const made = await convertAndDerive(input, probed, 'lenient')
    return { ...made, damage: describeDamage(failure) }
  } catch (error) {
    const second = toPictureError(error)
    throw ['damaged', 'unexplained'].includes(second.reason) ? failure : second
  }
}

function chooseRendering({ metadata, mirror, rotation }: Derivation): Rendering {
  const { orientation = 1, space } = metadata
  const isGray = space === 'b-w' || space === 'grey16'
  return {
    orientation: combineOrientation(orientation, mirror, rotation),
    colorSpace: isGray ? 'b-w' : 'srgb',
  }
}

/** Whether the stored picture is not upright in a viewer that ignores EXIF. */
function needsCorrection({ metadata, rotation, mirror }: Derivation): boolean {
  return (metadata.orientation ?? 1) > 1 || rotation !== 0 || mirror !== 'none'
}

/** Resizes before it rotates, so that libjpeg decodes at a reduced size and only the small picture is in memory. */
async function decodeDisplayPixels(derivation: Derivation, rendering: Rendering): Promise<Pixels> {
  const { data, info } = await openFlattened(derivation, rendering, DISPLAY_SIDE)
    .flop(rendering.orientation.flop)
    .rotate(rendering.orientation.rotation)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const channels = info.channels === 1 ? 1 : 3
  const pixels: Pixels = { data, width: info.width, height: info.height, channels }
  if (derivation.strictness === 'lenient' && (await isBlank(pixels, derivation, rendering)))
    throw nothingDecoded()
  return pixels
}

/**
 * Whether a decoder could read no pixel of the file: then all pixels are gray (JPEG), black or white. A blank page looks
 * the same, but its decoder reports at most a warning.
 */
async function isBlank(
  { data, channels }: Pixels,
  derivation: Derivation,
  rendering: Rendering,
): Promise<boolean> {
  if (!data.subarray(channels).equals(data.subarray(0, -channels))) return false
  const color = data.subarray(0, channels)
  const { isConverted, metadata } = derivation
  if (color.every(isMidGray)) return isConverted || metadata.format === 'jpeg'
  if (!color.every(isBlackOrWhite)) return false
  const isStrict = !isConverted && STRICT_FORMATS.includes(metadata.format)
  return !isStrict || (await failsToDecode({ ...derivation, strictness: 'warned' }, rendering))
}

/** Formats whose decoders distinguish errors from warnings. */
const STRICT_FORMATS: readonly (string | undefined)[] = ['jpeg', 'png']

const isMidGray = (sample: number): boolean => sample >= 127 && sample <= 129
const isBlackOrWhite = (sample: number): boolean => sample === 0 || sample === 255

function failsToDecode(derivation: Derivation, rendering: Rendering): Promise<boolean> {
  const decoded = openFlattened(derivation, rendering, THUMBNAIL_SIDE).raw().toBuffer()
  return decoded.then(
    () => false,
    () => true,
  )
}

function writeDisplay(
  pixels: Pixels,
  rendering: Rendering,
  directory: string,
): Promise<DerivedFile> {
  const picture = openPixels(pixels).toColourspace(rendering.colorSpace)
  return writeJpeg(picture, DISPLAY_QUALITY, join(directory, 'display.jpg'))
}

function writeThumbnail(
  pixels: Pixels,
  rendering: Rendering,
  directory: string,
): Promise<DerivedFile> {
  const picture = fitWithin(openPixels(pixels), THUMBNAIL_SIDE).toColourspace(rendering.colorSpace)
  return writeJpeg(picture, THUMBNAIL_QUALITY, join(directory, 'thumbnail.jpg'))
}

async function writeJpeg(picture: Sharp, quality: number, path: string): Promise<DerivedFile> {
  const { data, info } = await picture.jpeg({ quality }).toBuffer({ resolveWithObject: true })
  await writeFile(path, data)
  return { width: info.width, height: info.height, bytes: data.length }
}
