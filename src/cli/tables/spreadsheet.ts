import { manifestFinding, type Finding } from './finding.ts'
import type { ColumnNames } from './columns.ts'
import { findHeaderRow, warnAboutSkippedRows, readTopRows } from './header-row.ts'
import type { CellProblem, Table, TableRecord } from './table.ts'
import { serialToIso, showNumber } from './xlsx/number-format.ts'
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
  const findings = workbook.sheets
    .filter((sheet) => sheet.isHidden && !isComment(sheet))
    .map(reportHiddenSheet)
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
      ...(await findMergedCells(workbook, sheet, { row: sheetRow, columns: cells.length })),
      ...findings,
      ...warnAboutSkippedRows(sheetRow, options.headerRow, top[0]?.sheetRow ?? sheetRow),
    ],
    records: () => readRecordsBelow(sheetRow, workbook, sheet),
  }
}

/** Reports merged cells of the header and the rows below it, if they hold anything. */
async function findMergedCells(
  workbook: Workbook,
  sheet: SheetEntry,
  header: { row: number; columns: number },
): Promise<Finding[]> {
  const merged = await readMergedCells(
    workbook,
    sheet,
    ({ lastRow, column }) => lastRow >= header.row && column < header.columns,
  )
  const byRow = Map.groupBy(merged, ({ row }) => row)
  const findings: Finding[] = []
  if (byRow.size === 0) return findings
  for await (const { number, cells } of readSheetRows(workbook, sheet)) {
    for (const { column, range } of byRow.get(number) ?? []) {
      const holder = cells.find((cell) => cell.column === column)
      if (holder?.value?.trim()) findings.push(reportMergedCells(range))
    }
  }
  return findings
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
  if (format.kind === 'date') return readDate(value, format.shows, is1904)
  const text = Number.isFinite(number) ? String(number) : value
  const shown = format.kind === 'shown' ? showNumber(format, number) : undefined
  if (shown === undefined || shown === text) return { text }
  return { text, problem: reportNumberFormat(text, shown) }
}

/** Lengths of the parts of an ISO 8601 date. */
const SHOWN_CHARACTERS = { year: 4, month: 7, day: undefined }

/** A year that was typed into a cell with a date format is a day between 1902 and 1905. */
function readDate(value: string, shows: keyof typeof SHOWN_CHARACTERS, is1904: boolean): ReadCell {
  const iso = serialToIso(Number(value), is1904)
  const shown = iso?.slice(0, SHOWN_CHARACTERS[shows]) ?? value
  const isTypedYear = /^(?:1\d|20)\d\d$/.test(value) && shows === 'year'
  return {
    text: iso ?? value,
    problem: isTypedYear ? reportTypedYear(value, shown) : reportDateCell(shown),
  }
}

function reportTypedYear(value: string, shown: string): CellProblem {
  const message = `The cell contains the number ${value}, which its date format shows as ${shown}. Format the cell as text and enter the year again.`
  return { code: 'excel.date_cell', severity: 'error', message, suggestion: value }
}

function reportDateCell(shown: string): CellProblem {
  const message =
    'The spreadsheet program converted the text of this cell to a date. Format the cell as text and enter the original text again.'
  return { code: 'excel.date_cell', severity: 'error', message, suggestion: shown }
}

function reportNumberFormat(value: string, shown: string): CellProblem {
  const message = `The cell contains the number ${value}, which its format shows as ${shown}. If that is meant, format it as text.`
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
