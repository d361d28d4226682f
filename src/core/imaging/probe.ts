import { open } from 'node:fs/promises'
import {
  SNIFFED_BYTES,
  explainUnacceptedType,
  findFormat,
  sniffForeignFormat,
  sniffFormat,
} from '../model/picture-format.ts'
import type { Size } from '../iiif/full-image.ts'
import type { PictureFormat, PictureFormatName } from '../model/picture-format.ts'
import { refuseProgressiveJpeg } from '../model/progressive-jpeg.ts'
import { damaged, toPictureError, tooLarge } from './decoder-failure.ts'
import { readJpeg2000Header } from './jpeg-2000.ts'
import { isLabToConvert, MAX_CHANNELS } from '../model/tiff-samples.ts'
import { explainUnreadableJpeg } from '../model/unreadable-jpeg.ts'
import { explainUnreadableTiff } from '../model/unreadable-tiff.ts'
import { requireCheapMetadata } from './metadata-cost.ts'
import { PictureError } from './picture-error.ts'
import { openPicture } from './sharp.ts'
import type { Metadata } from './sharp.ts'
import { readSamplesOfTiff } from './readable-tiff.ts'
import { createWindowedReader } from './windowed-reader.ts'

export interface ProbeInput {
  /** The file on disk. */
  path: string
  /** The announced type; a file of another type is refused. */
  contentType: string
  /** Width × height beyond which the picture is refused. */
  maxPixels: number
  /** The content types that this server accepts. */
  accepted: readonly string[]
}

/** The properties in a picture's header. */
export interface ProbedPicture {
  format: PictureFormatName
  /** As stored. For an orientation of 5 to 8, the displayed width is the stored height. */
  width: number
  height: number
  /** Pages of a TIFF, frames of an animation; the first one is the picture. */
  pages: number
  /** EXIF orientation, 1 to 8; 1 by default. */
  orientation: number
}

/**
 * Reads magic bytes and header, but no pixels, so that it does not detect all damage.
 * @throws PictureError
 */
export async function probePicture(input: ProbeInput): Promise<ProbedPicture> {
  try {
    const format = requireAnnounced(await readHead(input.path), input)
    const size = format.name === 'jp2' ? await readJpeg2000(input) : await readHeader(input, format)
    return { format: format.name, ...size }
  } catch (error) {
    throw toPictureError(error)
  }
}

type Header = Omit<ProbedPicture, 'format'>

async function readHeader({ path, maxPixels }: ProbeInput, format: PictureFormat): Promise<Header> {
  await requireCheapMetadata(path, format.name)
  if (format.name === 'tiff') {
    const header = await readTiffHeader(path, maxPixels)
    if (header) return header
  }
  if (format.name === 'jpeg') await requireReadableJpeg(path)
  // Only a TIFF can have more channels than the default limit; their cost was checked above.
  const options = { limitInputChannels: MAX_CHANNELS }
  const metadata = await openPicture(path, maxPixels, 'lenient', options).metadata()
  requireDecodable(metadata, format)
  if (format.name === 'jpeg') await requireFewCoefficients(path)
  const { width, height, pages = 1, orientation = 1 } = metadata
  return { width, height, pages, orientation }
}

/**
 * Refuses a TIFF that the decoder would not show right.
 * @returns the header of a TIFF that the decoder reads only after a conversion
 */
async function readTiffHeader(path: string, maxPixels: number): Promise<Header | undefined> {
  const samples = await readSamplesOfTiff(path)
  if (!samples) return undefined
  const refusal = explainUnreadableTiff(samples)
  if (refusal !== undefined) throw unsupported(refusal)
  if (!isLabToConvert(samples)) return undefined
  requireSize(samples)
  const { width, height, orientation } = samples
  if (width * height > maxPixels) throw tooLarge(`${width} × ${height}`)
  return { width, height, pages: 1, orientation }
}

async function requireReadableJpeg(path: string): Promise<void> {
  await using file = await open(path)
  const refusal = await explainUnreadableJpeg(createWindowedReader(file))
  if (refusal !== undefined) throw unsupported(refusal)
}

/** Refuses a progressive JPEG that would need more memory than one picture may use. */
async function requireFewCoefficients(path: string): Promise<void> {
  await using file = await open(path)
  const refusal = await refuseProgressiveJpeg(createWindowedReader(file))
  if (refusal !== undefined) throw new PictureError('too_large', refusal)
}

async function readJpeg2000({ path, maxPixels }: ProbeInput): Promise<Header> {
  const { width, height } = await readJpeg2000Header(path)
  if (width * height > maxPixels) throw tooLarge(`${width} × ${height}`)
  return { width, height, pages: 1, orientation: 1 }
}

async function readHead(path: string): Promise<Uint8Array> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(new Uint8Array(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

function requireAnnounced(head: Uint8Array, { contentType, accepted }: ProbeInput): PictureFormat {
  if (head.length === 0) throw unsupported('The file is empty.')
  if (!accepted.includes(contentType))
    throw unsupported(explainUnacceptedType(contentType, accepted))
  const format = sniffFormat(head)
  if (format === undefined) throw notAccepted(head, accepted)
  if (format !== findFormat(contentType))
    throw unsupported(`The file is a ${format.title} picture but was announced as ${contentType}.`)
  return format
}

function notAccepted(head: Uint8Array, accepted: readonly string[]): PictureError {
  const foreign = sniffForeignFormat(head)
  const what = foreign ? `The file is ${foreign}` : 'The file is not a picture of a known format'
  return unsupported(`${what}; accepted are ${accepted.join(', ')}.`)
}

/** The format of an HEIF file depends on the codec, not on the brand. */
const CODECS: Partial<Record<PictureFormatName, string>> = { avif: 'av1', heic: 'hevc' }

function requireDecodable({ width, height, compression }: Metadata, format: PictureFormat): void {
  const codec = CODECS[format.name]
  if (codec !== undefined && compression !== codec)
    throw unsupported(
      `The file is an HEIF picture coded as ${compression ?? 'something else'}, not ${format.title}.`,
    )
  requireSize({ width, height })
}

function requireSize({ width, height }: Size): void {
  if (!(width > 0 && height > 0)) throw damaged('the header gives no size')
}

function unsupported(message: string): PictureError {
  return new PictureError('unsupported', message)
}
