import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DISPLAY_SIDE, THUMBNAIL_SIDE } from '../limits.ts'
import { pictureErrorOf } from './decoder-failure.ts'
import { readHeader } from './probe.ts'
import type { ProbeInput } from './probe.ts'
import { openPicture, openPixels } from './sharp.ts'
import type { Metadata, Pixels, Sharp } from './sharp.ts'

export type Rotation = 0 | 90 | 180 | 270
export type Mirror = 'none' | 'h' | 'v'

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
}

/** One file that was written. */
export interface DerivedFile {
  width: number
  height: number
  bytes: number
}

export interface DerivedPictures {
  /** Size of the full picture as shown: after EXIF orientation, mirror and rotation. */
  width: number
  height: number
  /** `display.jpg` */
  display: DerivedFile
  /** `thumbnail.jpg` */
  thumbnail: DerivedFile
  /** `corrected.jpg`, full size; null when neither rotation nor mirror is set. */
  corrected: DerivedFile | null
}

const DISPLAY_QUALITY = 85
const THUMBNAIL_QUALITY = 80
const CORRECTED_QUALITY = 92

/** The longest side that a JPEG can have: T.81 B.2.2 gives it 16 bits, libjpeg stops at 65500. */
const JPEG_SIDE = 65_500

/** What the files are coded in; a grey picture needs one channel only. */
type Colours = 'b-w' | 'srgb'

/**
 * Writes `display.jpg`, `thumbnail.jpg` and, when rotation or mirror is set, `corrected.jpg`: upright,
 * in sRGB, 8 bits, on white, with no metadata whatsoever. Grey pictures stay grey. The thumbnail is
 * made from the display variant's pixels, so that the original is decoded once. Throws a PictureError.
 */
export async function derivePictures(input: DeriveInput): Promise<DerivedPictures> {
  const { metadata } = await readHeader(probeInput(input))
  const colours = coloursOf(metadata)
  try {
    const pixels = await displayPixels(input, colours)
    const display = await writeDisplay(pixels, colours, input.directory)
    const thumbnail = await writeThumbnail(pixels, colours, input.directory)
    const corrected = isCorrected(input) ? await writeCorrected(input, colours) : null
    return { ...shownSize(metadata, input.rotation), display, thumbnail, corrected }
  } catch (error) {
    throw pictureErrorOf(error)
  }
}

function probeInput({ original, contentType, maxPixels }: DeriveInput): ProbeInput {
  return { path: original, contentType, maxPixels }
}

function coloursOf({ space }: Metadata): Colours {
  return space === 'b-w' || space === 'grey16' ? 'b-w' : 'srgb'
}

function shownSize({ autoOrient }: Metadata, rotation: Rotation) {
  const { width, height } = autoOrient
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

function isCorrected({ rotation, mirror }: DeriveInput): boolean {
  return rotation !== 0 || mirror !== 'none'
}

/**
 * The picture as shown, within a square of that side. Resized first and turned afterwards: libjpeg can
 * then decode at a fraction of the size, and only the small picture is held in memory for turning.
 */
function upright(input: DeriveInput, colours: Colours, side: number): Sharp {
  return within(openPicture(input.original, input.maxPixels), side)
    .autoOrient()
    .flop(input.mirror === 'h')
    .flip(input.mirror === 'v')
    .rotate(input.rotation)
    .flatten({ background: '#ffffff' })
    .toColourspace(colours)
}

async function displayPixels(input: DeriveInput, colours: Colours): Promise<Pixels> {
  const { data, info } = await upright(input, colours, DISPLAY_SIDE)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 }
}

function writeDisplay(pixels: Pixels, colours: Colours, directory: string): Promise<DerivedFile> {
  const picture = openPixels(pixels).toColourspace(colours).jpeg({ quality: DISPLAY_QUALITY })
  return writePicture(picture, join(directory, 'display.jpg'))
}

function writeThumbnail(pixels: Pixels, colours: Colours, directory: string): Promise<DerivedFile> {
  const picture = within(openPixels(pixels), THUMBNAIL_SIDE)
    .toColourspace(colours)
    .jpeg({ quality: THUMBNAIL_QUALITY })
  return writePicture(picture, join(directory, 'thumbnail.jpg'))
}

async function writePicture(picture: Sharp, path: string): Promise<DerivedFile> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  await writeFile(path, data)
  return { width: info.width, height: info.height, bytes: data.length }
}

/** Goes to disk as it is encoded. Optimised coding would hold all coefficients in memory to save a twentieth of the size. */
async function writeCorrected(input: DeriveInput, colours: Colours): Promise<DerivedFile> {
  const path = join(input.directory, 'corrected.jpg')
  const { width, height } = await upright(input, colours, JPEG_SIDE)
    .jpeg({ quality: CORRECTED_QUALITY, optimiseCoding: false })
    .toFile(path)
  return { width, height, bytes: (await stat(path)).size }
}

/** Never enlarges. */
function within(picture: Sharp, side: number): Sharp {
  return picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })
}
