import type { Coordinate } from '../../model/geometry/geodesic.ts'
import type { SelectedPoints } from './point-index.ts'
import { getCoordinate, getLeafStart } from './point-tree.ts'
import { classifyPoint, measurePoint, type View } from './view.ts'

/** Whether a selected point of a leaf may be in view. @param node of the leaf */
export function hasCandidate(
  view: View,
  { tree, selected }: SelectedPoints,
  node: number,
): boolean {
  const end = getLeafStart(tree, node - tree.leaves + 1)
  for (let index = getLeafStart(tree, node - tree.leaves); index < end; index++) {
    if (selected[tree.rows[index] ?? 0] !== 1) continue
    if (classifyPoint(view, tree, index) !== 'out of view') return true
  }
  return false
}

/** Returns the coordinate of all points of a leaf, or undefined if they are at several places. */
export function findOnlyPlace(
  { tree, columns }: SelectedPoints,
  node: number,
): Coordinate | undefined {
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
export function listSeen(
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
