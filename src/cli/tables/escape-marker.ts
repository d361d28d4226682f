import { isAnnotatedCopy } from './annotation-columns.ts'

/**
 * Last column of a CSV or TSV file that this program wrote, if some of its cells have an apostrophe that
 * protects from formulas. Its cells are empty. In files without it, apostrophes belong to the text.
 */
export const ESCAPE_MARKER = '_escaped'

/** Whether the cells of a CSV or TSV file with this header were written with {@link escapeFormula}. */
export function hasEscapedCells(header: readonly (string | undefined)[]): boolean {
  return header.includes(ESCAPE_MARKER) || isAnnotatedCopy(header)
}
