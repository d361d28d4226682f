/**
 * Spreadsheet programs evaluate a cell that begins like this as a formula, even in a CSV file (CWE-1236).
 * A leading apostrophe makes it text.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A signed number such as a longitude is harmless: it evaluates to itself. */
const SIGNED_NUMBER = /^[+-](?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i

/** Prefixes a cell with an apostrophe if it could be a formula. {@link unescapeFormula} reverts it. */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) && !SIGNED_NUMBER.test(cell) ? `'${cell}` : cell
}

/** Use it only for tables that this program wrote: in others, the apostrophe belongs to the text. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
