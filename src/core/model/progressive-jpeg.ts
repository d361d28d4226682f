import { MAX_JPEG_COEFFICIENT_BYTES } from '../base/limits.ts'

/** Reads a file from a position on: at least `least` bytes, fewer only at the end of the file. */
export type ReadBytes = (position: number, least: number) => Promise<Buffer>

/**
 * Explains why a progressive JPEG is too large to be decoded. Decoders hold all coefficients of a JPEG until its
 * last scan, so such a file needs far more memory than a baseline JPEG of the same size.
 * @returns undefined if the file is small enough, or has a single scan
 */
export async function refuseProgressiveJpeg(readBytes: ReadBytes): Promise<string | undefined> {
  const frame = await readMultiScanFrame(readBytes)
  if (frame === undefined) return undefined
  const { pixels, coefficientBytes } = frame
  if (coefficientBytes <= MAX_JPEG_COEFFICIENT_BYTES) return undefined
  const most = pixels * (MAX_JPEG_COEFFICIENT_BYTES / coefficientBytes)
  const [size, limit] = [Math.ceil(pixels / 1e6), Math.floor(most / 1e6)]
  return `The file is a progressive JPEG of ${size} megapixels; with its color sampling, the limit is ${limit}. Save it as a baseline JPEG or a TIFF.`
}

export interface JpegFrame {
  pixels: number
  /** Memory that the coefficients of all components take, in bytes. */
  coefficientBytes: number
}

interface CodedFrame extends JpegFrame {
  components: number
  isProgressive: boolean
}

// Markers of ITU-T T.81, table B.1.
const START_OF_SCAN = 0xda
const SEQUENTIAL_FRAMES = [0xc0, 0xc1, 0xc9]
const PROGRESSIVE_FRAMES = [0xc2, 0xca]

/** More than any camera or program writes. */
const MAX_SEGMENTS = 100_000

/** Reads the frame of a JPEG with more than one scan: progressive, or with one scan per component. */
export async function readMultiScanFrame(readBytes: ReadBytes): Promise<JpegFrame | undefined> {
  let frame: CodedFrame | undefined
  let position = 2
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    const segment = await readSegment(readBytes, position)
    if (segment === undefined) return undefined
    const { marker, body } = segment
    if (marker === START_OF_SCAN) return isMultiScan(frame, body) ? frame : undefined
    frame = parseFrame(marker, body) ?? frame
    position = segment.end
  }
  return undefined
}

/** T.81 B.2.3: a scan header begins with the number of its components. */
function isMultiScan(frame: CodedFrame | undefined, scan: Buffer): boolean {
  return frame !== undefined && (frame.isProgressive || (scan[0] ?? 0) < frame.components)
}

interface Segment {
  marker: number
  /** The bytes after the length, at most as many as the longest header. */
  body: Buffer
  /** Position of the next segment. */
  end: number
}

const MARKER_AND_LENGTH = 4
/** The longest frame header: 255 components of three bytes each. */
const HEADER_BYTES = 6 + 255 * 3

async function readSegment(readBytes: ReadBytes, from: number): Promise<Segment | undefined> {
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

const BYTES_PER_BLOCK = 8 * 8 * 2

/** T.81 B.2.2. Returns undefined for another segment, or for a header that no decoder accepts. */
function parseFrame(marker: number, body: Buffer): CodedFrame | undefined {
  const isProgressive = PROGRESSIVE_FRAMES.includes(marker)
  if (!isProgressive && !SEQUENTIAL_FRAMES.includes(marker)) return undefined
  const components = body[5] ?? 0
  if (components === 0 || body.length < 6 + components * 3) return undefined
  const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)]
  const factors = Array.from({ length: components }, (_, index) => {
    const sampling = body[7 + index * 3] ?? 0
    return { across: sampling >> 4, down: sampling & 15 }
  })
  const across = Math.max(1, ...factors.map((factor) => factor.across))
  const down = Math.max(1, ...factors.map((factor) => factor.down))
  const units = Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down))
  const blocksPerUnit = factors.reduce((sum, factor) => sum + factor.across * factor.down, 0)
  const coefficientBytes = units * blocksPerUnit * BYTES_PER_BLOCK
  return { pixels: width * height, coefficientBytes, components, isProgressive }
}
