/** What a copy is written from. */
export interface CopyRow {
  /** In the order of the header. */
  cells: string[]
  /** Positions of cells that spreadsheets hold as days. */
  dateColumns: number[]
}
