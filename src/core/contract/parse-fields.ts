import type { ZodError, ZodType } from 'zod'
import { CatalogError, invalidFields, summarizeFields, type FieldErrors } from '../errors.ts'

/**
 * Parses a value with a schema.
 * @param known errors that the caller has found already; for the same field, the error of the schema wins
 * @throws CatalogError kind `invalid` with the errors of all invalid fields
 */
export function parseFields<T>(schema: ZodType<T>, value: unknown, known: FieldErrors = {}): T {
  const parsed = schema.safeParse(value)
  const errors = parsed.success ? known : { ...known, ...fieldErrors(parsed.error) }
  if (parsed.success && Object.keys(errors).length === 0) return parsed.data
  throw invalidFields(errors)
}

/**
 * Parses the parameters of an endpoint whose errors are a single message.
 * @throws CatalogError kind `invalid` with the errors of all invalid parameters in its message
 */
export function parseParameters<T>(schema: ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new CatalogError('invalid', summarizeFields(fieldErrors(parsed.error)))
}

function fieldErrors(error: ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'non_field_errors')
    fields[field] = [...new Set([...(fields[field] ?? []), issue.message])]
  }
  return fields
}
