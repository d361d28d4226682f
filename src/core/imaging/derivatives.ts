import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DISPLAY_SIDE, THUMBNAIL_SIDE } from '../base/limits.ts'
import { nothingDecoded } from './decoder-failure.ts'
import { openPixels, fitWithin } from './sharp.ts'
import type { Pixels, Sharp } from './sharp.ts'
import { readFileFacts, type FileFacts } from './file-facts.ts'
import { rotatedSize } from './orientation.ts'
import { writeCorrected, type DerivedFile } from './corrected.ts'
import {
  decodeSource,
  type Rendering,
  type SourceInput,
  type SourcePicture,
} from './source-picture.ts'
import { openFlattened } from './upright.ts'

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
  /** Camera and day from the metadata of the file. */
  facts: FileFacts
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
export async function derivePictures(input: SourceInput): Promise<DerivedPictures> {
  const { result, damage } = await decodeSource(input, async (source) => ({
    made: await writePictures(source),
    metadata: source.metadata,
  }))
  const file = { path: input.original, contentType: input.contentType }
  return { ...result.made, facts: await readFileFacts(file, result.metadata), damage }
}

type WrittenPictures = Omit<DerivedPictures, 'damage' | 'facts'>

async function writePictures(source: SourcePicture): Promise<WrittenPictures> {
  const { metadata, rendering, directory } = source
  const pixels = await decodeDisplayPixels(source)
  const display = await writeDisplay(pixels, rendering, directory)
  const thumbnail = await writeThumbnail(pixels, rendering, directory)
  const corrected = needsCorrection(source) ? await writeCorrected(source) : null
  return { ...rotatedSize(metadata, rendering.orientation), display, thumbnail, corrected }
}

/** Whether the stored picture is not upright in a viewer that ignores EXIF. */
function needsCorrection({ metadata, rotation, mirror }: SourcePicture): boolean {
  return (metadata.orientation ?? 1) > 1 || rotation !== 0 || mirror !== 'none'
}

/** Resizes before it rotates, so that libjpeg decodes at a reduced size and only the small picture is in memory. */
async function decodeDisplayPixels(source: SourcePicture): Promise<Pixels> {
  const { orientation } = source.rendering
  const { data, info } = await openFlattened(source, DISPLAY_SIDE)
    .flop(orientation.flop)
    .rotate(orientation.rotation)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const channels = info.channels === 1 ? 1 : 3
  const pixels: Pixels = { data, width: info.width, height: info.height, channels }
  if (source.strictness === 'lenient' && (await isBlank(pixels, source))) throw nothingDecoded()
  return pixels
}

/**
 * Whether a decoder could read no pixel of the file, or next to none: then the pixels are gray (JPEG), black or white. A
 * blank page looks the same, but its decoder reports at most a warning.
 */
async function isBlank({ data, channels }: Pixels, source: SourcePicture): Promise<boolean> {
  const { isConverted, metadata } = source
  if ((isConverted || metadata.format === 'jpeg') && isMidGray(data)) return true
  const color = data.subarray(0, channels)
  if (!color.every(isBlackOrWhite)) return false
  if (!data.subarray(channels).equals(data.subarray(0, -channels))) return false
  const isStrict = !isConverted && STRICT_FORMATS.includes(metadata.format)
  return !isStrict || (await failsToDecode({ ...source, strictness: 'warned' }))
}

/** Formats whose decoders distinguish errors from warnings. */
const STRICT_FORMATS: readonly (string | undefined)[] = ['jpeg', 'png']

/** The smallest share of a picture that is worth showing. */
const MIN_DECODED = 0.01

/** Whether the gray that a JPEG decoder puts for what is missing fills all but a hundredth of a picture. */
function isMidGray(samples: Buffer): boolean {
  let remaining = samples.length * MIN_DECODED
  for (const sample of samples) {
    if (remaining <= 0) return false
    if (sample < 126 || sample > 130) remaining -= 1
  }
  return remaining > 0
}

const isBlackOrWhite = (sample: number): boolean => sample === 0 || sample === 255

function failsToDecode(source: SourcePicture): Promise<boolean> {
  const decoded = openFlattened(source, THUMBNAIL_SIDE).raw().toBuffer()
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
