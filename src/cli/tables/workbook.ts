import type { CellProblem, ManifestFormat } from './table.ts'

export const MAX_SHEET_BYTES = 1024 ** 3
export const MAX_COLUMNS = 16_384
export const MAX_ROWS = 1_048_576
/** The same limit as for other formats. */
export const MAX_ROW_CHARACTERS = 1024 ** 2

/** An open workbook, independent of its format. */
export interface Workbook {
  format: Extract<ManifestFormat, 'xlsx' | 'ods'>
  sheets: readonly Sheet[]
}

export interface Sheet {
  name: string
  isHidden: boolean
  /** Streams the rows that are not empty. */
  rows(): AsyncGenerator<SheetRow>
  /** Reads the ranges of merged cells that matter. */
  readMergedCells(matters: (merged: MergedCells) => boolean): Promise<MergedCells[]>
}

export interface SheetRow {
  /** Row number in the sheet, from 1. */
  number: number
  isHidden: boolean
  cells: readonly SheetCell[]
}

export interface CellContent {
  /** Undefined for a formula without a saved result. */
  text: string | undefined
  problem?: CellProblem
}

export interface SheetCell extends CellContent {
  /** From 0. */
  column: number
  isFormula: boolean
}

/** A range of merged cells. Only the first one holds a value. */
export interface MergedCells {
  /** Such as `B2:C3`. */
  range: string
  /** Rows from 1, columns from 0. */
  row: number
  column: number
  lastRow: number
}
