import FlatQueue from 'flatqueue'
import { createFirstRows } from './first-rows.ts'
import { findOnlyPlace, hasCandidate, listSeen } from './leaf.ts'
import { getLeastNodeDistance, getMeasuredDistance } from './node-distance.ts'
import type { SelectedPoints } from './point-index.ts'
import {
  getCoordinate,
  getLeafStart,
  getSquaredDistance,
  getVector,
  type PointTree,
} from './point-tree.ts'
import { getLeastDistance, getSquaredChord, toUnitVector } from './sphere.ts'
import { classifyPoint, measurePlace, measurePoint, type View } from './view.ts'

export interface NearPoint {
  row: number
  /** Meters. */
  distance: number
}

/**
 * Finds the nearest points in view, in order of their distance, then by id.
 * @param limit the most points to return
 * @param idOf returns the id of a row
 */
export function findNearest(
  view: View,
  points: SelectedPoints,
  { limit, idOf }: { limit: number; idOf: (row: number) => number },
): NearPoint[] {
  const found: NearPoint[] = []
  let equal = createFirstRows(limit, idOf)
  let distance = 0
  const addEqual = (): void => {
    for (const row of equal.list(limit - found.length)) found.push({ row, distance })
  }
  for (const point of browsePoints(view, points)) {
    if (point.distance !== distance) {
      addEqual()
      if (found.length === limit) return found
      equal = createFirstRows(limit, idOf)
      distance = point.distance
    }
    equal.add(point.row)
  }
  addEqual()
  return found
}

/**
 * Yields all points in view, the nearest first. Nodes and points wait in a queue in order of their least possible
 * distance (Hjaltason and Samet, "Distance browsing in spatial databases", 1999). A point is measured when it comes to
 * the front, and yielded when nothing that waits can be as near.
 */
function* browsePoints(view: View, points: SelectedPoints): Generator<NearPoint> {
  const queues = { waiting: new FlatQueue(), measured: new FlatQueue() }
  const { waiting, measured } = queues
  queueOthers(view, points, waiting)
  waiting.push(toItem(1), 0)
  for (;;) {
    const distance = measured.peekValue() ?? Infinity
    const least = waiting.peekValue() ?? Infinity
    const item = least <= distance ? waiting.pop() : undefined
    if (item === undefined) {
      const nearest = measured.pop()
      if (nearest === undefined) return
      yield* listMeasured(view, points, { item: nearest, distance })
    } else if (item >= 0) measure(view, points, item, measured)
    else expand(view, points, { node: toNode(item), least, ...queues })
  }
}

function listMeasured(
  view: View,
  points: SelectedPoints,
  { item, distance }: { item: number; distance: number },
): NearPoint[] {
  const rows = item >= 0 ? [item] : [...listSeen(view, points, toNode(item))]
  return rows.map((row) => ({ row, distance }))
}

/** Nodes are queued as negative numbers, points as their rows. */
const toItem = (node: number): number => -node
const toNode = (item: number): number => -item

function measure(view: View, { columns }: SelectedPoints, row: number, measured: FlatQueue): void {
  const distance = measurePoint(view, columns, row)
  if (distance !== undefined) measured.push(row, distance)
}

function queueOthers(view: View, { columns, others }: SelectedPoints, waiting: FlatQueue): void {
  for (const row of others) {
    const vector = toUnitVector(getCoordinate(columns, row))
    waiting.push(row, getLeastDistance(getSquaredChord(vector, view.vector)))
  }
}

interface Expansion {
  node: number
  /** Least possible distance of the points of the node, in meters. */
  least: number
  waiting: FlatQueue
  measured: FlatQueue
}

/**
 * Replaces a node by its children, and a leaf by its points. A leaf waits twice, as another node the second time: it is
 * measured only if a point may be in view.
 */
function expand(view: View, points: SelectedPoints, expansion: Expansion): void {
  const { tree } = points
  const { node, least, waiting, measured } = expansion
  if (node < tree.leaves) return queueChildren(view, tree, expansion)
  if (node >= 2 * tree.leaves) return queuePoints(view, points, expansion)
  if (!hasCandidate(view, points, node)) return
  const place = findOnlyPlace(points, node)
  if (place === undefined) {
    const nearest = Math.max(least, getMeasuredDistance(view, tree, node))
    return waiting.push(toItem(node + tree.leaves), nearest)
  }
  const { distance } = measurePlace(view, place)
  if (distance <= view.radius) measured.push(toItem(node), distance)
}

function queueChildren(view: View, tree: PointTree, { node, least, waiting }: Expansion): void {
  for (let child = 2 * node; child <= 2 * node + 1; child++) {
    if (getSquaredDistance(tree, child, view.vector) > view.chords.beyond) continue
    waiting.push(toItem(child), Math.max(least, getLeastNodeDistance(view, tree, child)))
  }
}

function queuePoints(view: View, points: SelectedPoints, { node, least, waiting }: Expansion) {
  const { tree, selected } = points
  const leaf = node - 2 * tree.leaves
  const end = getLeafStart(tree, leaf + 1)
  for (let index = getLeafStart(tree, leaf); index < end; index++) {
    const row = tree.rows[index] ?? 0
    if (selected[row] !== 1 || classifyPoint(view, tree, index) === 'out of view') continue
    const squaredChord = getSquaredChord(getVector(tree.positions, index), view.vector)
    waiting.push(row, Math.max(least, getLeastDistance(squaredChord)))
  }
}
