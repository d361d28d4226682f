/** Areas cross the borders of tiles. Each tile has a part that continues a little beyond its sides. */

export type Position = readonly [x: number, y: number]
export type Ring = readonly Position[]

/** A side of a tile: what is beyond the limit on the axis is outside. */
interface Side {
  axis: 0 | 1
  limit: number
  /** 1 if what is greater is inside, −1 if what is less is. */
  direction: 1 | -1
}

/** Units along the side of a tile, and how far parts continue beyond it. */
const [UNITS, BUFFER] = [4096, 64]

const SIDES: readonly Side[] = [
  { axis: 0, limit: 0, direction: 1 },
  { axis: 0, limit: UNITS, direction: -1 },
  { axis: 1, limit: 0, direction: 1 },
  { axis: 1, limit: UNITS, direction: -1 },
]

/**
 * Cuts a ring at the sides of its tile, so that the parts of neighboring tiles do not overlap.
 * @returns a closed ring, empty if nothing is left
 */
export function cutRing(ring: Ring): Ring {
  const rest = SIDES.reduce(cutAt, ring)
  return [...rest, ...rest.slice(0, 1)]
}

/** Sutherland and Hodgman. */
function cutAt(ring: Ring, { axis, limit, direction }: Side): Ring {
  const isInside = (position: Position): boolean => (position[axis] - limit) * direction >= 0
  return ring.flatMap((position, index) => {
    const previous = ring.at(index - 1) ?? position
    const kept = isInside(position) ? [position] : []
    if (isInside(previous) === isInside(position)) return kept
    const share = (limit - previous[axis]) / (position[axis] - previous[axis])
    const [x, y] = [0, 1].map((one) => mix(previous[one] ?? 0, position[one] ?? 0, share))
    return [[x ?? 0, y ?? 0], ...kept]
  })
}

function mix(from: number, to: number, share: number): number {
  return from + share * (to - from)
}

/** Lists the edges of a ring that are not where the server cut it. */
export function listEdges(ring: Ring): [from: Position, to: Position][] {
  return ring.flatMap((position, index): [Position, Position][] => {
    const previous = ring.at(index - 1) ?? position
    return isCut(previous, position) ? [] : [[previous, position]]
  })
}

function isCut(from: Position, to: Position): boolean {
  return [0, 1].some(
    (axis) => from[axis] === to[axis] && (from[axis] === -BUFFER || from[axis] === UNITS + BUFFER),
  )
}
