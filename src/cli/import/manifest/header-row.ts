import { manifestFinding, type Finding } from '../check/finding.ts'
import { findColumn, type ColumnNames } from './columns.ts'

/** Further down no header is looked for. */
export const TOP_ROWS = 20

/** Fewer known names than these may be words of a title. */
const LEAST_NAMES = 2

interface TopRow {
  cells: readonly (string | undefined)[]
  /** As a spreadsheet program counts. */
  sheetRow: number
}

/**
 * The row that holds the names of the columns: the one that is named, else the first one, unless that has
 * none of our names and a later one has some, as below a title.
 * @param top the first rows that are not empty
 */
export function findHeaderRow<Row extends TopRow>(
  top: readonly Row[],
  wanted: number | undefined,
  names: ColumnNames,
): Row | undefined {
  if (wanted !== undefined) return top.find(({ sheetRow }) => sheetRow >= wanted)
  const [first, ...others] = top
  if (first === undefined || countKnownNames(first.cells, names) > 0) return first
  return others.find(({ cells }) => countKnownNames(cells, names) >= LEAST_NAMES) ?? first
}

/** The rows that may hold the header. */
export async function readTopRows<Row extends { sheetRow: number }>(
  rows: AsyncIterable<Row>,
  headerRow = 1,
): Promise<Row[]> {
  const top: Row[] = []
  for await (const row of rows) {
    top.push(row)
    if (top.length >= TOP_ROWS && row.sheetRow >= headerRow) break
  }
  return top
}

/** How many of the cells name a column. */
export function countKnownNames(
  cells: readonly (string | undefined)[],
  names: ColumnNames,
): number {
  return cells.filter((cell) => findColumn(cell ?? '', names) !== undefined).length
}

/** Reports the rows above a header that was detected, not named by the user. */
export function warnAboutSkippedRows(
  row: number,
  wanted: number | undefined,
  first: number,
): Finding[] {
  if (wanted !== undefined || row === first) return []
  const message = `Row ${row} is used as the header; the rows above it are skipped. To confirm this, use --header-row ${row}.`
  return [manifestFinding('column.header_row', message, { severity: 'warning', line: row })]
}
