import type { Finding } from './finding.ts'
import type { Column } from './columns.ts'

/** A row of a manifest. */
export interface ManifestRow {
  /** Counted from 1 without the header. */
  row: number
  /** Physical line of the file on which the row starts, from 1. */
  line: number
  /** Row number in the sheet, from 1. */
  sheetRow: number
  /** Trimmed values; blank cells are absent. */
  values: Partial<Record<Column, string>>
  /** All cells unchanged, for annotated copies. */
  cells: readonly (string | undefined)[]
  /** Number of cells in the file, if missing ones were added or surplus empty ones dropped. */
  writtenCells?: number
  /** Problems with the format of the row. */
  findings: readonly Finding[]
  /** Whether the cells may not match the columns, so that no value can be trusted. */
  isUnreadable: boolean
  /** Whether the manifest itself marks the row as imported. */
  isImported: boolean
}

/** Whether the column `skip` excludes the row. */
export function isSkipped({ values }: ManifestRow): boolean {
  return /^(1|true|yes|y|x)$/i.test(values.skip ?? '')
}
