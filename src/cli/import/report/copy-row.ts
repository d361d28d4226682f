/** One row of an annotated copy. */
export interface CopyRow {
  /** Values in the order of the header. */
  cells: string[]
  /** Indices of cells that the spreadsheet stores as dates. */
  dateColumns: number[]
}
