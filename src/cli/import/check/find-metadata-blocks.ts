import { inflateSync } from 'node:zlib'
import type { PictureFormatName } from '../../../core/model/picture-format.ts'
import type { OpenPicture } from './open-picture.ts'
import { readTiffDirectory, readTiffHeader } from '../../../core/model/tiff-directory.ts'
import { MAX_BLOCK_BYTES, readBlock, toPicture, type MetadataBlocks } from './metadata-blocks.ts'

/**
 * Finds the metadata of a JPEG, PNG, TIFF or WebP file without reading its pixels, and without reading the whole
 * file: a TIFF may have its directory after gigabytes of pixels.
 */
export async function findBlocks(
  format: PictureFormatName,
  picture: OpenPicture,
): Promise<MetadataBlocks> {
  if (format === 'jpeg') return await findInJpeg(picture)
  if (format === 'tiff') return await findInTiff(picture)
  if (format === 'png') return await findInPng(picture)
  if (format === 'webp') return await findInWebp(picture)
  return {}
}

/** The most segments and chunks that are read: more are no metadata, but an attack. */
const MAX_PARTS = 10_000

const EXIF_SIGNATURE = 'Exif\0\0'
const XMP_SIGNATURE = 'http://ns.adobe.com/xap/1.0/\0'
const PHOTOSHOP_SIGNATURE = 'Photoshop 3.0\0'

/** Reads the segments before the first scan (T.81, B.1.1.4). */
async function findInJpeg(picture: OpenPicture): Promise<MetadataBlocks> {
  const blocks: MetadataBlocks = {}
  let at = 2
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const bytes = await picture.bytesAt(at, 4)
    const [prefix, marker] = bytes
    if (bytes.length < 4 || prefix !== 0xff || marker === 0xda || marker === 0xd9) break
    const length = bytes.readUInt16BE(2)
    if (marker === 0xff) at += 1
    else {
      const isMetadata = marker === 0xe1 || marker === 0xed
      const segment = isMetadata ? await readBlock(picture, at + 4, length - 2) : undefined
      if (segment) addSegment(blocks, segment)
      at += 2 + Math.max(2, length)
    }
  }
  return blocks
}

function addSegment(blocks: MetadataBlocks, segment: Buffer): void {
  const begins = (signature: string): boolean =>
    segment.subarray(0, signature.length).toString('latin1') === signature
  if (begins(EXIF_SIGNATURE)) blocks.exif ??= toPicture(segment.subarray(EXIF_SIGNATURE.length))
  else if (begins(XMP_SIGNATURE)) blocks.xmp ??= segment.subarray(XMP_SIGNATURE.length)
  else if (begins(PHOTOSHOP_SIGNATURE)) {
    const { iptc, iptcDigest } = readResources(segment.subarray(PHOTOSHOP_SIGNATURE.length))
    if (iptc) blocks.iptc ??= iptc
    if (iptcDigest) blocks.iptcDigest ??= iptcDigest
  }
}

const IPTC_RESOURCE = 0x0404
const IPTC_DIGEST_RESOURCE = 0x0425

/** Finds the IPTC data and their digest among image resources (Photoshop file format, "Image Resource Blocks"). */
function readResources(resources: Buffer): Pick<MetadataBlocks, 'iptc' | 'iptcDigest'> {
  const found: Pick<MetadataBlocks, 'iptc' | 'iptcDigest'> = {}
  for (let at = 0; at + 12 <= resources.length;) {
    if (resources.toString('latin1', at, at + 4) !== '8BIM') break
    const id = resources.readUInt16BE(at + 4)
    const nameBytes = padToEven(1 + (resources[at + 6] ?? 0))
    const sizeAt = at + 6 + nameBytes
    if (sizeAt + 4 > resources.length) break
    const size = resources.readUInt32BE(sizeAt)
    const content = resources.subarray(sizeAt + 4, sizeAt + 4 + size)
    if (id === IPTC_RESOURCE) found.iptc ??= content
    if (id === IPTC_DIGEST_RESOURCE) found.iptcDigest ??= content
    at = sizeAt + 4 + padToEven(size)
  }
  return found
}

function padToEven(length: number): number {
  return length + (length % 2)
}

