import { extend, intersects, type Extent } from 'ol/extent.js'

/** One or several georeferences that are drawn with one mark. */
export interface Cluster {
  count: number
  /** In units of the map. */
  x: number
  y: number
  /** Cameras, areas of images from above, or both. */
  kind: 'points' | 'areas' | 'all'
  /** The box of its members, in degrees, which contains no others of this kind. */
  box: Extent
}

/** Distances from the middle of a cluster within which others belong to it, in units of the map. */
export interface Reach {
  clusters: number
  singles: number
}

/**
 * Merges clusters with what is close to them, such as those at both sides of the border between two tiles, and with what
 * lies in their box.
 * @returns those that are left, among them unchanged ones
 */
export function mergeClusters<Mark extends Cluster>(
  marks: readonly Mark[],
  reach: Reach,
): (Cluster | Mark)[] {
  const clusters: Cluster[] = []
  const add = (mark: Cluster): void => {
    const index = clusters.findIndex((one) => belongTogether(one, mark, reach))
    const [other] = index === -1 ? [] : clusters.splice(index, 1)
    if (other) add(merge(other, mark))
    else clusters.push(mark)
  }
  const sorted = marks.toSorted((a, b) => b.count - a.count || a.x - b.x || a.y - b.y)
  sorted.filter(({ count }) => count > 1).forEach(add)
  const isApart = (single: Mark): boolean => {
    const isMember = clusters.some((one) => belongTogether(one, single, reach))
    if (isMember) add(single)
    return !isMember
  }
  let singles = sorted.filter(({ count }) => count === 1)
  // A cluster that has grown may reach others.
  for (let before = Infinity; singles.length < before;) {
    before = singles.length
    singles = singles.filter(isApart)
  }
  return [...clusters, ...singles]
}

function belongTogether(cluster: Cluster, mark: Cluster, reach: Reach): boolean {
  const distance = Math.hypot(cluster.x - mark.x, cluster.y - mark.y)
  const isClose = distance < (mark.count > 1 ? reach.clusters : reach.singles)
  return isClose || (hasKind(cluster, mark) && intersects(cluster.box, mark.box))
}

/** Whether the list of one may have members of the other. */
function hasKind(one: Cluster, other: Cluster): boolean {
  return one.kind === other.kind || one.kind === 'all' || other.kind === 'all'
}

function merge(one: Cluster, other: Cluster): Cluster {
  const count = one.count + other.count
  return {
    count,
    x: (one.x * one.count + other.x * other.count) / count,
    y: (one.y * one.count + other.y * other.count) / count,
    kind: one.kind === other.kind ? one.kind : 'all',
    box: extend([...one.box], other.box),
  }
}
