import { computeGeodesic } from '../../model/geometry/geodesic.ts'
import { getSquaredDistance, getVector, type PointTree } from './point-tree.ts'
import {
  add,
  getGreatestDistance,
  getLeastDistance,
  getLength,
  subtract,
  toCoordinate,
} from './sphere.ts'
import type { View } from './view.ts'

/** A node is small if its radius is less than this part of its distance. */
const SMALL = 1 / 400

/**
 * Returns a lower bound of the geodesic distance to the points of a node, in meters. The distance on the sphere may be
 * 1 % off, which is wider than a city that is far away, so some nodes are measured.
 */
export function getLeastNodeDistance(view: View, tree: PointTree, node: number): number {
  if (isMeasuredLevel(tree, node)) return getMeasuredDistance(view, tree, node)
  return getLeastDistance(getSquaredDistance(tree, node, view.vector))
}

/** Returns a better bound for a small node: by the geodesic to its center. */
export function getMeasuredDistance(view: View, tree: PointTree, node: number): number {
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
