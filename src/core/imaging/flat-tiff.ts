import { open } from 'node:fs/promises'
import type { Size } from '../iiif/full-image.ts'

/** Pixels of 8 bits in rows: gray with one channel, RGB with three. */
export interface FlatPicture extends Size {
  channels: 1 | 3
}

const ROWS_PER_STRIP = 16
const [SHORT, LONG8] = [3, 16]
const ENTRY_BYTES = 20

/**
 * Writes an uncompressed BigTIFF from a stream of rows, which no available encoder supports. Layout: header, directory,
 * strip offsets, strip lengths, pixels.
 */
export async function writeFlatTiff(
  path: string,
  picture: FlatPicture,
  bands: AsyncIterable<Buffer>,
): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(buildHeader(picture))
  for await (const band of bands) await file.writeFile(band)
}

function buildHeader({ width, height, channels }: FlatPicture): Buffer {
  const rowBytes = width * channels
  const strips = Math.ceil(height / ROWS_PER_STRIP)
  const entries = 10
  const offsetsAt = 16 + 8 + entries * ENTRY_BYTES + 8
  const lengthsAt = offsetsAt + strips * 8
  const pixelsAt = lengthsAt + strips * 8
  const bytes = Buffer.alloc(pixelsAt)
  bytes.set([0x49, 0x49, 43, 0, 8, 0, 0, 0, 16])
  bytes.writeBigUInt64LE(BigInt(entries), 16)
  const tags: [number, number, number, number][] = [
    [256, LONG8, 1, width],
    [257, LONG8, 1, height],
    // BitsPerSample: up to four numbers fit into the entry itself.
    [258, SHORT, channels, channels === 1 ? 8 : 0x0008_0008_0008],
    [259, SHORT, 1, 1],
    // PhotometricInterpretation: black is zero, or RGB.
    [262, SHORT, 1, channels === 1 ? 1 : 2],
    [273, LONG8, strips, strips === 1 ? pixelsAt : offsetsAt],
    [277, SHORT, 1, channels],
    [278, LONG8, 1, ROWS_PER_STRIP],
    [279, LONG8, strips, strips === 1 ? rowBytes * height : lengthsAt],
    [284, SHORT, 1, 1],
  ]
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = 24 + index * ENTRY_BYTES
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeBigUInt64LE(BigInt(count), at + 4)
    bytes.writeBigUInt64LE(BigInt(value), at + 12)
  }
  for (let strip = 0; strip < strips; strip += 1) {
    const first = strip * ROWS_PER_STRIP
    const rows = Math.min(ROWS_PER_STRIP, height - first)
    bytes.writeBigUInt64LE(BigInt(pixelsAt + first * rowBytes), offsetsAt + strip * 8)
    bytes.writeBigUInt64LE(BigInt(rows * rowBytes), lengthsAt + strip * 8)
  }
  return bytes
}
