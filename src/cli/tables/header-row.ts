import { manifestFinding, type Finding } from './finding.ts'
import { findColumn, type ColumnNames } from './columns.ts'

/** Number of rows searched for the header. */
export const TOP_ROWS = 20

/** A row with fewer known names may be a title. */
const MIN_KNOWN_NAMES = 2

interface TopRow {
  cells: readonly (string | undefined)[]
  /** Row number in the sheet, from 1. */
  sheetRow: number
  isUnreadable?: true
}

/**
 * Finds the row with the column names: the requested one, else the first one. If the first row has no known
 * name, it may be a title; then the first row with at least two known names is the header.
 * @param top the first rows that are not empty
 */
export function findHeaderRow<Row extends TopRow>(
  top: readonly Row[],
  requested: number | undefined,
  names: ColumnNames,
): Row | undefined {
  if (requested !== undefined) return top.find(({ sheetRow }) => sheetRow >= requested)
  const [first, ...others] = top
  if (first === undefined || countKnownNames(first.cells, names) > 0) return first
  return others.find(({ cells }) => countKnownNames(cells, names) >= MIN_KNOWN_NAMES) ?? first
}

/** Reads the rows that may be the header; those that are only formatted are not. */
export async function readTopRows<Row extends TopRow>(
  rows: AsyncIterable<Row>,
  headerRow = 1,
): Promise<Row[]> {
  const top: Row[] = []
  for await (const row of rows) {
    if (row.isUnreadable || row.cells.some((cell) => cell?.trim())) top.push(row)
    if (top.length >= TOP_ROWS && row.sheetRow >= headerRow) break
  }
  return top
}

/** Counts the cells that contain the name of a known column. */
export function countKnownNames(
  cells: readonly (string | undefined)[],
  names: ColumnNames,
): number {
  return cells.filter((cell) => findColumn(cell ?? '', names) !== undefined).length
}

/** Warns about skipped rows above a header row that was detected rather than requested. */
export function warnAboutSkippedRows(
  row: number,
  wanted: number | undefined,
  first: number,
): Finding[] {
  if (wanted !== undefined || row === first) return []
  const message = `Row ${row} is used as the header; the rows above it are skipped. To confirm this, use --header-row ${row}.`
  return [manifestFinding('column.header_row', message, { severity: 'warning', line: row })]
}
