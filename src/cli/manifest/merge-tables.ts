import type { Cells, TableContent } from '../tables/write-table.ts'
import { toValue, type KeyedRow, type KeyedTable } from './keyed-table.ts'

export interface MergeOptions {
  /** Column that identifies rows. */
  key: string
  /** Table whose value wins a conflict. Without it, conflicts are only listed. */
  prefer?: 'base' | 'other' | undefined
  /** Whether to append rows that the base does not have. */
  append: boolean
}

/** Two tables have different values in a cell. */
export interface Conflict {
  key: string
  column: string
  base: string
  other: string
  /** Name of the other table. */
  file: string
}

export interface Merge extends TableContent {
  /** Cells that were blank in the base. */
  filled: number
  /** Cells whose value another table replaced. */
  replaced: number
  /** Rows added to the base. */
  appended: number
  /** Rows of other tables that the base does not have, and that were not added. */
  unmatched: number
  conflicts: Conflict[]
}

type Cell = string | undefined

/** Fills blank cells of a table from other tables, one after the other, and adds their columns. */
export function mergeTables(
  base: KeyedTable,
  others: readonly KeyedTable[],
  options: MergeOptions,
): Merge {
  const header = [...new Set([base, ...others].flatMap(({ columns }) => columns))]
  const rows: Cell[][] = []
  const byKey = new Map<string, Cell[]>()
  const add = (comparedKey: string, cells: Cell[]): void => {
    rows.push(cells)
    if (comparedKey !== '') byKey.set(comparedKey, cells)
  }
  for (const { comparedKey, cells } of base.rows) add(comparedKey, [...cells])
  const counts = { filled: 0, replaced: 0, appended: 0, unmatched: 0, conflicts: [] }
  const merge: Merge = { header, rows: () => rows, ...counts }
  for (const other of others) {
    const positions = other.columns.map((column) => header.indexOf(column))
    for (const row of other.rows) {
      const known = byKey.get(row.comparedKey)
      if (known) fillRow(known, row, { merge, other, positions, options })
      else if (options.append) {
        merge.appended += 1
        add(row.comparedKey, moveCells(row.cells, positions))
      } else merge.unmatched += 1
    }
  }
  return merge
}

interface FillContext {
  merge: Merge
  other: KeyedTable
  /** Index in the result of each column of the other table. */
  positions: readonly number[]
  options: MergeOptions
}

function fillRow(cells: Cell[], row: KeyedRow, context: FillContext): void {
  const { merge, other, positions, options } = context
  for (const [index, position] of positions.entries()) {
    const column = merge.header[position] ?? ''
    const base = toValue(cells[position])
    const value = toValue(row.cells[index])
    if (column === options.key || value === '' || value === base) continue
    if (base === '') merge.filled += 1
    else if (options.prefer === 'base') continue
    else if (options.prefer === 'other') merge.replaced += 1
    else {
      merge.conflicts.push({ key: row.key, column, base, other: value, file: other.name })
      continue
    }
    cells[position] = row.cells[index]
  }
}

function moveCells(cells: Cells, positions: readonly number[]): Cell[] {
  const moved: Cell[] = []
  for (const [index, position] of positions.entries()) moved[position] = cells[index]
  return moved
}
