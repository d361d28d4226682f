import { cellAddress, manifestFinding, type Finding } from '../check/finding.ts'
import type { Column, ColumnOptions } from './columns.ts'
import type { ManifestRow } from './manifest.ts'
import type { CellProblem, Table, TableRecord } from './table.ts'

/** The rows of a table under the names of its columns; rows whose cells are all blank don't count. */
export async function* manifestRows(
  table: Table,
  columns: readonly (Column | undefined)[],
  { set }: ColumnOptions,
): AsyncGenerator<ManifestRow> {
  const named = namedColumns(columns)
  let row = 0
  for await (const record of table.records()) {
    if (isBlank(record)) continue
    row += 1
    const values: ManifestRow['values'] = { ...set }
    for (const [index, column] of named) {
      const value = record.cells[index]?.trim()
      if (value) values[column] = value
    }
    const { cells, line, sheetRow, unreadable = false } = record
    const findings = record.problems
      .filter(({ index }) => index === undefined || unreadable || columns[index] !== undefined)
      .map((problem) => cellFinding(problem, { table, columns, record, row }))
    yield { row, line, sheetRow, values, cells, findings, unreadable }
  }
}

function namedColumns(columns: readonly (Column | undefined)[]): [number, Column][] {
  return columns.flatMap((column, index) => (column === undefined ? [] : [[index, column]]))
}

function isBlank({ cells, problems }: TableRecord): boolean {
  return problems.length === 0 && !cells.some((cell) => cell?.trim())
}

interface Place {
  table: Table
  columns: readonly (Column | undefined)[]
  record: TableRecord
  row: number
}

function cellFinding(problem: CellProblem, { table, columns, record, row }: Place): Finding {
  const { code, severity, message, index, suggestion } = problem
  const { line, sheetRow, cells, unreadable } = record
  const value = problem.value === undefined ? cells[index ?? -1] : problem.value
  return manifestFinding(code, message, {
    severity,
    row,
    line,
    cell: index === undefined || table.headerRow === null ? null : cellAddress(index, sheetRow),
    column: unreadable ? null : (columns[index ?? -1] ?? null),
    value: value ?? null,
    suggestion: suggestion ?? null,
  })
}
