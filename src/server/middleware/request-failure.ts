import { OAuthError } from '../../core/auth/oauth-error.ts'
import type { CatalogError } from '../../core/base/errors.ts'

/** An error with the status of its response. */
export interface RequestFailure {
  status: number
  error: CatalogError | OAuthError
  /** Message for the error page; by default that of the error. */
  pageMessage?: 'notFound' | 'gone' | 'formOnly' | 'unexpected'
  /** Only for unexpected errors: the request id, by which an administrator finds the error in the log. */
  requestId?: string
}

/** Whether the app that sent the user here is at fault. */
export function isAppAtFault({ error, requestId }: RequestFailure): boolean {
  return error instanceof OAuthError && requestId === undefined
}
