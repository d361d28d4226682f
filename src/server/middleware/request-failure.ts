import { OAuthError } from '../../core/auth/oauth-error.ts'
import type { CatalogError } from '../../core/errors.ts'

/** An error and how to present it. */
export interface RequestFailure {
  status: number
  error: CatalogError | OAuthError
  /** Message for the error page, in place of the one for programs. */
  pageMessage?: string
  /** Request id of an unexpected error, to find it in the log. */
  requestId?: string
}

/** Whether the app that sent the user here is at fault. */
export function isAppAtFault({ error, requestId }: RequestFailure): boolean {
  return error instanceof OAuthError && requestId === undefined
}
