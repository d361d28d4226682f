/**
 * Refuses files whose metadata cost far more than their bytes: compressed text of which every copy inflates to megabytes,
 * and fields that all point to the same bytes. Formats that store each byte of their metadata once need no such limit.
 */

import { open, type FileHandle } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { MAX_METADATA_BYTES } from '../base/limits.ts'
import type { PictureFormatName } from '../model/picture-format.ts'
import type { ReadBytes } from '../model/jpeg-segments.ts'
import { readTiffDirectory, readTiffHeader } from '../model/tiff-directory.ts'
import { damaged } from './decoder-failure.ts'
import { sumHeifItems } from './heif-items.ts'
import { PictureError } from './picture-error.ts'
import { createWindowedReader } from './windowed-reader.ts'

/**
 * Checks what a decoder would read of the metadata of a file, without decoding it.
 * @throws PictureError
 */
export async function requireCheapMetadata(path: string, format: PictureFormatName): Promise<void> {
  await using file = await open(path)
  if (format === 'png') return await requireShortText(file)
  const { size } = await file.stat()
  const read = createWindowedReader(file)
  const length = await measure(read, format, size)
  if (length > size + SHARED_BYTES) throw damaged('its fields are longer than the file')
}

/** Programs let short fields share their values, such as the two resolutions of a TIFF. */
const SHARED_BYTES = 64 * 1024

/** The bytes that fields and items of the header refer to; 0 for formats that store each byte once. */
async function measure(read: ReadBytes, format: PictureFormatName, size: number): Promise<number> {
  if (format === 'tiff') return await sumTiffFields(read, size)
  if (format === 'avif' || format === 'heic') return await sumHeifItems(read)
  return 0
}

/** Decoders do not read fields that end after the file. */
async function sumTiffFields(read: ReadBytes, size: number): Promise<number> {
  const source = { head: await read(0, 16), bytesAt: read }
  const { layout, first } = readTiffHeader(source)
  const directory = await readTiffDirectory(source, layout, first)
  if (typeof directory !== 'object') return 0
  const readable = directory.list.filter(({ end }) => end <= size)
  return readable.reduce((sum, { at, end }) => sum + end - at, 0)
}

const SIGNATURE_BYTES = 8
const CHUNK_HEADER_BYTES = 8
const CHECKSUM_BYTES = 4

/** Highest compression ratio of DEFLATE. */
const MAX_RATIO = 1032

/** Adds up what the compressed chunks before the pixels inflate to. Decoders do not read those after them. */
async function requireShortText(file: FileHandle): Promise<void> {
  const read = createWindowedReader(file)
  let position = SIGNATURE_BYTES
  let remaining = MAX_METADATA_BYTES
  for (;;) {
    const head = await read(position, CHUNK_HEADER_BYTES)
    if (head.length < CHUNK_HEADER_BYTES) return
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, CHUNK_HEADER_BYTES)
    if (type === 'IDAT' || type === 'IEND') return
    const findStart = COMPRESSED_CHUNKS[type]
    if (findStart) {
      if (length > remaining) throw tooMuchText()
      const body = Buffer.alloc(length)
      await file.read(body, 0, length, position + CHUNK_HEADER_BYTES)
      remaining -= measureInflated(body.subarray(findStart(body)), remaining)
      if (remaining < 0) throw tooMuchText()
    }
    position += CHUNK_HEADER_BYTES + length + CHECKSUM_BYTES
  }
}

/** Finds where the compressed part of a chunk begins (PNG, 3rd edition, 11.3.2.3 and 11.3.3); the end if there is none. */
const COMPRESSED_CHUNKS: Partial<Record<string, (body: Buffer) => number>> = {
  zTXt: (body) => skipText(body, 0) + 1,
  iCCP: (body) => skipText(body, 0) + 1,
  iTXt(body) {
    const flags = skipText(body, 0)
    return body[flags] === 0 ? body.length : skipText(body, skipText(body, flags + 2))
  },
}

/** Returns the position after a text that ends with a zero byte. */
function skipText(body: Buffer, from: number): number {
  const end = body.indexOf(0, from)
  return end < 0 ? body.length : end + 1
}

/** Of an invalid stream, a decoder may inflate any part before it notices. */
function measureInflated(body: Buffer, most: number): number {
  if (body.length === 0) return 0
  try {
    return inflateSync(body, { maxOutputLength: Math.max(1, most) }).length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuchText()
    return body.length * MAX_RATIO
  }
}

function tooMuchText(): PictureError {
  const message = `The text and profile in the header of the picture have more than ${MAX_METADATA_BYTES / 1024 ** 2} MiB. Save the picture again without this metadata.`
  return new PictureError('too_large', message)
}
