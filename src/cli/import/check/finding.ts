/** One thing that the check of a manifest has to say, with a code that stays. */
export interface Finding {
  code: string
  severity: 'error' | 'warning'
  /** Row of the data, counted from 1 without the header; null for what concerns the whole manifest. */
  row: number | null
  /** Physical line of the file where the row begins. */
  line: number | null
  /** As a spreadsheet names it: `D19`. */
  cell: string | null
  column: string | null
  /** What stands there. */
  value: string | null
  message: string
  /** What was probably meant. */
  suggestion: string | null
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

/** `(3, 19)` → `D19`: columns counted from 0, rows of the sheet from 1. */
export function cellAddress(column: number, sheetRow: number): string {
  let letters = ''
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters
  }
  return letters + String(sheetRow)
}
