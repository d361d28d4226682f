import { invalid } from '../../../core/base/errors.ts'
import type { Confidence, Reading } from '../../../core/edtf/recorded/reading-set.ts'
import {
  readRecordedDate,
  type RecordedDateOptions,
} from '../../../core/edtf/recorded/recorded-date.ts'
import { parseColumnName, type Column } from '../../tables/columns.ts'
import type { Cells } from '../../tables/write-table.ts'
import type { ReadTable } from '../read-table.ts'

/** The columns of a table that hold dates. */
export interface DateColumns {
  /** Position of the recorded date. */
  recorded: number
  /** Position of the EDTF date; -1 if there is no column. */
  edtf: number
}

/** A recorded date of a table, once for all its rows. */
export interface DistinctDate {
  recorded: string
  /** Number of rows. */
  rows: number
  /** Number of rows without an EDTF date. */
  blank: number
  confidence: Confidence
  readings: readonly Reading[]
  /** Why the date has no reading; null if it has one. */
  reason: string | null
}

/** @throws CatalogError kind `invalid` if the table has no recorded dates */
export function findDateColumns({ name, header }: ReadTable): DateColumns {
  const find = (column: Column): number => {
    return header.findIndex((title) => parseColumnName(title) === column)
  }
  const recorded = find('original_date')
  if (recorded >= 0) return { recorded, edtf: find('edtf_date') }
  throw invalid(name, 'has no column "original_date". Name it with --map THEIRS=original_date')
}

/** Whether the row has a recorded date and no EDTF date. */
export function isBlankDate(cells: Cells, { recorded, edtf }: DateColumns): boolean {
  return getText(cells, recorded) !== '' && getText(cells, edtf) === ''
}

/** Returns the recorded date of a row; empty if it has none. */
export function getRecordedDate(cells: Cells, { recorded }: DateColumns): string {
  return getText(cells, recorded)
}

function getText(cells: Cells, index: number): string {
  return cells[index]?.trim() ?? ''
}

const ORDER: readonly Confidence[] = ['certain', 'likely', 'ambiguous', 'none']

/** Lists the recorded dates of a table by confidence, the most frequent first. */
export async function listDistinctDates(
  table: ReadTable,
  columns: DateColumns,
  options: RecordedDateOptions,
): Promise<DistinctDate[]> {
  const dates = new Map<string, DistinctDate>()
  for await (const cells of table.rows()) {
    const recorded = getRecordedDate(cells, columns)
    if (recorded === '') continue
    const date = dates.get(recorded) ?? {
      recorded,
      rows: 0,
      blank: 0,
      ...readRecordedDate(recorded, options),
    }
    dates.set(recorded, date)
    date.rows += 1
    if (isBlankDate(cells, columns)) date.blank += 1
  }
  return [...dates.values()].toSorted((one, other) => {
    const byConfidence = ORDER.indexOf(one.confidence) - ORDER.indexOf(other.confidence)
    return byConfidence === 0 ? other.rows - one.rows : byConfidence
  })
}
