import type { ColumnOptions } from './columns.ts'
import type { RowRanges } from './row-ranges.ts'

export interface TableOptions extends ColumnOptions {
  encoding?: string
  delimiter?: string
  /** Name of the sheet of a workbook. */
  sheet?: string
  /** Row of the table that holds the names of the columns, as a spreadsheet program counts; found out by default. */
  headerRow?: number
  /** Which rows count; all when absent. */
  rows?: RowRanges
}
