import type { PictureFormatName } from '../../../core/model/picture-format.ts'
import { readTiffSamples } from '../../../core/model/tiff-samples.ts'
import { explainUnreadableJpeg } from '../../../core/model/unreadable-jpeg.ts'
import { explainUnreadableTiff } from '../../../core/model/unreadable-tiff.ts'
import { examineTiff } from './examine-tiff.ts'
import type { OpenPicture } from './open-picture.ts'
import type { RowReport } from './row-report.ts'

// Markers of T.81, table B.1.
const START_OF_SCAN = 0xda

const END_OF_IMAGE = 0xd9

/**
 * Whether a JPEG has no end-of-image marker. An embedded thumbnail has its own marker, and some programs append
 * images or a video, so the segments are read from the start. If the file ends with the marker, reading stops
 * at the first scan.
 */
async function isJpegTruncated(picture: OpenPicture): Promise<boolean> {
  const tail = await picture.bytesAt(picture.size - 2, 2)
  const endsWithMarker = tail.length >= 2 && tail.readUInt16BE() === 0xff00 + END_OF_IMAGE
  for (let at = 2; ;) {
    const marker = await findNextMarker(picture, at)
    if (marker === undefined) return true
    if (marker.code === END_OF_IMAGE) return false
    at = await findEndOfSegment(picture, marker)
    if (marker.code === START_OF_SCAN && endsWithMarker && at < picture.size) return false
  }
}

interface Marker {
  code: number
  /** Offset after its two bytes. */
  end: number
}

/** Finds the next marker with a segment. Scan data encodes FF as FF 00, and FF may be repeated as padding. */
async function findNextMarker(picture: OpenPicture, from: number): Promise<Marker | undefined> {
  for (let at = from; ;) {
    const bytes = await picture.bytesAt(at, 2)
    if (bytes.length < 2) return undefined
    const index = bytes.indexOf(0xff)
    if (index < 0) at += bytes.length
    else if (index === bytes.length - 1) at += index
    else {
      const code = bytes[index + 1] ?? 0
      if (code !== 0 && code !== 0xff && !hasNoSegment(code)) return { code, end: at + index + 2 }
      at += code === 0xff ? index + 1 : index + 2
    }
  }
}

/** RST0 to RST7, SOI and TEM. */
function hasNoSegment(code: number): boolean {
  return (code >= 0xd0 && code <= 0xd8) || code === 0x01
}

async function findEndOfSegment(picture: OpenPicture, { end }: Marker): Promise<number> {
  const bytes = await picture.bytesAt(end, 2)
  return bytes.length < 2 ? picture.size : end + Math.max(2, bytes.readUInt16BE())
}

/** The IEND chunk that ends every PNG (3rd edition, 11.2.5). */
const IEND_CHUNK = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])

const SIGNATURE_BYTES = 8

/** Length, type and CRC of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12

/** Whether a PNG ends before its IEND chunk. Appended data is accepted. */
async function isPngTruncated(picture: OpenPicture): Promise<boolean> {
  const { size } = picture
  const tail = await picture.bytesAt(size - IEND_CHUNK.length, IEND_CHUNK.length)
  if (tail.subarray(0, IEND_CHUNK.length).equals(IEND_CHUNK)) return false
  for (let at = SIGNATURE_BYTES; ;) {
    const header = await picture.bytesAt(at, CHUNK_OVERHEAD_BYTES)
    if (header.length < CHUNK_OVERHEAD_BYTES) return true
    const end = at + CHUNK_OVERHEAD_BYTES + header.readUInt32BE()
    if (end > size) return true
    if (header.toString('latin1', 4, 8) === 'IEND') return false
    at = end
  }
}

/**
 * Reports a truncated image, such as after an interrupted copy, and a TIFF or JPEG that the instance rejects, without decoding
 * it. Decoders may show most of a truncated file, but the instance rejects it as damaged, even if only the end marker
 * of a JPEG is missing.
 */
export async function checkStructure(
  format: PictureFormatName,
  picture: OpenPicture,
  report: RowReport,
): Promise<void> {
  if (format === 'jpeg') return await checkJpeg(picture, report)
  if (format === 'png' && (await isPngTruncated(picture))) return reportTruncated(report)
  if (format === 'tiff') await checkTiff(picture, report)
}

async function checkJpeg(picture: OpenPicture, report: RowReport): Promise<void> {
  if (await isJpegTruncated(picture)) return reportTruncated(report)
  const refusal = await explainUnreadableJpeg((position, least) => picture.bytesAt(position, least))
  if (refusal !== undefined) report.error('file.unsupported', 'file', refusal)
}

async function checkTiff(picture: OpenPicture, report: RowReport): Promise<void> {
  const { pages, isTruncated } = await examineTiff(picture)
  if (isTruncated) return reportTruncated(report)
  const samples = await readTiffSamples(picture)
  const refusal = samples && explainUnreadableTiff(samples)
  if (refusal !== undefined) return report.error('file.unsupported', 'file', refusal)
  if (pages <= 1) return
  report.warning(
    'file.multipage',
    'file',
    `The file contains ${pages} pictures; only the first is shown.`,
  )
}

function reportTruncated(report: RowReport): undefined {
  const message =
    'The file is truncated: it ends before the picture is complete. Copy it again from its source, or rescan it.'
  return report.error('file.truncated', 'file', message)
}
