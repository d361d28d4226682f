import type { MapPoint } from './aim.ts'
import { MIN_CORNERS, type Area } from './corners.ts'

/** An edge of an area, with the numbers of its corners through all rings, from 1 on. */
export interface Edge {
  ends: readonly [MapPoint, MapPoint]
  numbers: readonly [number, number]
}

/** Finds the first two edges of an area that cross, also of different rings; undefined if none do. */
export function findCrossing(area: Area): [Edge, Edge] | undefined {
  const edges = listEdges(area).map((edge) => ({ edge, west: westOf(edge), east: eastOf(edge) }))
  const sorted = edges.toSorted((one, other) => one.west - other.west)
  for (const [index, { edge, east }] of sorted.entries()) {
    for (let at = index + 1; at < sorted.length; at += 1) {
      const other = sorted[at]
      if (!other || other.west > east) break
      if (doCross(edge.ends, other.edge.ends)) return sortByNumber(edge, other.edge)
    }
  }
  return undefined
}

/** A ring of two corners is a line, which crosses nothing. */
function listEdges({ rings }: Area): Edge[] {
  let before = 0
  return rings.flatMap((ring) => {
    const start = before
    before += ring.length
    if (ring.length < MIN_CORNERS) return []
    return ring.map((from, index): Edge => {
      const next = (index + 1) % ring.length
      return {
        ends: [from, ring[next] ?? from],
        numbers: [start + index + 1, start + next + 1],
      }
    })
  })
}

function sortByNumber(one: Edge, other: Edge): [Edge, Edge] {
  return one.numbers[0] < other.numbers[0] ? [one, other] : [other, one]
}

function westOf({ ends: [[one], [other]] }: Edge): number {
  return Math.min(one, other)
}

function eastOf({ ends: [[one], [other]] }: Edge): number {
  return Math.max(one, other)
}

/** Edges that only touch do not cross, such as neighbors. */
function doCross(one: Edge['ends'], other: Edge['ends']): boolean {
  return areApart(one, other) && areApart(other, one)
}

/** Whether points lie on different sides of a line. */
function areApart([from, to]: Edge['ends'], [one, other]: Edge['ends']): boolean {
  const side = ([x, y]: MapPoint) =>
    Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]))
  return side(one) * side(other) < 0
}
