/**
 * A cell that begins in such a way is evaluated as a formula by spreadsheet programs, even where it comes
 * from a table of separated values (CWE-1236). An apostrophe before it keeps it a text.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A signed number such as a longitude: evaluating it gives the number itself. */
const SIGNED_NUMBER = /^[+-](?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i

/** {@link unescapeFormula} reverts it. */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) && !SIGNED_NUMBER.test(cell) ? `'${cell}` : cell
}

/** Only for tables that this program wrote: in others, the user typed the apostrophe. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
