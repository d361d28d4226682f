import { manifestFinding, type Finding } from './finding.ts'
import type { ColumnNames } from './columns.ts'
import { findHeaderRow, warnAboutSkippedRows, readTopRows } from './header-row.ts'
import type { CellProblem, Table, TableRecord } from './table.ts'
import { serialToIso } from './xlsx/number-format.ts'
import { readMergedCells, readSheetRows, type SheetCell, type SheetRow } from './xlsx/sheet.ts'
import { openWorkbook, type SheetEntry, type Workbook } from './xlsx/workbook.ts'
import { isWorkbookError } from './xlsx/workbook-error.ts'

export interface SpreadsheetOptions extends ColumnNames {
  /** Name of the sheet; required if several sheets are visible. */
  sheet?: string
  headerRow?: number
}

/**
 * Opens a sheet of an Excel workbook. Numbers are read in their shortest form, not as their format displays
 * them. A number that displays as a date is an error: the original text is lost.
 */
export async function openSpreadsheet(
  path: string,
  options: SpreadsheetOptions,
): Promise<Table | Finding> {
  try {
    const workbook = await openWorkbook(path)
    const sheet = chooseSheet(workbook.sheets, options.sheet)
    return 'code' in sheet ? sheet : await openSheet(workbook, sheet, options)
  } catch (error) {
    if (!isWorkbookError(error)) throw error
    return manifestFinding('excel.unreadable', `The workbook cannot be read: ${error.message}.`)
  }
}

function chooseSheet(
  sheets: readonly SheetEntry[],
  requested: string | undefined,
): SheetEntry | Finding {
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  const named = shown.filter((sheet) => !isComment(sheet))
  const visible = named.length > 0 ? named : shown
  const onlyVisible = visible.length === 1 ? visible[0] : undefined
  const chosen = requested === undefined ? onlyVisible : findSheet(requested, sheets)
  if (chosen) return chosen
  const names = sheets.map(({ name }) => JSON.stringify(name)).join(', ')
  const message =
    requested === undefined
      ? `The workbook has several sheets. Choose one with --sheet: ${names}.`
      : `The workbook has no sheet ${JSON.stringify(requested)}. Its sheets: ${names}.`
  return manifestFinding('excel.sheet', message)
}

/** As for columns: a template describes its columns in such sheets. */
function isComment({ name }: SheetEntry): boolean {
  return name.startsWith('_')
}

function findSheet(requested: string, sheets: readonly SheetEntry[]): SheetEntry | undefined {
  const folded = requested.trim().toLowerCase()
  return (
    sheets.find(({ name }) => name === requested) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === folded)
  )
}

async function openSheet(
  workbook: Workbook,
  sheet: SheetEntry,
  options: SpreadsheetOptions,
): Promise<Table> {
  const findings = [
    ...(await readMergedCells(workbook, sheet)).map(reportMergedCells),
    ...workbook.sheets
      .filter((sheet) => sheet.isHidden && !isComment(sheet))
      .map(reportHiddenSheet),
  ]
  const table: Table = {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: sheet.name,
    header: [],
    headerRow: 1,
    findings,
    records: () => readRecordsBelow(1, workbook, sheet),
  }
  const top = await readTopRows(readTopRecords(workbook, sheet), options.headerRow)
  const headerRecord = findHeaderRow(top, options.headerRow, options)
  if (headerRecord === undefined) return table
  const { cells, sheetRow } = headerRecord
  return {
    ...table,
    header: Array.from(cells, (name) => name ?? ''),
    headerRow: sheetRow,
    findings: [
      ...findings,
      ...warnAboutSkippedRows(sheetRow, options.headerRow, top[0]?.sheetRow ?? sheetRow),
    ],
    records: () => readRecordsBelow(sheetRow, workbook, sheet),
  }
}

async function* readTopRecords(workbook: Workbook, sheet: SheetEntry): AsyncGenerator<TableRecord> {
  let hasRows = false
  try {
    for await (const row of readSheetRows(workbook, sheet)) {
      yield toRecord(row, workbook)
      hasRows = true
    }
  } catch (error) {
    // Reading the rows reports the error later, with its row.
    if (!hasRows || !isWorkbookError(error)) throw error
  }
}

