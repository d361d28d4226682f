import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Creates a temporary folder for pictures. */
export async function createPictureFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-pictures-'))
  return {
    path: folder.path,
    async write(name: string, bytes: Uint8Array): Promise<string> {
      const path = join(folder.path, name)
      await writeFile(path, bytes)
      return path
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

/** A JPEG with valid markers but without pixels, which only a decoder detects. */
export const UNDECODABLE_JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0])

export type Color = readonly [number, number, number]

export const RED: Color = [220, 30, 30]
export const GREEN: Color = [30, 170, 30]
export const BLUE: Color = [30, 30, 220]
export const WHITE: Color = [255, 255, 255]

/** The colors of the quarters: top left, top right, bottom left, bottom right. */
export const QUARTERS: readonly Color[] = [RED, GREEN, BLUE, WHITE]

/**
 * For each EXIF orientation, the quarters of the stored picture in upright order: top left, top right, bottom left,
 * bottom right (EXIF 3.0, section 4.6.5).
 */
export const UPRIGHT_QUARTERS: Record<number, readonly number[]> = {
  1: [0, 1, 2, 3],
  2: [1, 0, 3, 2],
  3: [3, 2, 1, 0],
  4: [2, 3, 0, 1],
  5: [0, 2, 1, 3],
  6: [2, 0, 3, 1],
  7: [3, 1, 2, 0],
  8: [1, 3, 0, 2],
}

/** Creates a picture with one color per quarter; width and height must be even. */
export function fourColors(width = 96, height = 64) {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const quarter = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)
      data.set(QUARTERS[quarter]!, at)
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Creates a picture of one color. */
export function plain(width: number, height: number, color: Color | readonly number[]) {
  const [r = 0, g = 0, b = 0, alpha = 1] = color
  const channels = color.length === 4 ? 4 : 3
  return sharp({ create: { width, height, channels, background: { r, g, b, alpha } } })
}

/** Reads the color in the center of each quarter of a picture, and its size. */
export async function readQuarters(path: string | Buffer) {
  const { data, info } = await sharp(path)
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * channels
    return [...data.subarray(start, start + 3)]
  }
  const quarters = [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
  return { width, height, quarters }
}

/** Returns the largest difference of any channel. */
export function largestDifference(
  seen: readonly (readonly number[])[],
  meant: readonly Color[],
): number {
  return Math.max(
    ...seen.flatMap((pixel, index) =>
      pixel.map((value, channel) => Math.abs(value - meant[index]![channel]!)),
    ),
  )
}

/** Inserts an EXIF segment with orientation, camera maker and position into a JPEG. */
export function withExif(jpeg: Uint8Array, orientation: number): Buffer {
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifBlock(orientation)])
  const marker = Buffer.from([0xff, 0xe1, 0, 0])
  marker.writeUInt16BE(segment.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), marker, segment, jpeg.subarray(2)])
}

export const CAMERA = 'Serial-4711'

/** Little-endian TIFF: a directory with orientation, maker and GPS pointer, and a GPS directory with a latitude. */
function exifBlock(orientation: number): Buffer {
  const maker = Buffer.from(`${CAMERA}\0`, 'latin1')
  const [gps, makerAt] = [50, 80]
  const block = Buffer.alloc(makerAt + maker.length + 24)
  block.write('II*\0', 'latin1')
  block.writeUInt32LE(8, 4)
  const entries: [number, number, number, number][] = [
    [0x010f, 2, maker.length, makerAt],
    [0x0112, 3, 1, orientation],
    [0x8825, 4, 1, gps],
  ]
  writeDirectory(block, 8, entries)
  const latitudeAt = makerAt + maker.length
  writeDirectory(block, gps, [
    [1, 2, 2, 'N'.charCodeAt(0)],
    [2, 5, 3, latitudeAt],
  ])
  maker.copy(block, makerAt)
  for (const [index, value] of [52, 1, 31, 1, 12, 1].entries())
    block.writeUInt32LE(value, latitudeAt + index * 4)
  return block
}

function writeDirectory(block: Buffer, at: number, entries: [number, number, number, number][]) {
  block.writeUInt16LE(entries.length, at)
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const start = at + 2 + index * 12
    block.writeUInt16LE(tag, start)
    block.writeUInt16LE(type, start + 2)
    block.writeUInt32LE(count, start + 4)
    block.writeUInt32LE(value, start + 8)
  }
}

/** Creates a small, well-formed PNG with a huge size in its header. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Creates a small progressive JPEG (4:2:0) with another size in its frame header (T.81, B.2.2). */
export async function largeProgressiveJpeg(width: number, height: number): Promise<Buffer> {
  const bytes = await fourColors().jpeg({ progressive: true }).toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

export function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(body.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}
