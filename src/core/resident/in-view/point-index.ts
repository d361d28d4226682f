import { buildPointTree, type PointColumns, type PointTree } from './point-tree.ts'

/** A tree of points, which cannot be changed, with the changes since it was built. */
export interface PointIndex {
  /**
   * Returns the points to search. Rebuilds the tree after many changes.
   * @param selected 1 for each row to search, else 0; changed by the function
   */
  select(selected: Uint8Array): SelectedPoints
  /** Marks rows that were added, changed or deleted. */
  invalidate(rows: Iterable<number>): void
}

/** Rows of a table to search. */
export interface SelectedPoints {
  columns: PointColumns
  tree: PointTree
  /** 1 for each row to search in the tree, else 0. */
  selected: Uint8Array
  /** Rows to search one by one. */
  others: readonly number[]
}

/** The table that is indexed. */
export interface PointSource {
  /** Growing a table replaces its columns. */
  getColumns: () => PointColumns
  /** Returns the rows that can be selected. */
  listRows: () => Uint32Array
}

/** So many points are as quickly searched one by one. */
const FEW = 2000

const EMPTY_TREE = buildPointTree(
  { latitude: new Float64Array(), longitude: new Float64Array(), direction: new Float64Array() },
  new Uint32Array(),
)

export function createPointIndex({ getColumns, listRows }: PointSource): PointIndex {
  let tree = buildPointTree(getColumns(), listRows())
  /** Rows that the tree lacks, or may have at an earlier position. */
  const changed = new Set<number>()
  return {
    select(selected) {
      if (changed.size > FEW) {
        tree = buildPointTree(getColumns(), listRows())
        changed.clear()
      }
      const columns = getColumns()
      const few = listFew(selected)
      if (few) return { columns, tree: EMPTY_TREE, selected, others: few }
      const others = [...changed].filter((row) => selected[row] === 1)
      for (const row of others) selected[row] = 0
      return { columns, tree, selected, others }
    },
    invalidate(rows) {
      for (const row of rows) changed.add(row)
    },
  }
}

/** Lists the selected rows; returns undefined if they are many. */
function listFew(selected: Uint8Array): number[] | undefined {
  const rows: number[] = []
  for (let row = selected.indexOf(1); row >= 0; row = selected.indexOf(1, row + 1)) {
    if (rows.length === FEW) return undefined
    rows.push(row)
  }
  return rows
}
