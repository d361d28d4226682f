/** Columns that `catalog import` adds to an annotated copy of a manifest. */
export const ANNOTATION_COLUMNS = ['_code', '_message'] as const

export function isAnnotatedCopy(header: readonly (string | undefined)[]): boolean {
  return ANNOTATION_COLUMNS.every((name) => header.includes(name))
}
