/** Columns that only our annotated copies of a manifest have. */
export const ANNOTATION_COLUMNS = ['_code', '_message'] as const

export function isAnnotatedCopy(header: readonly string[]): boolean {
  return ANNOTATION_COLUMNS.every((mark) => header.includes(mark))
}
