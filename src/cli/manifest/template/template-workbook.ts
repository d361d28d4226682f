import { CONFIDENCES } from '../../../core/model/confidences.ts'
import { rangeRef, writeXlsx, type DataValidation, type WriteSheet } from 'hucre/xlsx'
import { COLUMN_HELP } from '../../tables/column-help.ts'
import type { Column } from '../../tables/columns.ts'
import { escapeXmlCharacterCodes, TEXT_FORMAT } from '../../tables/write-rows.ts'
import type { Choice, Choices } from './fetch-choices.ts'

/** Rows whose cells are formatted as text. A format of whole columns would need another library. */
const TEXT_ROWS = 2000
const LAST_ROW = 1_048_576

const WIDTHS: Partial<Record<Column, number>> = {
  file: 32,
  title: 40,
  description: 40,
  subjects: 28,
}
const DEFAULT_WIDTH = 18

/**
 * Creates a workbook for new manifests: the sheet Images with a header, drop-down lists and a note for each column,
 * and the sheets _Columns and _Lists, which are not read.
 */
export async function createTemplateWorkbook(
  columns: readonly Column[],
  choices: Choices,
): Promise<Uint8Array> {
  const sheets = [createImageSheet(columns, choices), createColumnSheet(columns)]
  if (choices.licenses.length + choices.subjects.length > 0) sheets.push(createListSheet(choices))
  return await writeXlsx({ sheets })
}

function createImageSheet(columns: readonly Column[], choices: Choices): WriteSheet {
  const blank = columns.map(() => null)
  return {
    name: 'Images',
    columns: columns.map((column) => ({
      numFmt: TEXT_FORMAT,
      width: WIDTHS[column] ?? DEFAULT_WIDTH,
    })),
    rows: [[...columns], ...Array.from({ length: TEXT_ROWS }, () => blank)],
    cells: boldHeader(columns.length),
    freezePane: { rows: 1 },
    dataValidations: columns.map((column, index) => createValidation(column, index, choices)),
  }
}

function boldHeader(count: number): NonNullable<WriteSheet['cells']> {
  const style = { font: { bold: true }, numFmt: TEXT_FORMAT }
  return new Map(Array.from({ length: count }, (_, index) => [`0,${index}`, { style }]))
}

/** A note that appears when a cell is selected, and for some columns a list. Other values are allowed after a warning. */
function createValidation(column: Column, index: number, choices: Choices): DataValidation {
  const list = findList(column, choices)
  const noteOnly = { type: 'textLength', operator: 'greaterThanOrEqual', formula1: '0' } as const
  return {
    ...(list ? { type: 'list' as const, ...list } : noteOnly),
    allowBlank: true,
    showInputMessage: true,
    inputTitle: column,
    inputMessage: COLUMN_HELP[column],
    showErrorMessage: list !== undefined && column !== 'subjects',
    errorStyle: 'warning',
    errorTitle: column,
    errorMessage: COLUMN_HELP[column],
    range: rangeRef(1, index, LAST_ROW - 1, index),
  }
}

function findList(
  column: Column,
  { licenses, subjects }: Choices,
): Pick<DataValidation, 'values' | 'formula1'> | undefined {
  if (column === 'confidence') return { values: [...CONFIDENCES] }
  if (column === 'mirror') return { values: ['none', 'h', 'v'] }
  if (column === 'rotation') return { values: ['0', '90', '180', '270'] }
  if (column === 'license_name') return findRange('A', licenses)
  return column === 'subjects' ? findRange('C', subjects) : undefined
}

function findRange(letter: string, choices: readonly Choice[]): { formula1: string } | undefined {
  if (choices.length === 0) return undefined
  return { formula1: `'_Lists'!$${letter}$2:$${letter}$${choices.length + 1}` }
}

function createColumnSheet(columns: readonly Column[]): WriteSheet {
  return {
    name: '_Columns',
    columns: [{ width: DEFAULT_WIDTH }, { width: 90 }],
    rows: [['Column', 'What it holds'], ...columns.map((column) => [column, COLUMN_HELP[column]])],
    cells: boldHeader(2),
    freezePane: { rows: 1 },
  }
}

function createListSheet({ licenses, subjects }: Choices): WriteSheet {
  const count = Math.max(licenses.length, subjects.length)
  const rows = Array.from({ length: count }, (_, index) => [
    ...toCells(licenses[index]),
    ...toCells(subjects[index]),
  ])
  return {
    name: '_Lists',
    columns: [20, 40, 30, 50].map((width) => ({ width, numFmt: TEXT_FORMAT })),
    rows: [['license_name', 'License', 'subjects', 'Subject'], ...rows],
    cells: boldHeader(4),
    freezePane: { rows: 1 },
  }
}

function toCells(choice: Choice | undefined): (string | null)[] {
  return choice ? choice.map(escapeXmlCharacterCodes) : [null, null]
}
