import { reportDateCell, reportNumberFormat, reportYearCell } from '../cell-problems.ts'
import type { CellContent, SheetRow, Workbook } from '../workbook.ts'
import type { Zip } from '../zip.ts'
import { serialToIso, showNumber } from './number-format.ts'
import { openPackage, type Package, type SheetPart } from './package.ts'
import { readMergedCells, readStoredRows, type StoredCell } from './sheet.ts'

/** @throws WorkbookError if the workbook cannot be read */
export async function openXlsx(zip: Zip): Promise<Workbook> {
  const opened = await openPackage(zip)
  return {
    format: 'xlsx',
    sheets: opened.sheets.map((sheet) => ({
      ...sheet,
      rows: () => readRows(opened, sheet),
      readMergedCells: (matters) => readMergedCells(opened, sheet, matters),
    })),
  }
}

async function* readRows(opened: Package, sheet: SheetPart): AsyncGenerator<SheetRow> {
  for await (const { cells, ...row } of readStoredRows(opened, sheet)) {
    yield {
      ...row,
      cells: cells.map((cell) => {
        const { column, isFormula } = cell
        return { column, isFormula, ...readCell(cell, opened) }
      }),
    }
  }
}

function readCell(cell: StoredCell, opened: Package): CellContent {
  const { kind, value } = cell
  if (value === undefined || kind === 'text' || kind === 'error') return { text: value }
  if (kind === 'number') return readNumber(value, cell.style, opened)
  if (kind === 'date') return { text: value, problem: reportDateCell(value) }
  return { text: value === '1' || value === 'true' ? 'true' : 'false' }
}

function readNumber(value: string, style: number, { formats, is1904 }: Package): CellContent {
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

function readDate(
  value: string,
  shows: keyof typeof SHOWN_CHARACTERS,
  is1904: boolean,
): CellContent {
  const text = serialToIso(Number(value), is1904) ?? value
  const shown = text.slice(0, SHOWN_CHARACTERS[shows])
  return {
    text,
    problem: shows === 'year' ? reportYearCell(Number(value), shown) : reportDateCell(shown),
  }
}
