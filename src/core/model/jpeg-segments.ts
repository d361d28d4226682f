/** Reads a file from a position on: at least `least` bytes, fewer only at the end of the file. */
export type ReadBytes = (position: number, least: number) => Promise<Buffer>

/** Marker of ITU-T T.81, table B.1. */
export const START_OF_SCAN = 0xda

/** More than any camera or program writes. */
const MAX_SEGMENTS = 100_000

export interface JpegSegment {
  marker: number
  /** The bytes after the length, at most as many as the longest header. */
  body: Buffer
}

/** Reads the segments of a JPEG up to its first scan. */
export async function* readJpegSegments(readBytes: ReadBytes): AsyncGenerator<JpegSegment> {
  let position = 2
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    const segment = await readSegment(readBytes, position)
    if (segment === undefined) return
    yield segment
    if (segment.marker === START_OF_SCAN) return
    position = segment.end
  }
}

const MARKER_AND_LENGTH = 4
/** The longest frame header: 255 components of three bytes each. */
const HEADER_BYTES = 6 + 255 * 3

/** @returns also the position of the next segment */
async function readSegment(
  readBytes: ReadBytes,
  from: number,
): Promise<(JpegSegment & { end: number }) | undefined> {
  for (let position = from; ;) {
    const bytes = await readBytes(position, MARKER_AND_LENGTH + HEADER_BYTES)
    if (bytes.length < MARKER_AND_LENGTH) return undefined
    const marker = bytes[1] ?? 0
    const isSegment = bytes[0] === 0xff && marker !== 0 && marker !== 0xff && !hasNoLength(marker)
    if (isSegment) {
      const length = Math.max(2, bytes.readUInt16BE(2))
      const body = bytes.subarray(MARKER_AND_LENGTH, 2 + length)
      return { marker, body, end: position + 2 + length }
    }
    // Fill bytes, and other bytes between two segments.
    const next = bytes.indexOf(0xff, 1)
    position += next < 0 ? bytes.length : next
  }
}

/** Restarts, start and end of the image, and TEM have no length. */
function hasNoLength(marker: number): boolean {
  return (marker >= 0xd0 && marker <= 0xd9) || marker === 0x01
}
