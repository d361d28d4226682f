import { deflateRawSync, deflateSync, constants } from 'node:zlib'
import { pngChunk } from '../pictures.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export interface PngFile {
  width: number
  height: number
  /** Bits of a sample; default 8. */
  depth?: number
  /** 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha. */
  color: number
  interlaced?: boolean
  /** Chunks between header and pixels. */
  before?: Buffer[]
  /** The zlib stream, in this many IDAT chunks. */
  pixels: Buffer[]
  after?: Buffer[]
}

/** Writes a PNG (3rd edition) with the given chunks. */
export function pngFile(file: PngFile): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(file.width >>> 0, 0)
  header.writeUInt32BE(file.height >>> 0, 4)
  header.set([file.depth ?? 8, file.color, 0, 0, file.interlaced ? 1 : 0], 8)
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    ...(file.before ?? []),
    ...file.pixels.map((part) => pngChunk('IDAT', part)),
    ...(file.after ?? []),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Compresses rows with their filter bytes. */
export function deflatedRows(rows: readonly Buffer[], filter = 0): Buffer {
  return deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.from([filter]), row])))
}

const BLOCK = 2 ** 24

/** Creates a zlib stream of this many zeros without allocating them. */
export function deflatedZeros(count: number): Buffer {
  const whole = Math.floor(count / BLOCK)
  const block = deflateRawSync(Buffer.alloc(BLOCK), { finishFlush: constants.Z_FULL_FLUSH })
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE((((count % 65_521) << 16) | 1) >>> 0)
  const rest = deflateRawSync(Buffer.alloc(count % BLOCK))
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array<Buffer>(whole).fill(block),
    rest,
    checksum,
  ])
}
