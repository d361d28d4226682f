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
 * 1 % off, which is wider than a city that is far away. For a small node, the geodesic to its center is a better bound.
 */
export function getLeastNodeDistance(view: View, tree: PointTree, node: number): number {
  const least = getLeastDistance(getSquaredDistance(tree, node, view.vector))
  const { center, radius } = getBoundingCap(tree, node)
  if (radius > least * SMALL || !isMeasuredLevel(tree, node)) return least
  const { distance } = computeGeodesic(toCoordinate(center), view.searched)
  return distance - radius
}

/**
 * Measures every third level, from the parents of leaves up. Measuring all would more than double the time of a search
 * that visits the whole tree, and find little more.
 */
function isMeasuredLevel({ leaves }: PointTree, node: number): boolean {
  return (Math.clz32(node) - Math.clz32(leaves)) % 3 === 1
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
