import { OAuthError } from '../../core/auth/oauth-error.ts'
import type { CatalogError } from '../../core/errors.ts'

/** A failure on its way out. */
export interface Failure {
  status: number
  error: CatalogError | OAuthError
  /** What people read instead of what programs do. */
  sentence?: string
  /** Of a bug, in the log. */
  number?: string
}

/** What only the app that sent the person here can mend. */
export function isAppsMistake({ error, number }: Failure): boolean {
  return error instanceof OAuthError && number === undefined
}
