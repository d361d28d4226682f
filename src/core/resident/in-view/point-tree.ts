import type { Coordinate } from '../../model/geometry/geodesic.ts'
import { toHorizontalVector, toUnitVector, type Vector } from './sphere.ts'

/** The points of a table, by row. */
export interface PointColumns {
  latitude: Float64Array
  longitude: Float64Array
  /** NaN if unknown. */
  direction: Float64Array
}

/**
 * Points on the unit sphere in a balanced k-d tree. In three dimensions, the poles and the antimeridian are places
 * like any other. Node 1 is the root, nodes 2n and 2n + 1 are the children of node n, and nodes from `leaves` on are
 * leaves.
 */
export interface PointTree {
  leaves: number
  /** For each node, the least x, y and z of its points, then the greatest. */
  boxes: Float64Array
  /** Rows of the points, leaf after leaf. The next two arrays have three numbers for each of them. */
  rows: Uint32Array
  positions: Float64Array
  /** Horizontal unit vectors; NaN if the direction is unknown. */
  directions: Float32Array
}

const LEAF_SIZE = 64

export function buildPointTree(columns: PointColumns, rows: Uint32Array): PointTree {
  const leaves = 2 ** Math.max(0, Math.ceil(Math.log2(rows.length / LEAF_SIZE)))
  const tree: PointTree = {
    leaves,
    boxes: new Float64Array(2 * leaves * 6),
    rows: rows.slice(),
    positions: new Float64Array(3 * rows.length),
    directions: new Float32Array(3 * rows.length),
  }
  for (let index = 0; index < rows.length; index++) {
    tree.positions.set(toUnitVector(getCoordinate(columns, tree.rows[index] ?? 0)), 3 * index)
  }
  sortNode(tree, { node: 1, first: 0, last: leaves })
  for (let index = 0; index < rows.length; index++) {
    const row = tree.rows[index] ?? 0
    const direction = columns.direction[row] ?? Number.NaN
    tree.directions.set(toHorizontalVector(getCoordinate(columns, row), direction), 3 * index)
  }
  return tree
}

/** Returns the index of the first point of a leaf, or of the end for the number of leaves. */
export function getLeafStart({ leaves, rows }: PointTree, leaf: number): number {
  return Math.floor((leaf * rows.length) / leaves)
}

/** Returns the squared distance between a vector and the box of a node. */
export function getSquaredDistance({ boxes }: PointTree, node: number, [x, y, z]: Vector): number {
  const at = 6 * node
  const dx = Math.max((boxes[at] ?? 0) - x, 0, x - (boxes[at + 3] ?? 0))
  const dy = Math.max((boxes[at + 1] ?? 0) - y, 0, y - (boxes[at + 4] ?? 0))
  const dz = Math.max((boxes[at + 2] ?? 0) - z, 0, z - (boxes[at + 5] ?? 0))
  return dx * dx + dy * dy + dz * dz
}

export function getVector(vectors: Float64Array | Float32Array, index: number): Vector {
  return [vectors[3 * index] ?? 0, vectors[3 * index + 1] ?? 0, vectors[3 * index + 2] ?? 0]
}

export function getCoordinate({ latitude, longitude }: PointColumns, row: number): Coordinate {
  return { latitude: latitude[row] ?? 0, longitude: longitude[row] ?? 0 }
}

/** A node with its leaves from `first` up to, but not including, `last`. */
interface Subtree {
  node: number
  first: number
  last: number
}

function sortNode(tree: PointTree, { node, first, last }: Subtree): void {
  const [from, to] = [getLeafStart(tree, first), getLeafStart(tree, last)]
  const axis = measureBox(tree, node, from, to)
  if (last - first === 1) return
  const middle = (first + last) / 2
  selectAlong(axis, tree, { from, to, position: getLeafStart(tree, middle) })
  sortNode(tree, { node: 2 * node, first, last: middle })
  sortNode(tree, { node: 2 * node + 1, first: middle, last })
}

/** Sets the box around points. @returns the axis along which it extends farthest */
function measureBox(
  { boxes, positions }: PointTree,
  node: number,
  from: number,
  to: number,
): number {
  let longest = 0
  let extent = -1
  for (let axis = 0; axis < 3; axis++) {
    let least = Infinity
    let greatest = -Infinity
    for (let at = 3 * from + axis; at < 3 * to; at += 3) {
      const value = positions[at] ?? 0
      if (value < least) least = value
      if (value > greatest) greatest = value
    }
    boxes[6 * node + axis] = least
    boxes[6 * node + 3 + axis] = greatest
    if (greatest - least > extent) {
      longest = axis
      extent = greatest - least
    }
  }
  return longest
}

/**
 * Reorders points, so that none before the position is greater along the axis than any from the position on
 * (quickselect).
 */
function selectAlong(
  axis: number,
  { rows, positions }: PointTree,
  { from, to, position }: { from: number; to: number; position: number },
): void {
  const valueAt = (index: number): number => positions[3 * index + axis] ?? 0
  let left = from
  let right = to - 1
  while (left < right) {
    const pivot = valueAt((left + right) >>> 1)
    let low = left
    let high = right
    while (low <= high) {
      while (valueAt(low) < pivot) low += 1
      while (valueAt(high) > pivot) high -= 1
      if (low <= high) swap(rows, positions, low++, high--)
    }
    if (position <= high) right = high
    else if (position >= low) left = low
    else return
  }
}

function swap(rows: Uint32Array, positions: Float64Array, one: number, other: number): void {
  const row = rows[one] ?? 0
  rows[one] = rows[other] ?? 0
  rows[other] = row
  for (let axis = 0; axis < 3; axis++) {
    const value = positions[3 * one + axis] ?? 0
    positions[3 * one + axis] = positions[3 * other + axis] ?? 0
    positions[3 * other + axis] = value
  }
}
