/**
 * A cell that begins in such a way is worked out as a formula by spreadsheet programs, even where it
 * comes from a table of separated values (CWE-1236). An apostrophe before it keeps it a text.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** Columns that only our copies of a manifest have. */
export const MARKS = ['_code', '_message'] as const

/** What {@link unescapeFormula} gives back as it was. */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/** Only for tables that this program wrote: elsewhere an apostrophe is what somebody typed. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

export function isOurCopy(header: readonly string[]): boolean {
  return MARKS.every((mark) => header.includes(mark))
}