function reportMergedCells(range: string): Finding {
  const message = `The cells ${range} are merged, so their row is ambiguous. Unmerge them.`
  return manifestFinding('excel.merged_cells', message, { cell: range.split(':')[0] ?? null })
}

function reportHiddenSheet({ name }: SheetEntry): Finding {
  const message = `The hidden sheet ${JSON.stringify(name)} is skipped.`
  return manifestFinding('excel.hidden_sheet', message, { severity: 'warning' })
}

async function* readRecordsBelow(
  headerRow: number,
  workbook: Workbook,
  sheet: SheetEntry,
): AsyncGenerator<TableRecord> {
  let lastRow = headerRow
  try {
    for await (const row of readSheetRows(workbook, sheet)) {
      if (row.number <= headerRow) continue
      yield toRecord(row, workbook)
      lastRow = row.number
    }
  } catch (error) {
    if (!isWorkbookError(error)) throw error
    const message = `The rest of the sheet cannot be read: ${error.message}.`
    const problem = { code: 'excel.unreadable', severity: 'error', message } as const
    yield {
      cells: [],
      line: lastRow + 1,
      sheetRow: lastRow + 1,
      problems: [problem],
      isUnreadable: true,
    }
  }
}

function toRecord({ number, isHidden, cells }: SheetRow, workbook: Workbook): TableRecord {
  const texts: (string | undefined)[] = []
  const problems: CellProblem[] = []
  if (isHidden) {
    const message = 'The row is hidden in the sheet but is read as any other.'
    problems.push({ code: 'excel.hidden_row', severity: 'warning', message })
  }
  for (const cell of cells) {
    const { text, problem } = readCell(cell, workbook)
    texts[cell.column] = text
    if (problem) problems.push({ index: cell.column, value: text ?? null, ...problem })
    if (cell.isFormula)
      problems.push({ index: cell.column, value: text ?? null, ...reportFormula(text) })
  }
  return { cells: texts, line: number, sheetRow: number, problems }
}

interface ReadCell {
  text: string | undefined
  problem?: CellProblem
}

function readCell(cell: SheetCell, workbook: Workbook): ReadCell {
  const { kind, value } = cell
  if (value === undefined || kind === 'text' || kind === 'error') return { text: value }
  if (kind === 'number') return readNumber(value, cell.style, workbook)
  if (kind === 'date') return { text: value, problem: reportDateCell(value) }
  return { text: value === '1' || value === 'true' ? 'true' : 'false' }
}

function readNumber(value: string, style: number, { formats, is1904 }: Workbook): ReadCell {
  const number = Number(value)
  const format = formats[style] ?? { kind: 'plain' }
  if (format.kind === 'date') {
    const iso = serialToIso(number, is1904) ?? value
    return { text: iso, problem: reportDateCell(iso) }
  }
  const text = Number.isFinite(number) ? String(number) : value
  if (format.kind !== 'padded' || text.length >= format.digits) return { text }
  return { text, problem: reportPaddedNumber(text, text.padStart(format.digits, '0')) }
}

function reportDateCell(iso: string): CellProblem {
  const message =
    'The spreadsheet program converted the text of this cell to a date. Format the cell as text and enter the original text again.'
  return { code: 'excel.date_cell', severity: 'error', message, suggestion: iso }
}

function reportPaddedNumber(value: string, shown: string): CellProblem {
  const message = `The cell contains the number ${value} but shows ${shown}. If the zeros are significant, format it as text.`
  return { code: 'excel.number_format', severity: 'warning', message, suggestion: shown }
}

function reportFormula(result: string | undefined): CellProblem {
  if (result !== undefined) {
    const message = 'The cell contains a formula; its last saved result is used.'
    return { code: 'excel.formula', severity: 'warning', message }
  }
  const message = 'The cell contains a formula without a saved result. Enter its value instead.'
  return { code: 'excel.formula', severity: 'error', message }
}
