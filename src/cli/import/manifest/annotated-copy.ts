/** Columns that only our annotated copies of a manifest have. */
export const MARKS = ['_code', '_message'] as const

export function isOurCopy(header: readonly string[]): boolean {
  return MARKS.every((mark) => header.includes(mark))
}
