import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DISPLAY_SIDE, THUMBNAIL_SIDE } from '../limits.ts'
import { pictureErrorOf } from './decoder-failure.ts'
import { readHeader } from './probe.ts'
import type { ProbeInput } from './probe.ts'
import { openPixels, within } from './sharp.ts'
import type { Metadata, Pixels, Sharp } from './sharp.ts'
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

/**
 * Writes `display.jpg`, `thumbnail.jpg` and, when rotation or mirror is set, `corrected.jpg`: upright,
 * in sRGB, 8 bits, on white, with no metadata whatsoever. Grey pictures stay grey. The thumbnail is
 * made from the display variant's pixels, so that the original is decoded once. Throws a PictureError.
 */
export async function derivePictures(input: DeriveInput): Promise<DerivedPictures> {
  const { metadata } = await readHeader(probeInput(input))
  const look = lookOf(metadata, input)
  try {
    const pixels = await displayPixels(input, look)
    const display = await writeDisplay(pixels, look, input.directory)
    const thumbnail = await writeThumbnail(pixels, look, input.directory)
    const corrected = isCorrected(input) ? await writeCorrected(input, look, metadata) : null
    return { ...turnedSize(metadata, look.turn), display, thumbnail, corrected }
  } catch (error) {
    throw pictureErrorOf(error)
  }
}

function probeInput({ original, contentType, maxPixels }: DeriveInput): ProbeInput {
  return { path: original, contentType, maxPixels }
}

function lookOf({ orientation = 1, space }: Metadata, { mirror, rotation }: DeriveInput): Look {
  const isGrey = space === 'b-w' || space === 'grey16'
  return { turn: turnOf(orientation, mirror, rotation), colours: isGrey ? 'b-w' : 'srgb' }
}

function isCorrected({ rotation, mirror }: DeriveInput): boolean {
  return rotation !== 0 || mirror !== 'none'
}

/**
 * Resized first and turned afterwards: libjpeg can then decode at a fraction of the size, and only the
 * small picture is held in memory for turning.
 */
async function displayPixels(input: DeriveInput, look: Look): Promise<Pixels> {
  const { data, info } = await flatPicture(input, look, DISPLAY_SIDE)
    .flop(look.turn.flop)
    .rotate(look.turn.rotation)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 }
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
