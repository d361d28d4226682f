import { CatalogError, type FieldErrors } from '../../core/errors.ts'
import { formatProblem, type Problem } from '../../core/problems/problem.ts'
import type { Messages } from '../messages/messages.ts'

/** Returns the message of an error in the language of the page. OAuth errors are English, because they are for developers. */
export function toPageMessage(error: Error, messages: Messages): string {
  if (!(error instanceof CatalogError)) return error.message
  const { kind, problem, details } = error
  if (problem) return formatProblem(problem, messages.problems)
  const fields = Object.values(toPageFieldErrors(error, messages)).flat()
  if (details.fields && fields.length > 0) return [...new Set(fields)].join(' ')
  return messages.errors.other(kind, error.message)
}

/** Returns the messages of the invalid fields in the language of the page. */
export function toPageFieldErrors(
  { details: { problems = {} } }: CatalogError,
  { errors, problems: sentences }: Messages,
): FieldErrors {
  const say = (problem: Problem | string) =>
    typeof problem === 'string' ? errors.otherValue(problem) : formatProblem(problem, sentences)
  return Object.fromEntries(
    Object.entries(problems).map(([field, given]) => [field, given.map(say)]),
  )
}
