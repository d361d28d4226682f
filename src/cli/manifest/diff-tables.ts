import { toValue, type KeyedTable } from './keyed-table.ts'

/** A difference of two tables: of a cell, or of a whole row. */
export interface Difference {
  change: 'added' | 'removed' | 'changed'
  key: string
  /** Null for a whole row. */
  column: string | null
  before: string | null
  after: string | null
}

export interface TableDiff {
  /** Numbers of rows. */
  added: number
  removed: number
  changed: number
  columns_added: string[]
  columns_removed: string[]
  /** Rows without a key, which are not compared. */
  without_key: number
  differences: Difference[]
}

/** Compares two tables by the keys of their rows. A missing column is blank. The order of rows is not compared. */
export function diffTables(before: KeyedTable, after: KeyedTable, key: string): TableDiff {
  // Keys are equal, although they may be written differently.
  const columns = [...new Set([...before.columns, ...after.columns])].filter((name) => name !== key)
  const diff: TableDiff = {
    added: 0,
    removed: 0,
    changed: 0,
    columns_added: after.columns.filter((column) => !before.columns.includes(column)),
    columns_removed: before.columns.filter((column) => !after.columns.includes(column)),
    without_key: countWithoutKey(before) + countWithoutKey(after),
    differences: [],
  }
  const positions = columns.map(
    (column) => [column, before.columns.indexOf(column), after.columns.indexOf(column)] as const,
  )
  for (const { key, comparedKey, cells } of before.byKey.values()) {
    const other = after.byKey.get(comparedKey)
    if (!other) {
      diff.removed += 1
      diff.differences.push({ change: 'removed', key, column: null, before: null, after: null })
      continue
    }
    const changes = positions.flatMap(([column, from, to]): Difference[] => {
      const [was, is] = [toValue(cells[from]), toValue(other.cells[to])]
      return was === is ? [] : [{ change: 'changed', key, column, before: was, after: is }]
    })
    if (changes.length > 0) diff.changed += 1
    diff.differences.push(...changes)
  }
  for (const { key, comparedKey } of after.byKey.values()) {
    if (before.byKey.has(comparedKey)) continue
    diff.added += 1
    diff.differences.push({ change: 'added', key, column: null, before: null, after: null })
  }
  return diff
}

function countWithoutKey({ rows, byKey }: KeyedTable): number {
  return rows.length - byKey.size
}
