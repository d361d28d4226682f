import { damaged } from '../decoder-failure.ts'
import type { Size } from '../turn.ts'

/** One of the colour channels of a frame. */
export interface Component {
  id: number
  /** How often it is sampled in a coded unit, across and down. */
  across: number
  down: number
  quantisation: number
  /** Blocks of 8 × 8 that the picture itself has, and those that whole coded units make of it. */
  blocks: Size
  padded: Size
}

/** What the frame header says: T.81 B.2.2. */
export interface Frame extends Size {
  components: Component[]
  /** Coded units across and down. */
  units: Size
}

/** Bytes that the coefficients of a block take. */
export const BLOCK_BYTES = 128

/** @param segment without marker and length */
export function parseFrame(segment: Buffer): Frame {
  const count = segment[5] ?? 0
  if (segment[0] !== 8 || count === 0 || count > 4 || segment.length < 6 + count * 3)
    throw damaged('a frame header that makes no sense')
  const size = { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) }
  const sampled = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0, quantisation = 0] = segment.subarray(6 + index * 3)
    return { id, across: sampling >> 4, down: sampling & 15, quantisation }
  })
  const factors = sampled.flatMap(({ across, down }) => [across, down])
  if (size.width === 0 || size.height === 0 || factors.some((factor) => factor < 1 || factor > 4))
    throw damaged('a frame header that makes no sense')
  const most = {
    across: Math.max(...sampled.map(({ across }) => across)),
    down: Math.max(...sampled.map(({ down }) => down)),
  }
  const units = {
    width: Math.ceil(size.width / (8 * most.across)),
    height: Math.ceil(size.height / (8 * most.down)),
  }
  const components = sampled.map((component): Component => {
    const { across, down } = component
    const blocks = {
      width: Math.ceil(Math.ceil((size.width * across) / most.across) / 8),
      height: Math.ceil(Math.ceil((size.height * down) / most.down) / 8),
    }
    const padded = { width: units.width * across, height: units.height * down }
    return { ...component, blocks, padded }
  })
  return { ...size, components, units }
}

/** What a decoder holds of a progressive picture: all coefficients until the last scan. */
export function coefficientBytes({ components }: Frame): number {
  const blocks = components.map(({ padded }) => padded.width * padded.height)
  return blocks.reduce((sum, count) => sum + count, 0) * BLOCK_BYTES
}
