import type { Finding } from '../check/finding.ts'
import type { Column } from './columns.ts'

/** A row as the manifest gives it: blanks around values trimmed, blank cells absent. */
export interface ManifestRow {
  /** Counted from 1 without the header. */
  row: number
  /** Physical line of the file where it begins. */
  line: number
  /** Row of the sheet, as a spreadsheet program counts. */
  sheetRow: number
  values: Partial<Record<Column, string>>
  /** As they stand in the file, for copies of it. */
  cells: readonly (string | undefined)[]
  /** What is wrong with its form. */
  findings: readonly Finding[]
  /** Its cells can't be trusted to stand under their names. */
  isUnreadable: boolean
  /** The archive itself says that it has been imported. */
  isImported: boolean
}
