/** Columns that only our annotated copies of a manifest have. */
export const MARK_COLUMNS = ['_code', '_message'] as const

export function isOurCopy(header: readonly string[]): boolean {
  return MARK_COLUMNS.every((mark) => header.includes(mark))
}
