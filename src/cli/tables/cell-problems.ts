import type { CellProblem } from './table.ts'

/** @param shown as the cell shows the date, or as ISO 8601 */
export function reportDateCell(shown: string): CellProblem {
  const message =
    'The spreadsheet program converted the text of this cell to a date. Format the cell as text and enter the original text again.'
  return { code: 'excel.date_cell', severity: 'error', message, suggestion: shown }
}

/**
 * Reports a date of which the cell shows only the year. The number of a day between 1902 and 1905 is more likely a year
 * that was typed.
 * @param serial the number that the cell contains
 */
export function reportYearCell(serial: number, shown: string): CellProblem {
  if (serial < 1000 || serial >= 2100) return reportDateCell(shown)
  const message = `The cell contains the number ${serial}, which its date format shows as ${shown}. Format the cell as text and enter the year again.`
  return { code: 'excel.date_cell', severity: 'error', message, suggestion: String(serial) }
}

export function reportNumberFormat(value: string, shown: string): CellProblem {
  const message = `The cell contains the number ${value}, which its format shows as ${shown}. If that is meant, format it as text.`
  return { code: 'excel.number_format', severity: 'warning', message, suggestion: shown }
}

export function reportFormula(result: string | undefined): CellProblem {
  if (result !== undefined) {
    const message = 'The cell contains a formula; its last saved result is used.'
    return { code: 'excel.formula', severity: 'warning', message }
  }
  const message = 'The cell contains a formula without a saved result. Enter its value instead.'
  return { code: 'excel.formula', severity: 'error', message }
}
