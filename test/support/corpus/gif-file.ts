/** Writes GIF89a files without compression. */

export interface GifFrame {
  left?: number
  top?: number
  width: number
  height: number
  /** Color indices below 8; default all 1. */
  pixels?: number[]
  /** Replaces the encoded pixels. */
  data?: Buffer
}

export interface GifFile {
  screen: readonly [width: number, height: number]
  frames: GifFrame[]
  /** Eight colors. */
  palette?: readonly (readonly [number, number, number])[]
  trailer?: boolean
}

const GRAYS = Array.from({ length: 8 }, (_, index) => [index * 36, index * 36, index * 36] as const)

export function gifFile({ screen, frames, palette = GRAYS, trailer = true }: GifFile): Buffer {
  const head = Buffer.alloc(13)
  head.write('GIF89a', 'latin1')
  head.writeUInt16LE(screen[0], 6)
  head.writeUInt16LE(screen[1], 8)
  head[10] = 0x80 | 2
  const end = trailer ? [Buffer.from([0x3b])] : []
  return Buffer.concat([head, Buffer.from(palette.flat()), ...frames.map(frameOf), ...end])
}

function frameOf({ left = 0, top = 0, width, height, pixels, data }: GifFrame): Buffer {
  const head = Buffer.alloc(10)
  head[0] = 0x2c
  for (const [index, value] of [left, top, width, height].entries())
    head.writeUInt16LE(value, 1 + index * 2)
  const coded = data ?? codedPixels(pixels ?? Array<number>(width * height).fill(1))
  return Buffer.concat([head, Buffer.from([3]), inBlocks(coded), Buffer.from([0])])
}

/** Uses codes of four bits, and clears the table before it would need five. */
function codedPixels(pixels: readonly number[]): Buffer {
  const codes: number[] = []
  for (const [index, pixel] of pixels.entries()) {
    if (index % 6 === 0) codes.push(8)
    codes.push(pixel)
  }
  codes.push(9)
  const bytes = Buffer.alloc(Math.ceil(codes.length / 2))
  for (const [index, code] of codes.entries()) bytes[index >> 1]! |= code << (index % 2 ? 4 : 0)
  return bytes
}

function inBlocks(bytes: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    blocks.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat(blocks)
}
