import type { Finding } from '../check/finding.ts'

export type ManifestFormat = 'csv' | 'tsv' | 'jsonl' | 'xlsx' | 'folder'

/** The rows of a manifest as its file gives them, whatever its format. */
export interface Table {
  format: ManifestFormat
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  /** Names of the columns, as they are written; none when they can't be read, and then there are no rows. */
  header: readonly string[]
  /** Row of the sheet that holds the names; null where cells have no addresses. */
  headerRow: number | null
  /** What is wrong with its form as a whole. */
  findings: Finding[]
  /** May be asked again; each time the file is read anew. */
  records(): AsyncIterable<TableRecord>
}

export interface TableRecord {
  cells: readonly (string | undefined)[]
  /** Physical line of the file where it begins. */
  line: number
  /** Row of the sheet, as a spreadsheet program counts. */
  sheetRow: number
  problems: readonly CellProblem[]
  /** Its cells can't be trusted to stand under their names. */
  isUnreadable?: true
  /** The archive itself says that it has been imported. */
  isImported?: true
}

/** What the form of one cell, or of the whole record, says against it. */
export interface CellProblem {
  code: string
  severity: Finding['severity']
  message: string
  /** Position of the cell, counted from 0; absent when it is about the record. */
  index?: number
  /** What stands there, where it is not the cell's text. */
  value?: string | null
  suggestion?: string
}
