import type { SelectedPoints } from './point-index.ts'
import { getLeafStart, getSquaredDistance } from './point-tree.ts'
import { classifyPoint, measurePoint, type View } from './view.ts'

/** Counts the points in view. Measures those of which the sphere does not decide whether they are in view. */
export function countInView(view: View, points: SelectedPoints): number {
  const { tree, columns, others } = points
  const isInView = (row: number) => measurePoint(view, columns, row) !== undefined
  let count = others.filter(isInView).length
  const countNode = (node: number): void => {
    if (getSquaredDistance(tree, node, view.vector) > view.chords.beyond) return
    if (node < tree.leaves) {
      countNode(2 * node)
      countNode(2 * node + 1)
    } else count += countLeaf(view, points, node - tree.leaves)
  }
  countNode(1)
  return count
}

function countLeaf(view: View, { tree, columns, selected }: SelectedPoints, leaf: number): number {
  const end = getLeafStart(tree, leaf + 1)
  let count = 0
  for (let index = getLeafStart(tree, leaf); index < end; index++) {
    const row = tree.rows[index] ?? 0
    if (selected[row] !== 1) continue
    const classification = classifyPoint(view, tree, index)
    if (classification === 'out of view') continue
    if (classification === 'in view' || measurePoint(view, columns, row) !== undefined) count += 1
  }
  return count
}
