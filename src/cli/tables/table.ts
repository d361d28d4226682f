import type { Finding } from './finding.ts'

export type ManifestFormat = 'csv' | 'tsv' | 'jsonl' | 'xlsx' | 'ods' | 'folder'

/** The records of a manifest, independent of its format. */
export interface Table {
  format: ManifestFormat
  encoding: string | null
  delimiter: string | null
  sheet: string | null
  /** Column names as written; empty if they cannot be read, and then there are no records. */
  header: readonly string[]
  /** Row number of the header in the sheet; null for formats without cell addresses. */
  headerRow: number | null
  /** Findings about the format as a whole. */
  findings: Finding[]
  /** Streams the records from the file on each call. */
  records(): AsyncIterable<TableRecord>
}

export interface TableRecord {
  cells: readonly (string | undefined)[]
  /** Number of cells in the file, if missing ones were added or surplus empty ones dropped. */
  writtenCells?: number
  /** Physical line of the file on which the record starts, from 1. */
  line: number
  /** Row number in the sheet, from 1. */
  sheetRow: number
  problems: readonly CellProblem[]
  /** Whether the cells may not match the header, so that no cell can be trusted. */
  isUnreadable?: true
  /** Whether the manifest itself marks the record as imported. */
  isImported?: true
}

/** A problem with the format of a cell or of the whole record. */
export interface CellProblem {
  code: string
  severity: Finding['severity']
  message: string
  /** Position of the cell, from 0; absent if the problem concerns the whole record. */
  index?: number
  /** The reported value; the text of the cell by default. */
  value?: string | null
  suggestion?: string
}
