import type { z, ZodError, ZodType } from 'zod'
import {
  CatalogError,
  invalidFields,
  summarizeFields,
  type FieldErrors,
  type FieldProblems,
} from '../base/errors.ts'
import { findProblem, formatProblem, PROBLEMS, type Problem } from '../base/problems/problem.ts'

/**
 * Parses a value with a schema.
 * @param known problems that the caller has found already; for the same field, those of the schema win
 * @throws CatalogError kind `invalid` with the errors of all invalid fields
 */
export function parseFields<T>(schema: ZodType<T>, value: unknown, known: FieldProblems = {}): T {
  const parsed = schema.safeParse(value, { error: describeIssue })
  const problems = parsed.success ? known : { ...known, ...listProblems(parsed.error) }
  if (parsed.success && Object.keys(problems).length === 0) return parsed.data
  throw invalidFields(problems)
}

/**
 * Parses the parameters of an endpoint whose errors are a single message.
 * @throws CatalogError kind `invalid` with the errors of all invalid parameters in its message
 */
export function parseParameters<T>(schema: ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  const fields: FieldErrors = {}
  for (const [field, issues] of groupByField(parsed.error))
    fields[field] = issues.map(({ message }) => message)
  throw new CatalogError('invalid', summarizeFields(fields))
}

/** Words what schemas report without a message of their own. Undefined for the message of zod. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const path = issue.path ?? []
  if (issue.code === 'invalid_value') return formatProblem(['not_one_of', issue.values.map(String)])
  if (issue.code !== 'invalid_type') return undefined
  if (path.length === 0) return `Invalid data. Expected an ${issue.expected}.`
  if (issue.input === undefined) return PROBLEMS.required
  // The field of the error is the first member only.
  return path.length === 1 ? undefined : `${path.slice(1).join('.')}: expected ${issue.expected}.`
}

function listProblems(error: ZodError): FieldProblems {
  return Object.fromEntries(
    [...groupByField(error)].map(([field, issues]) => [field, issues.map(toProblem)]),
  )
}

/** The issues of each field, without those that say the same. */
function groupByField(error: ZodError): ReadonlyMap<string, z.core.$ZodIssue[]> {
  const fields = new Map<string, z.core.$ZodIssue[]>()
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'non_field_errors')
    const known = fields.get(field) ?? []
    if (!known.some(({ message }) => message === issue.message)) known.push(issue)
    fields.set(field, known)
  }
  return fields
}

/** Checks of zod itself keep no parameters. Their problems have none, so their sentences tell which they are. */
function toProblem(issue: z.core.$ZodIssue): Problem | string {
  const given = issue.code === 'custom' && (issue.params?.['problem'] as Problem | undefined)
  return given || (findProblem(issue.message) ?? issue.message)
}
