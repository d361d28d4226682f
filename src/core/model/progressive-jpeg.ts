import { MAX_JPEG_COEFFICIENT_BYTES } from '../base/limits.ts'
import { readJpegSegments, START_OF_SCAN, type ReadBytes } from './jpeg-segments.ts'

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
const SEQUENTIAL_FRAMES = [0xc0, 0xc1, 0xc9]
const PROGRESSIVE_FRAMES = [0xc2, 0xca]

/** Reads the frame of a JPEG with more than one scan: progressive, or with one scan per component. */
export async function readMultiScanFrame(readBytes: ReadBytes): Promise<JpegFrame | undefined> {
  let frame: CodedFrame | undefined
  for await (const { marker, body } of readJpegSegments(readBytes)) {
    if (marker === START_OF_SCAN) return isMultiScan(frame, body) ? frame : undefined
    frame = parseFrame(marker, body) ?? frame
  }
  return undefined
}

/** T.81 B.2.3: a scan header begins with the number of its components. */
function isMultiScan(frame: CodedFrame | undefined, scan: Buffer): boolean {
  return frame !== undefined && (frame.isProgressive || (scan[0] ?? 0) < frame.components)
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
