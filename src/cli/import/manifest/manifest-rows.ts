import { cellAddress, manifestFinding, type Finding } from '../check/finding.ts'
import type { Column } from './columns.ts'
import type { TableOptions } from './table-options.ts'
import type { ManifestRow } from './manifest-row.ts'
import type { CellProblem, Table, TableRecord } from './table.ts'

/** The rows of a table under the names of its columns; rows whose cells are all blank don't count. */
export async function* readManifestRows(
  table: Table,
  columns: readonly (Column | undefined)[],
  { set, fillDown = [], rows: chosen }: TableOptions,
): AsyncGenerator<ManifestRow> {
  const named = listKnownColumns(columns)
  const fill = createFillDown(fillDown)
  let row = 0
  for await (const record of table.records()) {
    if (isBlank(record)) continue
    row += 1
    const values = fill(readValues(record, named))
    if (chosen && !chosen(row)) continue
    const { cells, line, sheetRow, isUnreadable = false, isImported = false } = record
    const findings = record.problems
      .filter(({ index }) => index === undefined || isUnreadable || columns[index] !== undefined)
      .map((problem) => toFinding(problem, { table, columns, record, row }))
    yield {
      row,
      line,
      sheetRow,
      values: { ...set, ...values },
      cells,
      findings,
      isUnreadable,
      isImported,
    }
  }
}

type Values = ManifestRow['values']

function readValues({ cells }: TableRecord, named: readonly [number, Column][]): Values {
  const values: Values = {}
  for (const [index, column] of named) {
    const value = cells[index]?.trim()
    if (value) values[column] = value
  }
  return values
}

/** Gives blank cells of these columns what stood above them. */
function createFillDown(columns: readonly Column[]): (values: Values) => Values {
  const above: Values = {}
  return (values) => {
    for (const column of columns) {
      const value = values[column] ?? above[column]
      if (value !== undefined) above[column] = values[column] = value
    }
    return values
  }
}

function listKnownColumns(columns: readonly (Column | undefined)[]): [number, Column][] {
  return columns.flatMap((column, index) => (column === undefined ? [] : [[index, column]]))
}

function isBlank({ cells, isUnreadable }: TableRecord): boolean {
  return !isUnreadable && !cells.some((cell) => cell?.trim())
}

interface Place {
  table: Table
  columns: readonly (Column | undefined)[]
  record: TableRecord
  row: number
}

function toFinding(problem: CellProblem, { table, columns, record, row }: Place): Finding {
  const { code, severity, message, index, suggestion } = problem
  const { line, sheetRow, cells, isUnreadable } = record
  const value = problem.value === undefined ? cells[index ?? -1] : problem.value
  return manifestFinding(code, message, {
    severity,
    row,
    line,
    cell: index === undefined || table.headerRow === null ? null : cellAddress(index, sheetRow),
    column: isUnreadable ? null : (columns[index ?? -1] ?? null),
    value: value ?? null,
    suggestion: suggestion ?? null,
  })
}
