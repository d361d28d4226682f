import { GeometryError, type Position } from './geometry.ts'
import { MAX_POSITIONS } from './parse.ts'

/** The segments of lines. Lines that share a position share a vertex. */
export interface PlanarGraph {
  vertices: Position[]
  /** Pairs of vertices, without direction. */
  edges: [number, number][]
  /** The edges of each vertex. */
  edgesOf: number[][]
}

/**
 * Builds the graph of all segments that occur an odd number of times: a segment between two areas is not part of the
 * outline of both together.
 * @throws GeometryError if there are more segments than a geometry may have positions
 */
export function buildGraph(lines: readonly (readonly Position[])[]): PlanarGraph {
  const vertices: Position[] = []
  const indexOf = new Map<string, number>()
  const toVertex = (position: Position): number => {
    const key = position.join()
    const known = indexOf.get(key)
    if (known !== undefined) return known
    indexOf.set(key, vertices.push(position) - 1)
    return vertices.length - 1
  }
  const segments = new Map<string, [number, number]>()
  for (const line of lines) {
    const path = line.map(toVertex)
    for (let at = 1; at < path.length; at += 1) toggle(segments, path[at - 1] ?? 0, path[at] ?? 0)
  }
  const edges = [...segments.values()]
  if (edges.length > MAX_POSITIONS) {
    throw new GeometryError(
      `It has ${edges.length} positions; at most ${MAX_POSITIONS} are accepted.`,
    )
  }
  const edgesOf: number[][] = vertices.map(() => [])
  for (const [index, ends] of edges.entries()) {
    for (const vertex of ends) edgesOf[vertex]?.push(index)
  }
  return { vertices, edges, edgesOf }
}

function toggle(segments: Map<string, [number, number]>, from: number, to: number): void {
  if (from === to) return
  const key = from < to ? `${from} ${to}` : `${to} ${from}`
  if (!segments.delete(key)) segments.set(key, [from, to])
}

/** A path along edges. It passes only vertices with two edges, and may begin and end at the same vertex. */
export type Chain = number[]

/** Splits the graph into paths between the vertices with other than two edges, and cycles without such a vertex. */
export function splitIntoChains({ edges, edgesOf }: PlanarGraph): Chain[] {
  const used = new Set<number>()
  const chains: Chain[] = []
  const isJunction = (vertex: number): boolean => edgesOf[vertex]?.length !== 2
  const follow = (start: number, first: number): void => {
    const chain = [start]
    let edge: number | undefined = first
    while (edge !== undefined && !used.has(edge)) {
      used.add(edge)
      const [one, other]: [number, number] = edges[edge] ?? [start, start]
      const next: number = one === chain.at(-1) ? other : one
      chain.push(next)
      edge = isJunction(next) ? undefined : edgesOf[next]?.find((at) => !used.has(at))
    }
    if (chain.length > 1) chains.push(chain)
  }
  const followAll = (vertex: number): void => {
    for (const edge of edgesOf[vertex] ?? []) if (!used.has(edge)) follow(vertex, edge)
  }
  for (const vertex of edgesOf.keys()) if (isJunction(vertex)) followAll(vertex)
  for (const vertex of edgesOf.keys()) followAll(vertex)
  return chains
}
