import type { Extent } from '../../geometry/extent.ts'
import type { FeatureTable } from './packed-tree.ts'

const INITIAL = 1024

/** Collects the extents and sizes of features. */
export interface FeatureTableBuilder {
  readonly table: FeatureTable
  add(extent: Extent | null, start: number, bytes: number): void
}

export function createFeatureTable(): FeatureTableBuilder {
  const table = {
    count: 0,
    extents: new Float64Array(INITIAL * 4),
    starts: new Float64Array(INITIAL),
    sizes: new Uint32Array(INITIAL),
  }
  return {
    table,
    add(extent, start, bytes) {
      if (table.count === table.sizes.length) grow(table)
      if (extent) {
        const { west, south, east, north } = extent
        table.extents.set([west, south, east, north], table.count * 4)
      }
      table.starts[table.count] = start
      table.sizes[table.count] = bytes
      table.count += 1
    },
  }
}

function grow(table: FeatureTable): void {
  const { extents, starts, sizes } = table
  table.extents = new Float64Array(extents.length * 2)
  table.extents.set(extents)
  table.starts = new Float64Array(starts.length * 2)
  table.starts.set(starts)
  table.sizes = new Uint32Array(sizes.length * 2)
  table.sizes.set(sizes)
}
