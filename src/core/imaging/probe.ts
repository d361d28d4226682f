import { open } from 'node:fs/promises'
import {
  ACCEPTED_CONTENT_TYPES,
  SNIFFED_BYTES,
  formatOfContentType,
  sniffForeignFormat,
  sniffFormat,
} from '../model/picture-format.ts'
import type { PictureFormat, PictureFormatName } from '../model/picture-format.ts'
import { damaged, pictureErrorOf } from './decoder-failure.ts'
import { PictureError } from './picture-error.ts'
import { openPicture } from './sharp.ts'
import type { Metadata } from './sharp.ts'

export interface ProbeInput {
  /** The file on disk. */
  path: string
  /** The type under which it was announced; a file of another one is refused. */
  contentType: string
  /** Width × height beyond which the picture is refused. */
  maxPixels: number
}

/** What a picture's header says. */
export interface ProbedPicture {
  format: PictureFormatName
  /** As stored: an orientation of 5 to 8 swaps the two when the picture is shown. */
  width: number
  height: number
  /** Pages of a TIFF, frames of an animation; the first one is the picture. */
  pages: number
  /** EXIF orientation, 1 to 8; 1 when none is given. */
  orientation: number
}

/** Reads magic bytes and header, no pixels. Throws a PictureError. */
export async function probePicture(input: ProbeInput): Promise<ProbedPicture> {
  const { format, metadata } = await readHeader(input)
  const { width, height, pages = 1, orientation = 1 } = metadata
  return { format: format.name, width, height, pages, orientation }
}

/**
 * The recognised format and sharp's header data of a file that passed all checks. Read leniently: whether
 * the pixels are damaged shows when they are decoded. Throws a PictureError.
 */
export async function readHeader(input: ProbeInput) {
  try {
    const format = requireAnnounced(await readHead(input.path), input.contentType)
    const metadata = await openPicture(input.path, input.maxPixels, 'lenient').metadata()
    requireDecodable(metadata, format)
    return { format, metadata }
  } catch (error) {
    throw pictureErrorOf(error)
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(new Uint8Array(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

function requireAnnounced(head: Uint8Array, contentType: string): PictureFormat {
  if (head.length === 0) throw unsupported('The file is empty.')
  const format = sniffFormat(head)
  if (format === undefined) throw notAccepted(head)
  if (format !== formatOfContentType(contentType))
    throw unsupported(`The file is a ${format.title} picture but was announced as ${contentType}.`)
  return format
}

function notAccepted(head: Uint8Array): PictureError {
  const foreign = sniffForeignFormat(head)
  const what = foreign ? `The file is ${foreign}` : 'The file is not a picture that is recognised'
  return unsupported(`${what}; accepted are ${ACCEPTED_CONTENT_TYPES.join(', ')}.`)
}

function requireDecodable({ width, height, compression }: Metadata, format: PictureFormat): void {
  if (format.name === 'avif' && compression !== 'av1')
    throw unsupported(
      `The file is an HEIF picture coded as ${compression ?? 'something else'}, not AVIF.`,
    )
  if (!(width > 0 && height > 0)) throw damaged('the header gives no size')
}

function unsupported(message: string): PictureError {
  return new PictureError('unsupported', message)
}
