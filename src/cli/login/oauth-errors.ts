import { ClientError } from 'openid-client'
import { CatalogError } from '../../core/errors.ts'
import { toNetworkError } from '../network-errors.ts'

/** What the authorization server's refusal means for the person (RFC 6749, sections 4.1.2.1 and 5.2). */
export function toOAuthError(error: unknown, url: string): Error {
  const network = toNetworkError(error, url)
  if (network) return network
  const code = getOAuthErrorCode(error)
  if (error instanceof ClientError) return toInvalidResponseError(error, url)
  if (code === undefined) return error as Error
  const [kind, sentence] = MESSAGES[code] ?? ['unauthenticated', `Signing in failed: ${code}.`]
  return new CatalogError(kind, sentence, { code, cause: error })
}

/** An answer that is no OAuth answer: the instance fails, is too busy, or something stands before it. */
function toInvalidResponseError(error: ClientError, url: string): CatalogError {
  const status = error.cause instanceof Response ? ` (HTTP ${error.cause.status})` : ''
  const sentence = `${url} did not answer as it should while signing in${status}. Try again later.`
  return new CatalogError('unavailable', sentence, { code: 'not_understood', cause: error })
}

/** The `error` member of an OAuth answer; undefined for anything else. */
export function getOAuthErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('error' in error)) return undefined
  return typeof error.error === 'string' ? error.error : undefined
}

const MESSAGES: Record<string, ['unauthenticated' | 'forbidden' | 'unavailable', string]> = {
  access_denied: ['forbidden', 'You did not allow it, so nothing was changed.'],
  invalid_grant: [
    'unauthenticated',
    'The code came too late: it lives 60 seconds. Start again with: catalog login',
  ],
  invalid_scope: ['forbidden', 'The instance knows no such scope. See --scope.'],
  server_error: ['unavailable', 'The instance failed while signing you in. Try again later.'],
}
