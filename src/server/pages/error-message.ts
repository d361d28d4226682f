import { OAuthError } from '../../core/auth/oauth-error.ts'
import type { CatalogError, FieldErrors } from '../../core/base/errors.ts'
import { formatProblem, type Problem } from '../../core/base/problems/problem.ts'
import type { Messages } from '../messages/messages.ts'

/** Returns the message of an error in the language of the page. OAuth errors are the fault of the app that sent the user. */
export function toPageMessage(error: CatalogError | OAuthError, messages: Messages): string {
  if (error instanceof OAuthError) return messages.errors.appAtFault
  const { kind, problem, details } = error
  if (problem) return formatProblem(problem, messages.problems)
  const fields = Object.values(toPageFieldErrors(error, messages)).flat()
  if (details.fields && fields.length > 0) return [...new Set(fields)].join(' ')
  return messages.errors.other(kind, error.message)
}

/** Whether an error only has an English message. */
export function isEnglishOnly(error: CatalogError | OAuthError): boolean {
  return error instanceof OAuthError || (!error.problem && !error.details.problems)
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
