import { joinExtents, type Extent } from '../../geometry/extent.ts'

/** Number of children of a node. */
export const NODE_SIZE = 16

/** Four doubles and the position of a feature or of the first child. */
const NODE_BYTES = 40

/** Extents of features and where their bytes are, in arrays that take little memory. */
export interface FeatureTable {
  count: number
  /** West, south, east and north of each feature. */
  extents: Float64Array
  /** Position of each feature in the temporary file. */
  starts: Float64Array
  /** Bytes of each feature. */
  sizes: Uint32Array
}

/**
 * Sorts features along a Hilbert curve, so that neighbors on the map are neighbors in the file.
 * @returns their indices in that order
 */
export function sortByPlace({ count, extents }: FeatureTable, all: Extent): Uint32Array {
  const width = all.east - all.west
  const height = all.north - all.south
  // One number holds the place and the index: numbers sort 20 times faster without a function that compares them.
  const unit = 2 ** Math.ceil(Math.log2(Math.max(count, 1)))
  const precision = Math.max(1, (unit * 2 ** (2 * HILBERT_BITS)) / Number.MAX_SAFE_INTEGER)
  const keys = new Float64Array(count)
  for (let index = 0; index < count; index += 1) {
    const { west, south, east, north } = getExtent(extents, index)
    const place = computeHilbert(
      scale((west + east) / 2 - all.west, width),
      scale((south + north) / 2 - all.south, height),
    )
    keys[index] = Math.floor(place / precision) * unit + index
  }
  return Uint32Array.from(keys.sort(), (key) => key % unit)
}

function getExtent(extents: Float64Array, index: number): Extent {
  const at = index * 4
  return {
    west: extents[at] ?? 0,
    south: extents[at + 1] ?? 0,
    east: extents[at + 2] ?? 0,
    north: extents[at + 3] ?? 0,
  }
}

const HILBERT_BITS = 16

function scale(distance: number, size: number): number {
  return size === 0 ? 0 : Math.floor((distance / size) * (2 ** HILBERT_BITS - 1))
}

/** Returns the position on a Hilbert curve through a square of 2^16 by 2^16 cells. */
function computeHilbert(x: number, y: number): number {
  let distance = 0
  for (let side = 2 ** (HILBERT_BITS - 1); side > 0; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0
    const top = (y & side) > 0 ? 1 : 0
    distance += side * side * ((3 * right) ^ top)
    if (top === 1) continue
    if (right === 1) {
      x = side - 1 - (x & (side - 1))
      y = side - 1 - (y & (side - 1))
    }
    const swapped = x
    x = y
    y = swapped
  }
  return distance
}

/**
 * Encodes the index of a file: a packed R-tree, from its root to the features.
 * @param order indices of the features in the order of the file
 */
export function encodeTree({ extents, sizes }: FeatureTable, order: Uint32Array): Buffer {
  const levels = countLevels(order.length)
  const total = levels.reduce((sum, count) => sum + count, 0)
  const tree = Buffer.alloc(total * NODE_BYTES)
  let first = total - order.length
  let position = 0
  for (const [at, index] of order.entries()) {
    writeNode(tree, first + at, getExtent(extents, index), position)
    position += sizes[index] ?? 0
  }
  for (const [level, count] of levels.entries()) {
    const parents = levels[level + 1]
    if (parents === undefined) break
    writeParents(tree, { first, count, parents })
    first -= parents
  }
  return tree
}

/** Returns the number of nodes of each level, from the features to the root. */
function countLevels(features: number): number[] {
  const levels = [features]
  let count = features
  do {
    count = Math.ceil(count / NODE_SIZE)
    levels.push(count)
  } while (count > 1)
  return levels
}

interface Level {
  /** Position of its first node. */
  first: number
  count: number
  /** Number of nodes of the level above, which stand right before it. */
  parents: number
}

function writeParents(tree: Buffer, { first, count, parents }: Level): void {
  for (let parent = 0; parent < parents; parent += 1) {
    const child = parent * NODE_SIZE
    const children = Math.min(NODE_SIZE, count - child)
    let extent = readExtent(tree, first + child)
    for (let sibling = child + 1; sibling < child + children; sibling += 1) {
      extent = joinExtents(extent, readExtent(tree, first + sibling))
    }
    writeNode(tree, first - parents + parent, extent, first + child)
  }
}

function readExtent(tree: Buffer, node: number): Extent {
  const at = node * NODE_BYTES
  return {
    west: tree.readDoubleLE(at),
    south: tree.readDoubleLE(at + 8),
    east: tree.readDoubleLE(at + 16),
    north: tree.readDoubleLE(at + 24),
  }
}

function writeNode(tree: Buffer, node: number, extent: Extent, position: number): void {
  const { west, south, east, north } = extent
  let at = node * NODE_BYTES
  for (const degrees of [west, south, east, north]) at = tree.writeDoubleLE(degrees, at)
  tree.writeBigUInt64LE(BigInt(position), at)
}
