import FlatQueue from 'flatqueue'
import { getLeastNodeDistance } from './node-distance.ts'
import type { SelectedPoints } from './point-index.ts'
import { getCoordinate, getLeafStart, getSquaredDistance, getVector } from './point-tree.ts'
import { getLeastDistance, getSquaredChord, toUnitVector } from './sphere.ts'
import { classifyPoint, measurePoint, type View } from './view.ts'

export interface NearPoint {
  row: number
  /** Meters. */
  distance: number
}

/**
 * Finds the nearest points in view, in order of their distance: at least `limit` unless there are fewer, and all that
 * are as far away as the last one.
 */
export function findNearest(view: View, points: SelectedPoints, limit: number): NearPoint[] {
  const found: NearPoint[] = []
  for (const point of browsePoints(view, points)) {
    if (found.length >= limit && point.distance !== found.at(-1)?.distance) break
    found.push(point)
  }
  return found
}

/**
 * Yields all points in view, the nearest first. Nodes and points wait in a queue in order of their least possible
 * distance (Hjaltason and Samet, "Distance browsing in spatial databases", 1999). A point is measured when it comes to
 * the front, and yielded when nothing that waits can be as near.
 */
function* browsePoints(view: View, points: SelectedPoints): Generator<NearPoint> {
  const waiting = new FlatQueue()
  const measured = new FlatQueue()
  queueOthers(view, points, waiting)
  waiting.push(toItem(1), 0)
  for (;;) {
    const distance = measured.peekValue() ?? Infinity
    const least = waiting.peekValue() ?? Infinity
    const item = least <= distance ? waiting.pop() : undefined
    if (item === undefined) {
      const row = measured.pop()
      if (row === undefined) return
      yield { row, distance }
    } else if (item < 0) queueChildren(view, points, { node: toNode(item), least, waiting })
    else measure(view, points, item, measured)
  }
}

/** Nodes wait as negative numbers, points as their rows. */
const toItem = (node: number): number => -node
const toNode = (item: number): number => -item

function measure(view: View, { columns }: SelectedPoints, row: number, measured: FlatQueue): void {
  const distance = measurePoint(view, columns, row)
  if (distance !== undefined) measured.push(row, distance)
}

interface Expansion {
  node: number
  /** Least possible distance of the points of the node, in meters. */
  least: number
  waiting: FlatQueue
}

function queueOthers(view: View, { columns, others }: SelectedPoints, waiting: FlatQueue): void {
  for (const row of others) {
    const vector = toUnitVector(getCoordinate(columns, row))
    waiting.push(row, getLeastDistance(getSquaredChord(vector, view.vector)))
  }
}

function queueChildren(view: View, points: SelectedPoints, { node, least, waiting }: Expansion) {
  const { tree } = points
  if (node >= tree.leaves) return queuePoints(view, points, { node, least, waiting })
  for (const child of [2 * node, 2 * node + 1]) {
    if (getSquaredDistance(tree, child, view.vector) > view.chords.beyond) continue
    waiting.push(toItem(child), Math.max(least, getLeastNodeDistance(view, tree, child)))
  }
}

function queuePoints(
  view: View,
  { tree, selected }: SelectedPoints,
  { node, least, waiting }: Expansion,
) {
  const end = getLeafStart(tree, node - tree.leaves + 1)
  for (let index = getLeafStart(tree, node - tree.leaves); index < end; index++) {
    const row = tree.rows[index] ?? 0
    if (selected[row] !== 1 || classifyPoint(view, tree, index) === 'out of view') continue
    const squaredChord = getSquaredChord(getVector(tree.positions, index), view.vector)
    waiting.push(row, Math.max(least, getLeastDistance(squaredChord)))
  }
}
