import type { ZodError, ZodType } from 'zod'
import { invalidFields, type FieldErrors } from '../errors.ts'

/** Parses with a schema. @throws CatalogError kind `invalid` with all wrong fields at once */
export function parseFields<T>(schema: ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidFields(fieldErrors(parsed.error))
}

function fieldErrors(error: ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'non_field_errors')
    fields[field] = [...(fields[field] ?? []), issue.message]
  }
  return fields
}
