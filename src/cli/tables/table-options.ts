import type { RecordedDateOptions } from '../../core/edtf/recorded/recorded-date.ts'
import type { ColumnOptions } from './columns.ts'
import type { RowRanges } from './row-ranges.ts'

export interface TableOptions extends ColumnOptions {
  /** File to read instead: a copy of a pipe, which can be read only once. */
  source?: string
  encoding?: string
  /** Encoding of the lines that are not valid in `encoding`. */
  encodingFallback?: string
  delimiter?: string
  /** Name of a sheet of a workbook. */
  sheet?: string
  /** Row number of the header in the sheet, from 1; detected by default. */
  headerRow?: number
  /** Whether an unquoted empty cell of a CSV or TSV file is missing, and only `""` is an empty text. */
  findMissingCells?: boolean
  /** Options for deriving EDTF dates from recorded ones. */
  dates?: RecordedDateOptions
  /** Rows to read; all by default. */
  rows?: RowRanges
}
