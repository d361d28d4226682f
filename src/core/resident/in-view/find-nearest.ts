import FlatQueue from 'flatqueue'
import type { SelectedPoints } from './point-index.ts'
import {
  getCoordinate,
  getLeafStart,
  getSquaredDistance,
  getVector,
  type PointTree,
} from './point-tree.ts'
import {
  getLeastDistance,
  getSquaredChord,
  toUnitVector,
  add,
  getGreatestDistance,
  getLength,
  subtract,
  toCoordinate,
} from './sphere.ts'
import { classifyPoint, measurePlace, measurePoint, type View } from './view.ts'
import { type Coordinate, computeGeodesic } from '../../model/geometry/geodesic.ts'

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

/** Those rows with the lowest ids, of any number of rows. */
interface FirstRows {
  add(row: number): void
  /** Returns up to `count` rows in the order of their ids. */
  list(count: number): number[]
}

/** So many rows are sorted at once. */
const BUFFERED = 1000

/** @param most the greatest count that is listed */
function createFirstRows(most: number, idOf: (row: number) => number): FirstRows {
  let rows: number[] = []
  let highestId = Infinity
  const keep = (count: number): void => {
    rows = rows.sort((a, b) => idOf(a) - idOf(b)).slice(0, count)
  }
  return {
    add(row) {
      if (idOf(row) > highestId) return
      rows.push(row)
      if (rows.length < most + BUFFERED) return
      keep(most)
      highestId = idOf(rows.at(-1) ?? row)
    },
    list(count) {
      keep(count)
      return rows
    },
  }
}

/** Whether a selected point of a leaf may be in view. @param node of the leaf */
function hasCandidate(view: View, { tree, selected }: SelectedPoints, node: number): boolean {
  const end = getLeafStart(tree, node - tree.leaves + 1)
  for (let index = getLeafStart(tree, node - tree.leaves); index < end; index++) {
    if (selected[tree.rows[index] ?? 0] !== 1) continue
    if (classifyPoint(view, tree, index) !== 'out of view') return true
  }
  return false
}

/** Returns the coordinate of all points of a leaf, or undefined if they are at several places. */
function findOnlyPlace({ tree, columns }: SelectedPoints, node: number): Coordinate | undefined {
  const { boxes } = tree
  const at = 6 * node
  for (let axis = at; axis < at + 3; axis++) if (boxes[axis] !== boxes[axis + 3]) return undefined
  const rows = listRows(tree, node)
  const place = getCoordinate(columns, rows[0] ?? 0)
  const isThere = (row: number): boolean => {
    const { latitude, longitude } = getCoordinate(columns, row)
    return latitude === place.latitude && longitude === place.longitude
  }
  return rows.every(isThere) ? place : undefined
}

/** Returns the rows of the selected points of a leaf that are in view. */
function listSeen(
  view: View,
  { tree, columns, selected }: SelectedPoints,
  node: number,
): Uint32Array {
  const isSeen = (row: number): boolean =>
    selected[row] === 1 && measurePoint(view, columns, row) !== undefined
  return listRows(tree, node).filter(isSeen)
}

function listRows(tree: SelectedPoints['tree'], node: number): Uint32Array {
  const leaf = node - tree.leaves
  return tree.rows.subarray(getLeafStart(tree, leaf), getLeafStart(tree, leaf + 1))
}

/** A node is small if its radius is less than this part of its distance. */
const SMALL = 1 / 400

/**
 * Returns a lower bound of the geodesic distance to the points of a node, in meters. The distance on the sphere may be
 * 1 % off, which is wider than a city that is far away, so some nodes are measured.
 */
function getLeastNodeDistance(view: View, tree: PointTree, node: number): number {
  if (isMeasuredLevel(tree, node)) return getMeasuredDistance(view, tree, node)
  return getLeastDistance(getSquaredDistance(tree, node, view.vector))
}

/** Returns a better bound for a small node: by the geodesic to its center. */
function getMeasuredDistance(view: View, tree: PointTree, node: number): number {
  const least = getLeastDistance(getSquaredDistance(tree, node, view.vector))
  const { center, radius } = getBoundingCap(tree, node)
  if (radius > least * SMALL) return least
  const { distance } = computeGeodesic(toCoordinate(center), view.searched)
  return distance - radius
}

/** Every third level above the leaves. Measuring all would take longer than it saves. */
function isMeasuredLevel({ leaves }: PointTree, node: number): boolean {
  const height = Math.clz32(node) - Math.clz32(leaves)
  return height > 0 && height % 3 === 0
}

/** Returns a circle around the points of a node. */
function getBoundingCap({ boxes }: PointTree, node: number) {
  const [lowest, highest] = [getVector(boxes, 2 * node), getVector(boxes, 2 * node + 1)]
  // Twice the middle of the box, and its diagonal.
  const center = add(lowest, highest)
  const diagonal = getLength(subtract(highest, lowest))
  const toSurface = Math.abs(1 - getLength(center) / 2)
  return { center, radius: getGreatestDistance((diagonal / 2 + toSurface) ** 2) }
}
