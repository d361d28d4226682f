import type { ColumnOptions } from './columns.ts'
import type { RowRanges } from './row-ranges.ts'

export interface TableOptions extends ColumnOptions {
  encoding?: string
  delimiter?: string
  /** Name of a sheet of a workbook. */
  sheet?: string
  /** Row number of the header in the sheet, from 1; detected by default. */
  headerRow?: number
  /** Rows to read; all by default. */
  rows?: RowRanges
}
