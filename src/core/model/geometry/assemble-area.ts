import { GeometryError, type MultiPolygon, type Position, type Ring } from './geometry.ts'
import { buildGraph, splitIntoChains, type Chain, type PlanarGraph } from './planar-graph.ts'
import { computeSignedArea } from './rings.ts'

/** For indexes outside a list, which do not occur. */
const ORIGIN: Position = [0, 0]

/**
 * Assembles the area that lines enclose. They may be cut anywhere, and be in any order and direction. What an odd
 * number of lines encloses is inside, so it does not matter which lines are meant as holes. Rings may touch each other
 * and themselves in points.
 * @throws GeometryError if the lines do not close, cross, or have too many positions
 */
export function assembleArea(lines: readonly (readonly Position[])[]): MultiPolygon {
  const graph = buildGraph(lines)
  if (graph.edges.length === 0) throw new GeometryError('It has no outline.')
  requireClosed(graph)
  const chains = splitIntoChains(graph).map((chain) => orient(graph, chain))
  const rings = traceCircuits(graph, chains)
    .flatMap(splitAtRepetitions)
    .map((path) => toRing(graph, path))
  return { type: 'MultiPolygon', coordinates: nestRings(rings) }
}

function requireClosed({ vertices, edgesOf }: PlanarGraph): void {
  const end = edgesOf.findIndex((edges) => edges.length % 2 === 1)
  const position = vertices[end]
  if (!position) return
  const [longitude, latitude] = position
  throw new GeometryError(
    `Its outline is not closed: it ends at longitude ${longitude}, latitude ${latitude}.`,
  )
}

/** Turns a chain so that the inside is on its left. */
function orient(graph: PlanarGraph, chain: Chain): Chain {
  const at = (vertex = 0): Position => graph.vertices[vertex] ?? ORIGIN
  let widest: [Position, Position] = [at(chain[0]), at(chain[1])]
  const extent = ([from, to]: [Position, Position], axis: 0 | 1): number =>
    Math.abs(to[axis] - from[axis])
  const spans = chain
    .slice(1)
    .map((vertex, index): [Position, Position] => [at(chain[index]), at(vertex)])
  const isVertical = spans.every((span) => extent(span, 0) === 0)
  const axis = isVertical ? 1 : 0
  for (const span of spans) if (extent(span, axis) > extent(widest, axis)) widest = span
  const [from, to] = widest
  const isForward = to[axis] > from[axis]
  const isBeyondInside = countBeyond(graph, widest, axis) % 2 === 1
  // North is on the left of a line to the east; east is on the right of a line to the north.
  const isInsideLeft = (isForward === isBeyondInside) !== isVertical
  return isInsideLeft ? chain : chain.toReversed()
}

/** Counts the segments that a ray from the middle of a segment crosses: to the north, or to the east for axis 1. */
function countBeyond(
  { vertices, edges }: PlanarGraph,
  segment: [Position, Position],
  axis: 0 | 1,
): number {
  let count = 0
  for (const [a, b] of edges) {
    const [one, two] = [vertices[a] ?? ORIGIN, vertices[b] ?? ORIGIN]
    const isItself = segment.includes(one) && segment.includes(two)
    if (!isItself && isBeyond([one, two], segment, axis)) count += 1
  }
  return count
}

function isBeyond(
  [one, two]: [Position, Position],
  [from, to]: [Position, Position],
  axis: 0 | 1,
): boolean {
  const other = axis === 0 ? 1 : 0
  const middle = (from[axis] + to[axis]) / 2
  if (one[axis] <= middle === two[axis] <= middle) return false
  const share = (middle - one[axis]) / (two[axis] - one[axis])
  return one[other] + share * (two[other] - one[other]) > (from[other] + to[other]) / 2
}

/** A closed path of vertices, without a repetition of the first one at the end. */
type Circuit = number[]

/** The chains that leave each vertex and that no circuit contains yet. */
type Leaving = Map<number, Set<Chain>>

/** Follows the boundary of the inside from chain to chain. */
function traceCircuits(graph: PlanarGraph, chains: readonly Chain[]): Circuit[] {
  const leaving: Leaving = new Map()
  for (const chain of chains) {
    const start = chain[0] ?? 0
    leaving.set(start, (leaving.get(start) ?? new Set()).add(chain))
  }
  const isLeft = (chain: Chain): boolean => leaving.get(chain[0] ?? 0)?.has(chain) === true
  return chains.flatMap((chain) => (isLeft(chain) ? [traceCircuit(graph, chain, leaving)] : []))
}

