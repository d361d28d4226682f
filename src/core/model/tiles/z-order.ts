import type { Tile } from './tile.ts'
import { WORLD_BITS } from './world.ts'

/**
 * The Z-order curve through the world: the bits of column and row in turn. All positions on a tile follow each other.
 * 16 bits of each are enough, because the smallest cells divide the tiles of zoom level 13 by eight.
 */
const BITS = 16

/** Returns the place of a position on the curve, an integer below 2^32. */
export function toZOrder(worldX: number, worldY: number): number {
  return interleave(worldX >>> (WORLD_BITS - BITS), worldY >>> (WORLD_BITS - BITS))
}

/** Returns the first place of a tile on the curve, and the one after its last. */
export function zOrderRange({ z, x, y }: Tile): [first: number, end: number] {
  const length = 2 ** (2 * (BITS - z))
  const first = interleave(x, y) * length
  return [first, first + length]
}

function interleave(x: number, y: number): number {
  return (spreadBits(x) | (spreadBits(y) << 1)) >>> 0
}

/** Puts a zero before each of 16 bits. */
function spreadBits(value: number): number {
  const bytes = (value | (value << 8)) & 0x00ff00ff
  const nibbles = (bytes | (bytes << 4)) & 0x0f0f0f0f
  const pairs = (nibbles | (nibbles << 2)) & 0x33333333
  return (pairs | (pairs << 1)) & 0x55555555
}
