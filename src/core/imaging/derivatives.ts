import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DISPLAY_SIDE, THUMBNAIL_SIDE } from '../limits.ts'
import { blank, damageOf, pictureErrorOf } from './decoder-failure.ts'
import type { PictureError } from './picture-error.ts'
import { probePicture } from './probe.ts'
import type { ProbedPicture } from './probe.ts'
import { openReadable } from './readable.ts'
import { openPicture, openPixels, within } from './sharp.ts'
import type { Metadata, Pixels, Sharp, Strictness } from './sharp.ts'
import { turnOf, turnedSize } from './turn.ts'
import type { Mirror, Rotation } from './turn.ts'
import { flatPicture, writeCorrected } from './corrected.ts'
import type { DerivedFile, Look } from './corrected.ts'

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
  /** `corrected.jpg`, full size; null when the picture is shown as it is stored. */
  corrected: DerivedFile | null
  /** Explains to an administrator why only a part could be decoded; null if the file is intact. */
  damage: string | null
}

const DISPLAY_QUALITY = 85
const THUMBNAIL_QUALITY = 80

/**
 * Writes `display.jpg`, `thumbnail.jpg` and, when EXIF orientation, mirror or rotation turns the picture,
 * `corrected.jpg`: upright, in sRGB, 8 bits, on white, with no metadata whatsoever. Grey pictures stay
 * gray. The thumbnail is made from the pixels of the display variant, so that the original is decoded once. A
 * damaged file is decoded a second time, leniently.
 * @throws PictureError
 */
export async function derivePictures(input: DeriveInput): Promise<DerivedPictures> {
  const probed = await probePicture({ ...input, path: input.original })
  try {
    return await convertAndDerive(input, probed, 'strict')
  } catch (error) {
    const failure = pictureErrorOf(error)
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
  const look = lookOf(derivation)
  const pixels = await displayPixels(derivation, look)
  const display = await writeDisplay(pixels, look, directory)
  const thumbnail = await writeThumbnail(pixels, look, directory)
  const corrected = isTurned(derivation) ? await writeCorrected(derivation, look, metadata) : null
  const size = turnedSize(metadata, look.turn)
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
    return { ...made, damage: damageOf(failure) }
  } catch (error) {
    const second = pictureErrorOf(error)
    throw ['damaged', 'unexplained'].includes(second.reason) ? failure : second
  }
}

function lookOf({ metadata, mirror, rotation }: Derivation): Look {
  const { orientation = 1, space } = metadata
  const isGrey = space === 'b-w' || space === 'grey16'
  return { turn: turnOf(orientation, mirror, rotation), colours: isGrey ? 'b-w' : 'srgb' }
}

/** Whether a viewer that ignores EXIF would show the stored picture the wrong way up. */
function isTurned({ metadata, rotation, mirror }: Derivation): boolean {
  return (metadata.orientation ?? 1) > 1 || rotation !== 0 || mirror !== 'none'
}

/**
 * Resized first and turned afterwards: libjpeg can then decode at a fraction of the size, and only the
 * small picture is held in memory for turning.
 */
async function displayPixels(derivation: Derivation, look: Look): Promise<Pixels> {
  const { data, info } = await flatPicture(derivation, look, DISPLAY_SIDE)
    .flop(look.turn.flop)
    .rotate(look.turn.rotation)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const channels = info.channels === 1 ? 1 : 3
  const pixels: Pixels = { data, width: info.width, height: info.height, channels }
  if (derivation.strictness === 'lenient' && (await isNothing(pixels, derivation, look)))
    throw blank()
  return pixels
}

/**
 * Whether a decoder could read nothing of the file: then all pixels are gray (JPEG), black or white. A blank page looks
 * the same, but decoders at most warn of it.
 */
async function isNothing(
  { data, channels }: Pixels,
  derivation: Derivation,
  look: Look,
): Promise<boolean> {
  if (!data.subarray(channels).equals(data.subarray(0, -channels))) return false
  const colour = data.subarray(0, channels)
  const { isConverted, metadata } = derivation
  if (colour.every(isMiddle)) return isConverted || metadata.format === 'jpeg'
  if (!colour.every(isExtreme)) return false
  const tells = !isConverted && TELLING.includes(metadata.format)
  return !tells || (await fails({ ...derivation, strictness: 'warned' }, look))
}

/** Formats whose decoders tell errors from warnings. */
const TELLING: readonly (string | undefined)[] = ['jpeg', 'png']

const isMiddle = (sample: number): boolean => sample >= 127 && sample <= 129
const isExtreme = (sample: number): boolean => sample === 0 || sample === 255

function fails(derivation: Derivation, look: Look): Promise<boolean> {
  const decoded = flatPicture(derivation, look, THUMBNAIL_SIDE).raw().toBuffer()
  return decoded.then(
    () => false,
    () => true,
  )
}

function writeDisplay(pixels: Pixels, look: Look, directory: string): Promise<DerivedFile> {
  const picture = openPixels(pixels).toColourspace(look.colours)
  return writeJpeg(picture, DISPLAY_QUALITY, join(directory, 'display.jpg'))
}

function writeThumbnail(pixels: Pixels, look: Look, directory: string): Promise<DerivedFile> {
  const picture = within(openPixels(pixels), THUMBNAIL_SIDE).toColourspace(look.colours)
  return writeJpeg(picture, THUMBNAIL_QUALITY, join(directory, 'thumbnail.jpg'))
}

async function writeJpeg(picture: Sharp, quality: number, path: string): Promise<DerivedFile> {
  const { data, info } = await picture.jpeg({ quality }).toBuffer({ resolveWithObject: true })
  await writeFile(path, data)
  return { width: info.width, height: info.height, bytes: data.length }
}
