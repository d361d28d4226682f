import { cellAddress, manifestFinding, type Finding } from './finding.ts'
import { deriveEdtf } from '../dates/read-cached.ts'
import type { Column } from './columns.ts'
import type { TableOptions } from './table-options.ts'
import type { ManifestRow } from './manifest-row.ts'
import type { CellProblem, Table, TableRecord } from './table.ts'

/** Reads the rows of a table under its known columns. Blank rows are skipped and not counted. */
export async function* readManifestRows(
  table: Table,
  columns: readonly (Column | undefined)[],
  { set, fillDown = [], rows: isSelected, deriveEdtf: whenCertain, dates }: TableOptions,
): AsyncGenerator<ManifestRow> {
  const knownColumns = listKnownColumns(columns)
  const fillBlanks = createFillDown(fillDown)
  let row = 0
  for await (const record of table.records()) {
    if (isBlank(record)) continue
    row += 1
    const values = fillBlanks(readValues(record, knownColumns))
    if (isSelected && !isSelected(row)) continue
    const { cells, line, sheetRow, isUnreadable = false, isImported = false } = record
    const findings = record.problems
      .filter(({ index }) => index === undefined || isUnreadable || columns[index] !== undefined)
      .map((problem) => toFinding(problem, { table, columns, record, row }))
    yield {
      row,
      line,
      sheetRow,
      values:
        whenCertain === 'certain' ? addEdtf({ ...set, ...values }, dates) : { ...set, ...values },
      cells,
      findings,
      isUnreadable,
      isImported,
      ...(record.writtenCells !== undefined && { writtenCells: record.writtenCells }),
    }
  }
}

type Values = ManifestRow['values']

function readValues({ cells }: TableRecord, columns: readonly [number, Column][]): Values {
  const values: Values = {}
  for (const [index, column] of columns) {
    const value = cells[index]?.trim()
    if (value) values[column] = value
  }
  return values
}

/** Adds the EDTF date if it is blank and the meaning of the recorded date is certain. */
function addEdtf(values: Values, dates: TableOptions['dates']): Values {
  const { edtf_date: given, original_date: recorded } = values
  if (given !== undefined || recorded === undefined) return values
  const derived = deriveEdtf(recorded, dates)
  return derived === undefined ? values : { ...values, edtf_date: derived }
}

/** Fills blank cells of these columns with the last value above. */
function createFillDown(columns: readonly Column[]): (values: Values) => Values {
  const last: Values = {}
  return (values) => {
    for (const column of columns) {
      const value = values[column] ?? last[column]
      if (value !== undefined) last[column] = values[column] = value
    }
    return values
  }
}

function listKnownColumns(columns: readonly (Column | undefined)[]): [number, Column][] {
  return columns.flatMap((column, index) => (column === undefined ? [] : [[index, column]]))
}

/** Whether a row counts as absent. */
export function isBlank({ cells, isUnreadable }: TableRecord): boolean {
  return !isUnreadable && !cells.some((cell) => cell?.trim())
}

interface CellContext {
  table: Table
  columns: readonly (Column | undefined)[]
  record: TableRecord
  row: number
}

function toFinding(problem: CellProblem, { table, columns, record, row }: CellContext): Finding {
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
