import type { MapPoint } from './aim.ts'

/** Index of a corner and of its ring. */
export interface CornerIndex {
  ring: number
  corner: number
}

/** An area that is being drawn: its outline, then its holes. */
export interface Area {
  rings: readonly (readonly MapPoint[])[]
  /** The corner that buttons and keys change; null if there is none. */
  selected: CornerIndex | null
}

export const EMPTY_AREA: Area = { rings: [[]], selected: null }

/** Of one ring. */
export const MIN_CORNERS = 3

/** Appends a corner after the selected one, in its ring, and selects it. */
export function addCorner(area: Area, point: MapPoint): Area {
  const { ring, corner } = area.selected ?? lastCorner(area)
  return insertCorner(area, { ring, corner: corner + 1 }, point)
}

export function insertCorner({ rings }: Area, at: CornerIndex, point: MapPoint): Area {
  return {
    rings: replaceRing(rings, at.ring, (ring) => ring.toSpliced(at.corner, 0, point)),
    selected: at,
  }
}

/** Does nothing if there is no such corner, as in a new hole. */
export function moveCorner(area: Area, at: CornerIndex, point: MapPoint): Area {
  const { rings } = area
  if (rings[at.ring]?.[at.corner] === undefined) return area
  return { rings: replaceRing(rings, at.ring, (ring) => ring.with(at.corner, point)), selected: at }
}

/** Deletes the selected corner, and its ring with its last one. Selects the corner before it. */
export function deleteCorner(area: Area): Area {
  const { rings, selected } = area
  if (!selected) return area
  const { ring, corner } = selected
  const rest = replaceRing(rings, ring, (corners) => corners.toSpliced(corner, 1))
  const left = rest[ring]?.length ?? 0
  if (left > 0) return { rings: rest, selected: { ring, corner: Math.max(0, corner - 1) } }
  const others = rest.toSpliced(ring, 1)
  const remaining = others.length > 0 ? others : EMPTY_AREA.rings
  return { rings: remaining, selected: selectLast(remaining) }
}

/** Selects the next or previous corner, through all rings. */
export function selectNext(area: Area, by: 1 | -1): Area {
  const all = listCorners(area)
  const current = all.findIndex(({ at }) => isSame(at, area.selected))
  const next = all[(current + by + all.length) % all.length]
  return next ? { ...area, selected: next.at } : area
}

/** Starts a hole, whose corners come next. Does nothing while another ring is incomplete. */
export function startHole(area: Area): Area {
  if (!isComplete(area)) return area
  return { rings: [...area.rings, []], selected: { ring: area.rings.length, corner: -1 } }
}

/** Whether each ring has enough corners. */
export function isComplete({ rings }: Area): boolean {
  return rings.every(({ length }) => length >= MIN_CORNERS)
}

export function listCorners({ rings }: Area): { at: CornerIndex; point: MapPoint }[] {
  return rings.flatMap((corners, ring) =>
    corners.map((point, corner) => ({ at: { ring, corner }, point })),
  )
}

/** Lists the middles of the edges, each with the place of a corner that would be inserted there. */
export function listMiddles({ rings }: Area): { at: CornerIndex; point: MapPoint }[] {
  return rings.flatMap((corners, ring) => {
    if (corners.length < MIN_CORNERS) return []
    return corners.map((from, corner) => {
      const to = corners[(corner + 1) % corners.length] ?? from
      return { at: { ring, corner: corner + 1 }, point: middleOf(from, to) }
    })
  })
}

export function isSame(one: CornerIndex, other: CornerIndex | null): boolean {
  return one.ring === other?.ring && one.corner === other.corner
}

function middleOf([fromX, fromY]: MapPoint, [toX, toY]: MapPoint): MapPoint {
  return [(fromX + toX) / 2, (fromY + toY) / 2]
}

function lastCorner({ rings }: Area): CornerIndex {
  return { ring: rings.length - 1, corner: (rings.at(-1)?.length ?? 0) - 1 }
}

function selectLast(rings: Area['rings']): CornerIndex | null {
  const last = lastCorner({ rings, selected: null })
  return last.corner < 0 ? null : last
}

function replaceRing(
  rings: Area['rings'],
  index: number,
  change: (ring: readonly MapPoint[]) => readonly MapPoint[],
): Area['rings'] {
  return rings.map((ring, other) => (other === index ? change(ring) : ring))
}
