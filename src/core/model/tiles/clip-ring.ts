import { EXTENT, type TilePosition } from '../mvt/encode-tile.ts'

/** Width of the margin of areas beyond the sides of a tile, so that the cut is not seen. */
export const BUFFER = 64

type Axis = 0 | 1

/** Cuts a ring at the sides of a tile with its buffer, one after the other (Sutherland and Hodgman). */
export function clipRing(ring: readonly TilePosition[]): TilePosition[] {
  const lower = [cutAt(0, -BUFFER, 1), cutAt(1, -BUFFER, 1)]
  const upper = [cutAt(0, EXTENT + BUFFER, -1), cutAt(1, EXTENT + BUFFER, -1)]
  return [...lower, ...upper].reduce<TilePosition[]>((rest, cut) => cut(rest), [...ring])
}

/** @param direction 1 keeps what is greater than the limit, −1 what is less */
function cutAt(axis: Axis, limit: number, direction: 1 | -1) {
  const isInside = (position: TilePosition): boolean => (position[axis] - limit) * direction >= 0
  return (ring: readonly TilePosition[]): TilePosition[] =>
    ring.flatMap((position, index) => {
      const previous = ring.at(index - 1) ?? position
      const kept = isInside(position) ? [position] : []
      return isInside(previous) === isInside(position)
        ? kept
        : [crossAt(axis, limit, [previous, position]), ...kept]
    })
}

function crossAt(
  axis: Axis,
  limit: number,
  [from, to]: readonly [TilePosition, TilePosition],
): TilePosition {
  const share = (limit - from[axis]) / (to[axis] - from[axis])
  const between = (one: Axis): number => from[one] + share * (to[one] - from[one])
  return axis === 0 ? [limit, between(1)] : [between(0), limit]
}

/** Neighboring positions closer than this are drawn as one: half a pixel of a tile that is shown with 512. */
const MIN_STEP = EXTENT / 512 / 2

/** Rounds the positions of a ring to whole units, and leaves out those that are close to the one before. */
export function simplifyRing(ring: readonly TilePosition[]): TilePosition[] {
  const kept: TilePosition[] = []
  for (const [x, y] of ring) {
    const [lastX, lastY] = kept.at(-1) ?? [Infinity, Infinity]
    const rounded = [Math.round(x), Math.round(y)] as const
    if (Math.hypot(rounded[0] - lastX, rounded[1] - lastY) >= MIN_STEP) kept.push(rounded)
  }
  return kept
}
