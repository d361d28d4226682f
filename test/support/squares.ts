import sharp from 'sharp'
import type { Size } from '../../src/core/iiif/full-image.ts'
import { createRandom } from './campaign.ts'
import type { Color } from './pictures.ts'

/** A picture in memory, with three channels. */
export interface RawPicture extends Size {
  data: Buffer
}

export function openRaw({ data, width, height }: RawPicture) {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Creates a picture with a grid of colored squares: few pixels may differ after JPEG compression. */
export function createSquares(size: Size, side = 100, seed = 1) {
  const random = createRandom(seed)
  const columns = Math.ceil(size.width / side)
  const colors = Array.from({ length: columns * Math.ceil(size.height / side) }, () => {
    const [r, g, b] = [random(), random(), random()].map((share) => Math.floor(share * 256))
    return [r, g, b] as unknown as Color
  })
  const at = (x: number, y: number): Color =>
    colors[Math.floor(y / side) * columns + Math.floor(x / side)]!
  const data = Buffer.alloc(size.width * size.height * 3)
  for (let y = 0, position = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1, position += 3) data.set(at(x, y), position)
  return { ...size, data, colorAt: at }
}
