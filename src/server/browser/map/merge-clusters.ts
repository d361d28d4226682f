import { extend, type Extent } from 'ol/extent.js'

/** Several georeferences that are drawn as one. */
export interface Cluster {
  count: number
  /** In units of the map. */
  x: number
  y: number
  yearFrom: number | undefined
  yearTo: number | undefined
  /** Cameras, areas of images from above, or both. */
  kind: 'points' | 'areas' | 'all'
  /** The box of its members, `west,south,east,north` in degrees. */
  bounds: string
}

/**
 * Merges clusters that are close to a larger one, such as those at both sides of the border between two tiles.
 * @param distance in units of the map
 */
export function mergeClusters(clusters: readonly Cluster[], distance: number): Cluster[] {
  const merged: Cluster[] = []
  const sorted = clusters.toSorted((a, b) => b.count - a.count || a.x - b.x || a.y - b.y)
  for (const cluster of sorted) {
    const near = merged.findIndex(({ x, y }) => Math.hypot(x - cluster.x, y - cluster.y) < distance)
    const other = merged[near]
    if (other) merged[near] = merge(other, cluster)
    else merged.push(cluster)
  }
  return merged
}

function merge(one: Cluster, other: Cluster): Cluster {
  const count = one.count + other.count
  return {
    count,
    x: (one.x * one.count + other.x * other.count) / count,
    y: (one.y * one.count + other.y * other.count) / count,
    yearFrom: choose(Math.min, one.yearFrom, other.yearFrom),
    yearTo: choose(Math.max, one.yearTo, other.yearTo),
    kind: one.kind === other.kind ? one.kind : 'all',
    bounds: extend(parseBounds(one.bounds), parseBounds(other.bounds)).join(),
  }
}

export function parseBounds(text: string): Extent {
  return text.split(',').map(Number)
}

function choose(
  pick: (one: number, other: number) => number,
  one: number | undefined,
  other: number | undefined,
): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : pick(one, other)
}