function traceCircuit(graph: PlanarGraph, first: Chain, leaving: Leaving): Circuit {
  const circuit: Circuit = []
  let chain = first
  do {
    circuit.push(...chain.slice(0, -1))
    const there = leaving.get(chain.at(-1) ?? 0) ?? new Set()
    chain = chooseNext(graph, chain, there)
    there.delete(chain)
  } while (chain !== first)
  return circuit
}

/** Chooses the first chain to the left of the one that arrives: the inside between them is free of other chains. */
function chooseNext(graph: PlanarGraph, arriving: Chain, leaving: ReadonlySet<Chain>): Chain {
  const back = directionOf(graph, arriving.at(-1), arriving.at(-2))
  const turnOf = (chain: Chain): number => {
    const turn = back - directionOf(graph, chain[0], chain[1])
    return turn > 0 ? turn : turn + 2 * Math.PI
  }
  let next: Chain | undefined
  let sharpest = Infinity
  for (const chain of leaving) {
    const turn = turnOf(chain)
    if (turn < sharpest) [next, sharpest] = [chain, turn]
  }
  if (next) return next
  throw new GeometryError('Its outline crosses itself.')
}

function directionOf({ vertices }: PlanarGraph, from = 0, to = 0): number {
  const [x1, y1] = vertices[from] ?? ORIGIN
  const [x2, y2] = vertices[to] ?? ORIGIN
  return Math.atan2(y2 - y1, x2 - x1)
}

/** Splits a path that touches itself, because a ring must not. */
function splitAtRepetitions(circuit: Circuit): Circuit[] {
  const rings: Circuit[] = []
  const path: number[] = []
  const placeOf = new Map<number, number>()
  for (const vertex of circuit) {
    const place = placeOf.get(vertex)
    if (place !== undefined) {
      const ring = path.splice(place)
      for (const passed of ring) placeOf.delete(passed)
      rings.push(ring)
    }
    placeOf.set(vertex, path.push(vertex) - 1)
  }
  return [...rings, path]
}

/** Closes a ring. It begins at its westernmost position, so that equal areas have equal coordinates. */
function toRing({ vertices }: PlanarGraph, circuit: Circuit): Ring {
  const positions = circuit.map((vertex) => vertices[vertex] ?? ORIGIN)
  let first = 0
  for (const [index, position] of positions.entries()) {
    if (compare(position, positions[first] ?? position) < 0) first = index
  }
  const ring = [...positions.slice(first), ...positions.slice(0, first)]
  return [...ring, ...ring.slice(0, 1)]
}

function compare(one: Position, other: Position): number {
  return one[0] - other[0] || one[1] - other[1]
}

/** Gives each hole, which is clockwise, to the smallest outline that contains it. */
function nestRings(rings: readonly Ring[]): Ring[][] {
  const byStart = rings.toSorted((one, other) => compare(one[0] ?? ORIGIN, other[0] ?? ORIGIN))
  const outlines = byStart
    .map((ring) => ({ ring, area: computeSignedArea(ring), holes: [] as Ring[] }))
    .filter(({ area }) => area > 0)
  const bySize = outlines.toSorted((one, other) => one.area - other.area)
  for (const hole of byStart.filter((ring) => computeSignedArea(ring) <= 0)) {
    const around = bySize.find(({ ring }) => isInside(hole, ring))
    if (!around) throw new GeometryError('Its outline crosses itself.')
    around.holes.push(hole)
  }
  return outlines.map(({ ring, holes }) => [ring, ...holes])
}

/** Tests the middle of a side, because the corners of a hole may touch the outline. */
function isInside([one = ORIGIN, two = ORIGIN]: Ring, outline: Ring): boolean {
  const [x, y] = [(one[0] + two[0]) / 2, (one[1] + two[1]) / 2]
  let inside = false
  for (let at = 1; at < outline.length; at += 1) {
    const [x1, y1] = outline[at - 1] ?? ORIGIN
    const [x2, y2] = outline[at] ?? ORIGIN
    if (y1 <= y !== y2 <= y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
  }
  return inside
}
