import { manifestFinding, type Finding } from './finding.ts'
import type { ColumnNames } from './columns.ts'
import { findHeaderRow, warnAboutSkippedRows, readTopRows } from './header-row.ts'
import type { CellProblem, Table, TableRecord } from './table.ts'
import { isOpenDocument, openOds } from './ods/open-ods.ts'
import { reportFormula } from './cell-problems.ts'
import { requireWorkbook } from './foreign-format.ts'
import type { Sheet, SheetRow, Workbook } from './workbook.ts'
import { isWorkbookError } from './workbook-error.ts'
import { openXlsx } from './xlsx/open-xlsx.ts'
import { openZip } from './zip.ts'

export interface SpreadsheetOptions extends ColumnNames {
  /** Name of the sheet; required if several sheets are visible. */
  sheet?: string
  headerRow?: number
}

/**
 * Opens a sheet of a workbook of Excel or in OpenDocument format. Numbers are read in their shortest form, not as
 * their format displays them. A number that displays as a date is an error: the original text is lost.
 */
export async function openSpreadsheet(
  path: string,
  options: SpreadsheetOptions,
): Promise<Table | Finding> {
  try {
    const zip = await openZip(path)
    requireWorkbook(zip)
    const workbook = isOpenDocument(zip) ? await openOds(zip) : await openXlsx(zip)
    const sheet = chooseSheet(workbook.sheets, options.sheet)
    return 'code' in sheet ? sheet : await openSheet(workbook, sheet, options)
  } catch (error) {
    if (!isWorkbookError(error)) throw error
    return manifestFinding('excel.unreadable', `The workbook cannot be read: ${error.message}.`)
  }
}

function chooseSheet(sheets: readonly Sheet[], requested: string | undefined): Sheet | Finding {
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
function isComment({ name }: Sheet): boolean {
  return name.startsWith('_')
}

function findSheet(requested: string, sheets: readonly Sheet[]): Sheet | undefined {
  const folded = requested.trim().toLowerCase()
  return (
    sheets.find(({ name }) => name === requested) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === folded)
  )
}

async function openSheet(
  workbook: Workbook,
  sheet: Sheet,
  options: SpreadsheetOptions,
): Promise<Table> {
  const findings = workbook.sheets
    .filter((sheet) => sheet.isHidden && !isComment(sheet))
    .map(reportHiddenSheet)
  const table: Table = {
    format: workbook.format,
    encoding: null,
    delimiter: null,
    sheet: sheet.name,
    header: [],
    headerRow: 1,
    findings,
    records: () => readRecordsBelow(1, sheet),
  }
  const top = await readTopRows(readTopRecords(sheet), options.headerRow)
  const headerRecord = findHeaderRow(top, options.headerRow, options)
  if (headerRecord === undefined) return table
  const { cells, sheetRow } = headerRecord
  return {
    ...table,
    header: Array.from(cells, (name) => name ?? ''),
    headerRow: sheetRow,
    findings: [
      ...(await findMergedCells(sheet, { row: sheetRow, columns: cells.length })),
      ...findings,
      ...warnAboutSkippedRows(sheetRow, options.headerRow, top[0]?.sheetRow ?? sheetRow),
    ],
    records: () => readRecordsBelow(sheetRow, sheet),
  }
}

/** Reports merged cells of the header and the rows below it, if they hold anything. */
async function findMergedCells(
  sheet: Sheet,
  header: { row: number; columns: number },
): Promise<Finding[]> {
  const merged = await sheet.readMergedCells(
    ({ lastRow, column }) => lastRow >= header.row && column < header.columns,
  )
  const byRow = Map.groupBy(merged, ({ row }) => row)
  const findings: Finding[] = []
  if (byRow.size === 0) return findings
  for await (const { number, cells } of sheet.rows()) {
    for (const { column, range } of byRow.get(number) ?? []) {
      const holder = cells.find((cell) => cell.column === column)
      if (holder?.text?.trim()) findings.push(reportMergedCells(range))
    }
  }
  return findings
}

async function* readTopRecords(sheet: Sheet): AsyncGenerator<TableRecord> {
  let hasRows = false
  try {
    for await (const row of sheet.rows()) {
      yield toRecord(row)
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

function reportHiddenSheet({ name }: Sheet): Finding {
  const message = `The hidden sheet ${JSON.stringify(name)} is skipped.`
  return manifestFinding('excel.hidden_sheet', message, { severity: 'warning' })
}

async function* readRecordsBelow(headerRow: number, sheet: Sheet): AsyncGenerator<TableRecord> {
  let lastRow = headerRow
  try {
    for await (const row of sheet.rows()) {
      if (row.number <= headerRow) continue
      yield toRecord(row)
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

function toRecord({ number, isHidden, cells }: SheetRow): TableRecord {
  const texts: (string | undefined)[] = []
  const problems: CellProblem[] = []
  if (isHidden) {
    const message = 'The row is hidden in the sheet but is read as any other.'
    problems.push({ code: 'excel.hidden_row', severity: 'warning', message })
  }
  for (const { column, text, problem, isFormula } of cells) {
    texts[column] = text
    if (problem) problems.push({ index: column, value: text ?? null, ...problem })
    if (isFormula) problems.push({ index: column, value: text ?? null, ...reportFormula(text) })
  }
  return { cells: texts, line: number, sheetRow: number, problems }
}
