import type { ZodType } from 'zod'
import type { RowProblem } from './import-kind.ts'

/** Parses the values of a row with a schema. Problems name the column. */
export function parseRow<Item>(
  schema: ZodType<Item>,
  values: Readonly<Record<string, unknown>>,
): Item | RowProblem[] {
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  return parsed.error.issues.map(({ path: [column], message }) => ({
    column: column === undefined ? null : String(column),
    message,
  }))
}