const TIFF_XMP = 700
const TIFF_IPTC = 33_723
const TIFF_PHOTOSHOP = 34_377

async function findInTiff(picture: OpenPicture): Promise<MetadataBlocks> {
  const { layout, first } = readTiffHeader(picture)
  const directory = await readTiffDirectory(picture, layout, first)
  if (directory === undefined || directory === 'truncated') return { exif: picture }
  const read = async (tag: number): Promise<Buffer | undefined> => {
    const field = directory.fields.get(tag)
    return field && (await readBlock(picture, field.at, field.end - field.at))
  }
  const resources = await read(TIFF_PHOTOSHOP)
  const others = resources && readResources(resources)
  const iptc = await read(TIFF_IPTC)
  const xmp = await read(TIFF_XMP)
  return { exif: picture, ...others, ...(iptc && { iptc }), ...(xmp && { xmp }) }
}

const PNG_SIGNATURE_BYTES = 8
const PNG_XMP_KEYWORD = 'XML:com.adobe.xmp\0'

/** Reads the chunks (PNG 3rd edition, section 5.3). */
async function findInPng(picture: OpenPicture): Promise<MetadataBlocks> {
  const blocks: MetadataBlocks = {}
  let at = PNG_SIGNATURE_BYTES
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const bytes = await picture.bytesAt(at, 8)
    if (bytes.length < 8) break
    const length = bytes.readUInt32BE()
    const type = bytes.toString('latin1', 4, 8)
    if (type === 'IEND') break
    const isMetadata = ['eXIf', 'iTXt', 'zTXt'].includes(type)
    const chunk = isMetadata ? await readBlock(picture, at + 8, length) : undefined
    if (chunk) addPngChunk(blocks, type, chunk)
    at += 12 + length
  }
  return blocks
}

function addPngChunk(blocks: MetadataBlocks, type: string, chunk: Buffer): void {
  if (type === 'eXIf') blocks.exif ??= toPicture(chunk)
  else if (chunk.toString('latin1', 0, PNG_XMP_KEYWORD.length) === PNG_XMP_KEYWORD) {
    const content = chunk.subarray(PNG_XMP_KEYWORD.length)
    const xmp = type === 'zTXt' ? inflate(content.subarray(1)) : readInternationalText(content)
    if (xmp) blocks.xmp ??= xmp
  }
}

/** The text follows the compression flag and method, the language and the translated keyword. */
function readInternationalText(content: Buffer): Buffer | undefined {
  const languageEnd = content.indexOf(0, 2)
  const translationEnd = languageEnd < 0 ? -1 : content.indexOf(0, languageEnd + 1)
  if (translationEnd < 0) return undefined
  const text = content.subarray(translationEnd + 1)
  return content[0] === 1 ? inflate(text) : text
}

/** Undefined if the data is damaged, or larger than a block may be. */
function inflate(compressed: Buffer): Buffer | undefined {
  try {
    return inflateSync(compressed, { maxOutputLength: MAX_BLOCK_BYTES })
  } catch {
    return undefined
  }
}

const RIFF_HEADER_BYTES = 12

/** Reads the chunks (RFC 9649, section 2.3), which follow the pixels. */
async function findInWebp(picture: OpenPicture): Promise<MetadataBlocks> {
  const blocks: MetadataBlocks = {}
  let at = RIFF_HEADER_BYTES
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const bytes = await picture.bytesAt(at, 8)
    if (bytes.length < 8) break
    const type = bytes.toString('latin1', 0, 4)
    const length = bytes.readUInt32LE(4)
    const isMetadata = type === 'EXIF' || type === 'XMP '
    const chunk = isMetadata ? await readBlock(picture, at + 8, length) : undefined
    if (chunk && type === 'EXIF') blocks.exif ??= toPicture(skipExifSignature(chunk))
    else if (chunk) blocks.xmp ??= chunk
    at += 8 + padToEven(length)
  }
  return blocks
}

/** Some programs write the signature of JPEG segments also in WebP files. */
function skipExifSignature(chunk: Buffer): Buffer {
  const isSigned = chunk.toString('latin1', 0, EXIF_SIGNATURE.length) === EXIF_SIGNATURE
  return isSigned ? chunk.subarray(EXIF_SIGNATURE.length) : chunk
}
