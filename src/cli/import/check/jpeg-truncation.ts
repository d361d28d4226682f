import type { OpenPicture } from './open-picture.ts'

// Markers of T.81, table B.1.
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/**
 * Whether a JPEG has no end-of-image marker. An embedded thumbnail has its own marker, and some programs append
 * images or a video, so the segments are read from the start. If the file ends with the marker, reading stops
 * at the first scan.
 */
export async function isJpegTruncated(picture: OpenPicture): Promise<boolean> {
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
