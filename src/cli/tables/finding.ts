/** A problem that the check of a manifest reports. */
export interface Finding {
  /** Stable across versions. */
  code: string
  severity: 'error' | 'warning'
  /** Row number, from 1 without the header; null if the finding concerns the whole manifest. */
  row: number | null
  /** Physical line of the file on which the row starts, from 1. */
  line: number | null
  /** Address in a spreadsheet, such as `D19`. */
  cell: string | null
  column: string | null
  /** The text of the cell. */
  value: string | null
  message: string
  /** The value that was probably intended. */
  suggestion: string | null
  /** Identifies the row across runs. */
  row_key: string | null
}

/** Makes a finding about the whole manifest. */
export function manifestFinding(
  code: string,
  message: string,
  more: Partial<Finding> = {},
): Finding {
  return {
    code,
    severity: 'error',
    row: null,
    line: null,
    cell: null,
    column: null,
    value: null,
    message,
    suggestion: null,
    row_key: null,
    ...more,
  }
}

/** Formats a cell address: column 3 (from 0) of row 19 is `D19`. */
export function cellAddress(column: number, sheetRow: number): string {
  let letters = ''
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters
  }
  return letters + String(sheetRow)
}
